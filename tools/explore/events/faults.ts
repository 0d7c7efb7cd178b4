/** What could be wrong with the trigger: the explorer must find each. */
import * as passOn from '../../../nodes/HandwrittenLettersTrigger/passOn';
import type { Claim } from '../../../nodes/HandwrittenLettersTrigger/seenEvents';
import { SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/seenEvents';
import * as answers from '../../../nodes/HandwrittenLettersTrigger/watchAnswer';
import type { Fault } from '../fault';
import { inPlaceOf } from '../fault';

export const FAULTS: Fault[] = [
	{
		name: 'a repeat is answered 200 while the first delivery is undecided',
		foundBy: 'three deliveries',
		plant: inPlaceOf(
			SeenEvents.prototype,
			'claim',
			(claim) =>
				function (this: SeenEvents, ...delivery): Claim {
					const found = claim.apply(this, delivery);
					return found.kind === 'undecided' ? { kind: 'duplicate' } : found;
				},
		),
	},
	{
		name: 'an event counts as seen before its execution has begun',
		foundBy: 'three deliveries',
		plant: inPlaceOf(answers, 'watchAnswer', (watchAnswer) => (context, answered) => {
			answered(true);
			watchAnswer(context, answered);
		}),
	},
	{
		name: 'an event counts as seen when n8n answers with an error',
		foundBy: '503, a restart, delivered again',
		plant: inPlaceOf(answers, 'watchAnswer', (watchAnswer) => (context, answered) => {
			watchAnswer(context, () => {
				answered(true);
			});
		}),
	},
	{
		name: 'a delivery elsewhere is answered before its record can be written',
		foundBy: 'queue mode, a dropped execution and a kill',
		plant: inPlaceOf(passOn, 'passOn', (original) => async (context, seenEvents) => {
			const sendResponse: typeof context.sendResponse = async (response) => {
				await context.sendResponse({ ...response, body: {} });
			};
			return await original({ ...context, sendResponse }, seenEvents);
		}),
	},
];
