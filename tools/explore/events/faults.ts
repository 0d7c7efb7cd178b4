/** What could be wrong with the trigger: the explorer must find each. */
import type { IDataObject } from 'n8n-workflow';

import * as passOn from '../../../nodes/HandwrittenLettersTrigger/duplicates/passOn';
import type { Sighting } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import * as answers from '../../../nodes/HandwrittenLettersTrigger/holdAnswer';
import { systemClock } from '../../../nodes/n8n/clock';
import type { Fault } from '../fault';
import { inPlaceOf } from '../fault';

/** A delivery whose execution may yet be dropped has n8n write its record. */
const recordedBeforeItBegins = inPlaceOf(
	SeenEvents.prototype,
	'see',
	(see) =>
		function (this: SeenEvents, dedupeKey): Sighting {
			const sighting = see.call(this, dedupeKey);
			if (sighting.kind !== 'new') return sighting;
			const toJSON = (): unknown => {
				const early = new SeenEvents(undefined, () => systemClock.now());
				early.takeOver(this.records.toJSON());
				early.hasBegun(dedupeKey);
				return early.records.toJSON();
			};
			return { kind: 'new', delivery: { ...sighting.delivery, records: { toJSON } } };
		},
);

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
		name: 'an event counts as seen before n8n has stored it',
		foundBy: 'three deliveries',
		plant: inPlaceOf(answers, 'holdAnswer', (holdAnswer) => (context, delivery, ...rest) => {
			delivery.decide(true);
			holdAnswer(context, delivery, ...rest);
		}),
	},
	{
		name: 'the answer is not held back',
		foundBy: 'a dropped execution',
		plant: inPlaceOf(answers, 'holdAnswer', (holdAnswer) => (context, delivery, ...rest) => {
			holdAnswer(context, { ...delivery, begun: undefined }, ...rest);
		}),
	},
	{
		name: 'nobody tells the answer of the beginning',
		foundBy: 'a dropped execution',
		plant: inPlaceOf(passOn, 'withBegin', () => (item) => item),
	},
	{
		name: 'records of an earlier process are not taken over',
		foundBy: 'a kill',
		plant: inPlaceOf(SeenEvents.prototype, 'takeOver', () => () => undefined),
	},
	{
		name: 'the record of a 503 comes back after a restart',
		foundBy: '503, a restart, delivered again',
		plant: recordedBeforeItBegins,
	},
	{
		name: 'the record of a 503 stays, and another process knows it',
		foundBy: 'two receivers after a 503',
		plant: recordedBeforeItBegins,
	},
	{
		name: 'an execution writes no record',
		foundBy: 'a kill',
		plant: inPlaceOf(passOn, 'passOn', (right) => (context, seenEvents) => {
			const getWorkflowStaticData = (): IDataObject => ({});
			return right({ ...context, getWorkflowStaticData }, seenEvents);
		}),
	},
];
