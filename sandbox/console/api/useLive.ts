/** Loads something and keeps it as fresh as the sandbox says it is. */
import { useEffect, useRef, useState } from 'preact/hooks';

import type { Topic } from '../../src/state/topics';
import { onChange } from './live';
import { oneAtATime } from './oneAtATime';

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
		let isStopped = false;
		const isWanted = () => !isStopped;
		const refresh = oneAtATime(async () => {
			if (!isWanted()) return;
			try {
				const value = await latest.current();
				if (isWanted()) setLoaded({ value, error: undefined });
			} catch (error) {
				// What was shown stays: the banner says that the sandbox is gone.
				if (isWanted()) setLoaded(({ value }) => ({ value, error: error as Error }));
			}
		});
		refresh();
		const stopListening = onChange(topics, refresh);
		return () => {
			isStopped = true;
			stopListening();
		};
	}, keys);
	return loaded;
}
