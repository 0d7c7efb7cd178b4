/** What could be wrong with the trigger: the explorer must find each. */
import type { Fault } from '../fault';

const FOLDER = 'HandwrittenLettersTrigger';
const CLAIM = `${FOLDER}/duplicates/claimDelivery.ts`;
const SEEN = `${FOLDER}/duplicates/seenEvents.ts`;
const PASS_ON = `${FOLDER}/duplicates/passOn.ts`;
const HOLD = `${FOLDER}/holdAnswer.ts`;

export const FAULTS: Fault[] = [
	{
		name: 'a repeat starts an execution',
		foundBy: 'three deliveries',
		file: CLAIM,
		now: "if (sighting.kind === 'duplicate') return sighting;",
		then: "if (sighting.kind === 'duplicate') return start(seenEvents.acceptUnfiltered());",
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
		then: "delivery.decide(true); return { kind: 'new', delivery };",
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
		name: 'the answer is not held back',
		foundBy: 'a dropped execution',
		file: HOLD,
		now: 'if (!isKept || !begun) {',
		then: 'if (begun !== null) {',
	},
	{
		name: 'nobody tells the answer of the beginning',
		foundBy: 'a dropped execution',
		file: PASS_ON,
		now: 'item[BEGIN]?.();',
		then: '',
	},
	{
		name: 'a record in doubt is written before its execution has begun',
		foundBy: '503, a restart, delivered again',
		file: SEEN,
		now: 'begun !== undefined && this.doubtful',
		then: 'false',
	},
	{
		name: 'the record of a 503 comes back from static data',
		foundBy: 'a dropped execution',
		file: SEEN,
		now: ' && !this.dismissed.has(id)',
		then: '',
	},
	{
		name: 'a record in doubt is not written once its execution has begun',
		foundBy: 'a kill after publishing',
		file: SEEN,
		now: 'if (open.isWithheld && !open.isDecided) record();',
		then: '',
	},
	{
		name: 'an event answered with an error counts as seen',
		foundBy: 'three deliveries',
		file: SEEN,
		now: 'if (isKept) {',
		then: 'if (isKept || !isKept) {',
	},
];
