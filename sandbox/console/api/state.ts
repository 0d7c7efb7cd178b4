/** The sandbox's settings and counts, loaded once for all views. */
import { computed, signal } from '@preact/signals';

import { TOPICS } from '../../src/state/topics';
import { api } from './api';
import { onChange } from './live';
import type { State } from './model';
import { oneAtATime } from './oneAtATime';

export const state = signal<State | undefined>(undefined);

/** Those to which events are delivered. */
export const activeReceivers = computed(() =>
	(state.value?.receivers ?? []).filter(({ url }) => url !== null),
);

/** The sandbox's clock against ours: it can be moved, but it ticks at the same pace. */
const clockOffset = signal(0);
const tick = signal(Date.now());
export const sandboxNow = computed(() => tick.value + clockOffset.value);

const refreshState = oneAtATime(async () => {
	try {
		const fresh = await api.state();
		clockOffset.value = Date.parse(fresh.clock.now) - Date.now();
		state.value = fresh;
	} catch {
		// The banner tells; what was known last stays on the page.
	}
});

export function keepState(): void {
	setInterval(() => (tick.value = Date.now()), 1000);
	onChange(TOPICS, refreshState);
	refreshState();
}
