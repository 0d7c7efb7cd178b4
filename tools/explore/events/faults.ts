/** What could be wrong with the trigger: the explorer must find each. */
import * as passOn from '../../../nodes/HandwrittenLettersTrigger/duplicates/passOn';
import type { Sighting } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import * as answers from '../../../nodes/HandwrittenLettersTrigger/watchAnswer';
import type { Fault } from '../fault';
import { inPlaceOf } from '../fault';

export const FAULTS: Fault[] = [
	{
		name: 'a repeat is answered 200 while the first delivery is undecided',
		foundBy: 'three deliveries',
		plant: inPlaceOf(
			SeenEvents.prototype,
			'see',
			(see) =>
				function (this: SeenEvents, dedupeKey): Sighting {
					const sighting = see.call(this, dedupeKey);
					return sighting.kind === 'undecided' ? { kind: 'duplicate' } : sighting;
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
