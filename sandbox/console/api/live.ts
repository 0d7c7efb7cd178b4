/** Hears from the sandbox what has changed, and finds it again after it was gone. */
import { signal } from '@preact/signals';

import type { Topic } from '../../src/state/topics';
import { TOPICS } from '../../src/state/topics';

export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');

const RETRY_MS = 1000;
const listeners = new Set<(changed: readonly Topic[]) => void>();

function tell(changed: readonly Topic[]): void {
	for (const listener of listeners) listener(changed);
}

/** Calls the listener when one of the topics changes; returns the function that stops that. */
export function onChange(topics: readonly Topic[], listener: () => void): () => void {
	const heard = (changed: readonly Topic[]) => {
		if (changed.some((topic) => topics.includes(topic))) listener();
	};
	listeners.add(heard);
	return () => void listeners.delete(heard);
}

/** Started again, the sandbox may want another control token: the page that asks for it is served instead. */
async function reloadIfLockedOut(): Promise<void> {
	const answer = await fetch('/_sandbox/state', { method: 'HEAD' }).catch(() => undefined);
	if (answer?.status === 401) location.reload();
}

export function connect(): void {
	const source = new EventSource('/_sandbox/changes');
	source.addEventListener('open', () => {
		const wasLost = connection.value === 'lost';
		connection.value = 'live';
		// Whatever happened meanwhile was not heard.
		if (wasLost) tell(TOPICS);
	});
	source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
		tell((JSON.parse(data) as { changed: Topic[] }).changed);
	});
	// Not the browser's own reconnecting: how long it waits, and when it gives up, differs by browser.
	source.addEventListener('error', () => {
		source.close();
		connection.value = 'lost';
		void reloadIfLockedOut();
		setTimeout(connect, RETRY_MS);
	});
}
