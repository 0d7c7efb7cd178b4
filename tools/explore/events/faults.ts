/** What could be wrong with the trigger: the explorer must find each. */
import * as passOn from '../../../nodes/HandwrittenLettersTrigger/duplicates/passOn';
import type { Sighting } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import * as answers from '../../../nodes/HandwrittenLettersTrigger/holdAnswer';
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
		name: 'the record of a 503 comes back from static data',
		foundBy: 'a dropped execution',
		plant: inPlaceOf(
			SeenEvents.prototype,
			'takeOver',
			(takeOver) =>
				function (this: SeenEvents, written) {
					Object.assign(this, { dismissed: new Set() });
					takeOver.call(this, written);
				},
		),
	},
	{
		name: 'a record in doubt is written before its execution has begun',
		foundBy: '503, a restart, delivered again',
		plant: inPlaceOf(
			SeenEvents.prototype,
			'see',
			(see) =>
				function (this: SeenEvents, dedupeKey): Sighting {
					const sighting = see.call(this, dedupeKey);
					if (sighting.kind !== 'new') return sighting;
					const { records } = sighting.delivery;
					const toJSON = (): unknown => {
						const { doubtful } = this;
						this.doubtful = false;
						const written = records.toJSON();
						this.doubtful = doubtful;
						return written;
					};
					return { kind: 'new', delivery: { ...sighting.delivery, records: { toJSON } } };
				},
		),
	},
];
