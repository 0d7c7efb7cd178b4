/** What could be wrong with the trigger: the explorer must find each. */
import type { Fault } from '../fault';

const FOLDER = 'HandwrittenLettersTrigger';
const CLAIM = `${FOLDER}/duplicates/claimDelivery.ts`;
const SEEN = `${FOLDER}/duplicates/seenEvents.ts`;
const RELEASE = `${FOLDER}/duplicates/releaseItem.ts`;
const HOLD = `${FOLDER}/holdAnswer.ts`;

export const FAULTS: Fault[] = [
	{
		name: 'a repeat starts an execution',
		foundBy: 'three deliveries',
		file: CLAIM,
		now: "if (sighting.kind === 'duplicate') return sighting;",
		then: "if (sighting.kind === 'duplicate') return start(seenEvents.accept(dedupeKey, true));",
	},
	{
		name: 'a repeat is answered 200 while the first delivery is undecided',
		foundBy: 'three deliveries',
		file: CLAIM,
		now: 'const kept = await withTimeout(TWIN_WAIT_MS, sighting.kept, undefined);',
		then: 'const kept = true;',
	},
	{
		name: 'an event counts as seen before n8n has stored it',
		foundBy: 'three deliveries',
		file: CLAIM,
		now: "return { kind: 'new', delivery };",
		then: "delivery.decide('kept'); return { kind: 'new', delivery };",
	},
	{
		name: 'the change of static data is not made again',
		foundBy: 'a kill',
		file: CLAIM,
		now: '		isLater = true;\n		staticData.deliveries = deliveries;',
		then: '		isLater = true;',
	},
	{
		name: 'records of an earlier process are not taken over',
		foundBy: 'a kill',
		file: SEEN,
		now: 'if (written === this.records) return;',
		then: 'return;',
	},
	{
		name: 'an earlier execution goes on beside a later one',
		foundBy: 'two kills',
		file: SEEN,
		now: 'if ((seen ?? undecided ?? { step }).step > step) return false;',
		then: '',
	},
	{
		name: 'an execution does not wait for the answer to its delivery',
		foundBy: 'a kill',
		file: RELEASE,
		now: 'if (own && (await withTimeout(LONGEST_WAIT_MS, own.refused, false))) {',
		then: 'if (own && !own) {',
	},
	{
		name: 'an execution goes on although its delivery was answered with an error',
		foundBy: 'an error and a kill',
		file: SEEN,
		now: "then((outcome) => outcome === 'refused')",
		then: 'then(() => false)',
	},
	{
		name: 'the answer is not held back',
		foundBy: 'a dropped execution',
		file: HOLD,
		now: 'if (!isKept || !begun) {',
		then: 'if (begun !== null) {',
	},
	{
		name: 'nobody tells the answer of the beginning',
		foundBy: 'a dropped execution',
		file: RELEASE,
		now: 'own?.begin();',
		then: '',
	},
	{
		name: 'a late execution asks the new code alone whether it goes on',
		foundBy: 'an update',
		file: RELEASE,
		now: 'own?.goesOn() !== false && ',
		then: '',
	},
	{
		name: 'a 503 leaves its record',
		foundBy: 'a dropped execution',
		file: SEEN,
		now: ' && !this.open.wasDismissed(id, step)',
		then: '',
	},
	{
		name: 'the record of a 503 stays in static data',
		foundBy: 'a late beginning',
		file: SEEN,
		now: 'this.unwritten = true;\n		}',
		then: '}',
	},
	{
		name: 'a record in doubt is written before its execution has begun',
		foundBy: 'one after publishing',
		file: SEEN,
		now: 'if (!(begun && this.doubtful) && this.open.find',
		then: 'if (this.open.find',
	},
];
