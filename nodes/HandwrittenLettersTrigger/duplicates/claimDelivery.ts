/** Whether a genuine delivery is to start an execution, and what is written down of one that does. */
import type { IWebhookFunctions } from 'n8n-workflow';

import { withTimeout } from '../../n8n/withTimeout';
import type { SeenEvents, Sighting } from './seenEvents';

/** How long a delivery waits for the outcome of an equal one that came just before. */
const TWIN_WAIT_MS = 5_000;

export type Claim =
	| Exclude<Sighting, { kind: 'undecided' }>
	/** The execution of an equal one has not begun yet, or n8n has lost it. */
	| { kind: 'undecided' };

export async function claimDelivery(
	context: IWebhookFunctions,
	seenEvents: SeenEvents,
	dedupeKey: string,
): Promise<Claim> {
	seenEvents.takeOver(context.getWorkflowStaticData('node').deliveries);
	// n8n writes static data that has changed, just before or just after it answers.
	const writeDown = (): void => {
		context.getWorkflowStaticData('node').deliveries = seenEvents.records;
	};
	for (;;) {
		const sighting = seenEvents.see(dedupeKey, writeDown);
		if (sighting.kind !== 'undecided') return sighting;
		const kept = await withTimeout(TWIN_WAIT_MS, sighting.kept, undefined);
		if (kept !== false) return { kind: kept ? 'duplicate' : 'undecided' };
	}
}
