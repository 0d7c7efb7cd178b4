import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { Claim } from '../../../nodes/HandwrittenLettersTrigger/duplicates/claimDelivery';
import { claimDelivery } from '../../../nodes/HandwrittenLettersTrigger/duplicates/claimDelivery';
import {
	CAPACITY,
	SeenEvents,
	seenEventsOf,
} from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import type { VirtualClock } from '../../../tools/virtualClock';
import { settle } from '../../../tools/virtualClock';
import { watchedStaticData } from '../../support/trigger/watchedStaticData';
import { withVirtualClock } from '../../support/withVirtualClock';

const EVENT = '0123456789abcdef'.repeat(4);

let clock: VirtualClock;
let seenEvents: SeenEvents;
withVirtualClock((started) => {
	clock = started;
	seenEvents = newProcess();
});

const newProcess = () => new SeenEvents(CAPACITY, clock.now, { runsExecutions: false, answersFirst: true });

/** A delivery on its way: what it was found to be, what n8n sees of it, and n8n's answer to it. */
function deliver({ filtered = true, written = {} }: { filtered?: boolean; written?: IDataObject } = {}) {
	const { getWorkflowStaticData, set } = watchedStaticData(written);
	const response = { statusCode: 200, end: jest.fn() };
	const { end } = response;
	const context = {
		getWorkflowStaticData,
		getResponseObject: () => response,
	};
	const delivery: { claim?: Claim } = {};
	void claimDelivery(
		context as unknown as IWebhookFunctions,
		seenEvents,
		EVENT,
		filtered,
		() => undefined,
	).then((claim) => (delivery.claim = claim));
	const answer = async (statusCode: number) => {
		response.statusCode = statusCode;
		response.end();
		await settle();
	};
	return { delivery, answer, end, written, changes: () => set.length };
}
const claimed = async (settings?: Parameters<typeof deliver>[0]) => {
	const delivered = deliver(settings);
	await settle();
	return delivered;
};

it('changes static data a second time a moment later, and learns from the write when n8n answers', async () => {
	const { written, changes } = await claimed();
	expect(changes()).toBe(1);
	seenEvents.process.answersFirst = false;
	JSON.stringify(written);
	expect(seenEvents.process.answersFirst).toBe(true);
	await clock.advance(0);
	expect(changes()).toBe(2);
	JSON.stringify(written);
	expect(seenEvents.process.answersFirst).toBe(false);
});

it.each([
	['answers first', true, 1],
	['stores first', false, 0],
])('where n8n %s, its answer does not wait for the execution: %s', async (_what, answersFirst, answers) => {
	seenEvents.process.runsExecutions = true;
	const { answer, end } = await claimed();
	seenEvents.process.answersFirst = answersFirst;
	await answer(200);
	expect(end).toHaveBeenCalledTimes(answers);
});

describe('while an equal delivery is open', () => {
	it('waits 5 seconds, and says then that it is undecided', async () => {
		await claimed();
		const { delivery } = await claimed();
		await clock.advance(4_999);
		expect(delivery.claim).toBeUndefined();
		await clock.advance(1);
		expect(delivery.claim).toEqual({ kind: 'undecided' });
	});
});

it('each node of each workflow has a memory of its own', () => {
	const of = (workflow: string | undefined, node: string) =>
		seenEventsOf({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) } as never);
	expect(of('w', 'n')).toBe(of('w', 'n'));
	expect(of(undefined, 'n')).toBe(of('', 'n'));
	expect(new Set([of('w', 'n'), of('w', 'm'), of('v', 'n'), of('', 'n')]).size).toBe(4);
});
