/** Whether a genuine delivery is to start an execution, and what is written down of one that does. */
import type { IWebhookFunctions } from 'n8n-workflow';

import { systemClock } from '../../n8n/clock';
import { withTimeout } from '../../n8n/withTimeout';
import type { Unbegun } from '../holdAnswer';
import { holdAnswer } from '../holdAnswer';
import type { Delivery, SeenEvents } from './seenEvents';

/** How long a delivery waits for the outcome of an equal one that came just before. */
const TWIN_WAIT_MS = 5_000;

export type Claim =
	| { kind: 'new'; delivery: Delivery }
	| { kind: 'duplicate' }
	/** n8n is still storing an equal one, or has lost it. */
	| { kind: 'undecided' };

/** @param filtered whether repeats of the event are ignored. */
export async function claimDelivery(
	context: IWebhookFunctions,
	seenEvents: SeenEvents,
	dedupeKey: string,
	filtered: boolean,
	unbegun: Unbegun,
): Promise<Claim> {
	const { process } = seenEvents;
	const start = (delivery: Delivery): Claim => {
		if (filtered) writeDown(context, delivery, process);
		holdAnswer(context, delivery, () => process.answersFirst, unbegun);
		return { kind: 'new', delivery };
	};
	if (!filtered) return start(seenEvents.acceptUnfiltered());
	seenEvents.takeOver(context.getWorkflowStaticData('node').deliveries);
	for (;;) {
		const sighting = seenEvents.see(dedupeKey);
		if (sighting.kind === 'new') return start(sighting.delivery);
		if (sighting.kind === 'duplicate') return sighting;
		const kept = await withTimeout(TWIN_WAIT_MS, sighting.kept, undefined);
		if (kept !== false) return { kind: kept ? 'duplicate' : 'undecided' };
	}
}

/**
 * n8n writes static data that has changed. But when it starts an execution it wraps the same object
 * again, which makes it forget the change (seen in 2.40.7), so the change is made once more: after
 * that, and long before n8n has stored the execution and looks. n8n 1 looks and writes at once.
 */
function writeDown(
	context: IWebhookFunctions,
	{ records }: Delivery,
	process: { answersFirst: boolean },
): void {
	const staticData = context.getWorkflowStaticData('node');
	let isLater = false;
	const deliveries = {
		toJSON: () => {
			process.answersFirst = !isLater;
			return records.toJSON();
		},
	};
	staticData.deliveries = deliveries;
	void systemClock.sleep(0).then(() => {
		isLater = true;
		staticData.deliveries = deliveries;
	});
}
