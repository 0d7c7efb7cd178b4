/** Keys that work anywhere, except while one is typing, and the focus that some of them move. */
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

/** What one walks over: letters on the board, rows of a list, switches. */
const STOPS = '[data-letter], .row-open, .switch';

/** Moves the focus from one to the next, or to the nearest beside it. */
export function moveFocus(direction: 'up' | 'down' | 'left' | 'right'): void {
	const all = [...document.querySelectorAll<HTMLElement>(STOPS)];
	const from = all.find((stop) => stop === document.activeElement);
	if (from === undefined) {
		all[0]?.focus();
		return;
	}
	if (direction === 'up' || direction === 'down') {
		all[all.indexOf(from) + (direction === 'down' ? 1 : -1)]?.focus();
		return;
	}
	const here = from.getBoundingClientRect();
	const sign = direction === 'right' ? 1 : -1;
	const distance = (stop: HTMLElement) => {
		const { left, top } = stop.getBoundingClientRect();
		const along = (left - here.left) * sign;
		return along < here.width / 2 ? Infinity : along * 4 + Math.abs(top - here.top);
	};
	const [nearest] = all.toSorted((a, b) => distance(a) - distance(b));
	if (nearest !== undefined && distance(nearest) < Infinity) nearest.focus();
}

/** In every view with something to walk over; an opened letter has its own way. */
export function useWalking(): void {
	useKeys({ j: () => moveFocus('down'), k: () => moveFocus('up') });
}
