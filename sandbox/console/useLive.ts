/** Loads something and keeps it as fresh as the sandbox says it is. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { onChange } from './live';
import type { Topic } from './model';

/** Under load the sandbox changes all the time; the eye does not need more than this. */
const PAUSE_MS = 150;

interface Loaded<T> {
	readonly value: T | undefined;
	readonly error: Error | undefined;
}

/** `keys` say what is loaded: when one differs, loading starts over. */
export function useLive<T>(
	topics: readonly Topic[],
	load: () => Promise<T>,
	keys: readonly unknown[],
): Loaded<T> {
	const [loaded, setLoaded] = useState<Loaded<T>>({ value: undefined, error: undefined });
	const latest = useRef(load);
	latest.current = load;

	useEffect(() => {
		let stopped = false;
		let busy = false;
		let stale = false;

		async function refresh(): Promise<void> {
			if (busy) {
				stale = true;
				return;
			}
			busy = true;
			do {
				stale = false;
				try {
					const value = await latest.current();
					if (!stopped) setLoaded({ value, error: undefined });
				} catch (error) {
					// What was shown stays: the banner says that the sandbox is gone.
					if (!stopped) setLoaded(({ value }) => ({ value, error: error as Error }));
				}
				await new Promise((done) => setTimeout(done, PAUSE_MS));
			} while (stale && !stopped);
			busy = false;
		}

		void refresh();
		const stopListening = onChange(topics, () => void refresh());
		return () => {
			stopped = true;
			stopListening();
		};
	}, keys);
	return loaded;
}
