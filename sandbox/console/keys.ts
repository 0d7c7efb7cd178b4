/** Keys that work anywhere, except while one is typing. */
import { useEffect, useRef } from 'preact/hooks';

export type Keys = Readonly<Record<string, () => void>>;

function isTyping({ target }: KeyboardEvent): boolean {
	return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}

export function useKeys(keys: Keys): void {
	const latest = useRef(keys);
	latest.current = keys;
	useEffect(() => {
		function press(event: KeyboardEvent): void {
			if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
			if (isTyping(event) || document.querySelector('dialog[open]') !== null) return;
			const act = latest.current[event.key];
			if (act === undefined) return;
			event.preventDefault();
			act();
		}
		addEventListener('keydown', press);
		return () => removeEventListener('keydown', press);
	}, []);
}
