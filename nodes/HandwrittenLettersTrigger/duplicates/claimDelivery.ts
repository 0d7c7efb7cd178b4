/** Whether a genuine delivery is to start an execution, and what is written down of one that does. */
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { withTimeout } from '../../shared/withTimeout';
import type { Delivery, Records } from './seenEvents';
import { seenEventsOf } from './seenEvents';

/** How long a delivery waits for the answer to an equal one that came just before. */
const TWIN_WAIT_MS = 5_000;

export type Claim =
	| { kind: 'new'; acceptedAt: number }
	| { kind: 'duplicate' }
	/** n8n is still storing an equal one, or has lost it. */
	| { kind: 'undecided' };

export async function claimDelivery(context: IWebhookFunctions, dedupeKey: string): Promise<Claim> {
	const seenEvents = seenEventsOf(context.getWorkflow().id, context.getNode().id);
	const staticData = context.getWorkflowStaticData('node');
	seenEvents.takeOver(staticData.deliveries);
	for (;;) {
		const sighting = seenEvents.see(dedupeKey);
		if (sighting.kind === 'new') {
			decideOnAnswer(context, sighting.delivery);
			writeDown(staticData, sighting.delivery.records);
			return { kind: 'new', acceptedAt: sighting.delivery.acceptedAt };
		}
		if (sighting.kind === 'duplicate') return sighting;
		const stored = await withTimeout(TWIN_WAIT_MS, sighting.stored, undefined);
		if (stored !== false) return { kind: stored ? 'duplicate' : 'undecided' };
	}
}

/**
 * n8n writes static data that has changed. But when it starts an execution it wraps the same object
 * again, which makes it forget the change (seen in 2.40.7), so the change is made once more: after
 * that, and long before n8n has stored the execution and looks.
 */
function writeDown(staticData: IDataObject, records: Records): void {
	staticData.deliveries = records;
	void sleep(0).then(() => {
		staticData.deliveries = records;
	});
}

/**
 * n8n answers 2xx once it has stored the execution. `end` is watched, not the event `finish`, which
 * does not come when the sender has hung up.
 */
function decideOnAnswer(context: IWebhookFunctions, delivery: Delivery): void {
	const response = context.getResponseObject();
	const end = response.end.bind(response) as (...content: unknown[]) => typeof response;
	response.end = (...content: unknown[]) => {
		delivery.decide(response.statusCode < 300);
		return end(...content);
	};
}
