import type { IWebhookFunctions } from 'n8n-workflow';

import type { Claim } from '../../../nodes/HandwrittenLettersTrigger/duplicates/claimDelivery';
import { claimDelivery } from '../../../nodes/HandwrittenLettersTrigger/duplicates/claimDelivery';
import {
	CAPACITY,
	SeenEvents,
	seenEventsOf,
} from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { watchAnswer } from '../../../nodes/HandwrittenLettersTrigger/watchAnswer';
import { systemClock } from '../../../nodes/n8n/clock';
import { settle, VirtualClock } from '../../../tools/virtualClock';
import { watchedStaticData } from '../../support/trigger/watchedStaticData';

const EVENT = '0123456789abcdef'.repeat(4);

let clock: VirtualClock;
let seenEvents: SeenEvents;
beforeEach(() => {
	clock = new VirtualClock();
	Object.assign(systemClock, clock);
	seenEvents = new SeenEvents(CAPACITY, clock.now);
});

/** A delivery on its way: what it was found to be, and its changes of static data. */
async function deliver() {
	const { getWorkflowStaticData, set } = watchedStaticData({});
	const context = { getWorkflowStaticData } as unknown as IWebhookFunctions;
	const delivery: { claim?: Claim } = {};
	void claimDelivery(context, seenEvents, EVENT).then((claim) => (delivery.claim = claim));
	await settle();
	const decide = (isKept: boolean) => {
		if (delivery.claim?.kind === 'new') delivery.claim.decide(isKept);
	};
	return { delivery, decide, set };
}

it.each([
	[true, ['deliveries']],
	[false, []],
])('changes static data only once the execution has begun: %s', async (isKept, changes) => {
	const { decide, set } = await deliver();
	expect(set).toEqual([]);
	for (let time = 0; time < 2; time += 1) decide(isKept);
	expect(set).toEqual(changes);
});

it('waits 5 seconds while an equal delivery is open, and says then that it is undecided', async () => {
	await deliver();
	const { delivery } = await deliver();
	await clock.advance(4_999);
	expect(delivery.claim).toBeUndefined();
	await clock.advance(1);
	expect(delivery.claim).toEqual({ kind: 'undecided' });
});

it("n8n's answer is told once, and whatever ends it after that goes through", () => {
	const end = jest.fn();
	const response = { statusCode: 404, end };
	const answered = jest.fn();
	watchAnswer({ getResponseObject: () => response } as unknown as IWebhookFunctions, answered);
	response.end('the body');
	response.end();
	expect(answered.mock.calls).toEqual([[false]]);
	expect(end.mock.calls).toEqual([['the body'], []]);
});

it('each node of each workflow has a memory of its own', () => {
	const of = (workflow: string | undefined, node: string) =>
		seenEventsOf({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) } as never);
	expect(of('w', 'n')).toBe(of('w', 'n'));
	expect(of(undefined, 'n')).toBe(of('', 'n'));
	expect(new Set([of('w', 'n'), of('w', 'm'), of('v', 'n'), of('', 'n')]).size).toBe(4);
});
