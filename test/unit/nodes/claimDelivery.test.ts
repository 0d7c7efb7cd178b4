import type { IWebhookFunctions } from 'n8n-workflow';

import { claimDelivery, SeenEvents, seenEventsOf } from '../../../nodes/HandwrittenLettersTrigger/seenEvents';
import { watchAnswer } from '../../../nodes/HandwrittenLettersTrigger/watchAnswer';
import { watchedStaticData } from '../../support/trigger/watchedStaticData';

const EVENT = '0123456789abcdef'.repeat(4);

it.each([
	[true, ['deliveries']],
	[false, []],
])('changes static data only once the execution has begun: %s', (hasBegun, changes) => {
	const { getWorkflowStaticData, set } = watchedStaticData({});
	const context = { getWorkflowStaticData } as unknown as IWebhookFunctions;
	const claim = claimDelivery(context, new SeenEvents(), EVENT);
	expect(set).toEqual([]);
	for (let time = 0; time < 2; time += 1) if (claim.kind === 'new') claim.answered(hasBegun);
	expect(set).toEqual(changes);
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
