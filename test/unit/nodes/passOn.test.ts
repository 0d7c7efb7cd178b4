import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { CARD_EVENTS } from '../../../nodes/contract/contract';
import { passOn, withBegin } from '../../../nodes/HandwrittenLettersTrigger/duplicates/passOn';
import { CAPACITY, SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { watchedStaticData } from '../../support/trigger/watchedStaticData';

const EVENT = '0123456789abcdef'.repeat(4);
const json = { event: 'card.created', data: { id: 'crd_1' }, dedupe_key: EVENT };
const NOTHING = [[]];
const ITEM = [[{ json }]];

let seenEvents: SeenEvents;
beforeEach(() => {
	seenEvents = newProcess();
});

const newProcess = () =>
	new SeenEvents(CAPACITY, () => Date.now(), { runsExecutions: true, answersFirst: false });

interface Execution {
	options?: IDataObject;
	mode?: string;
	/** Its copy of static data. */
	written?: IDataObject;
}

function run(
	item: INodeExecutionData | undefined,
	{ options = {}, mode = 'webhook', written = {} }: Execution = {},
) {
	const { getWorkflowStaticData, set } = watchedStaticData(written);
	const context = {
		getInputData: () => (item ? [item] : []),
		getMode: () => mode,
		getNodeParameter: (name: string, _item: number, none: unknown) => (name === 'options' ? options : none),
		getWorkflowStaticData,
	};
	return { outputs: passOn(context as unknown as IExecuteFunctions, seenEvents), set, written };
}

it('passes nothing on where nothing came', () => {
	expect(run(undefined).outputs).toEqual(NOTHING);
});

it('passes a test event on, alone or on the output of its event, and remembers nothing', () => {
	const { outputs: alone, written } = run({ json }, { mode: 'manual' });
	expect([alone, Object.keys(written)]).toEqual([ITEM, []]);
	expect(seenEvents.see(EVENT).kind).toBe('new');
	const { outputs } = run({ json }, { mode: 'manual', options: { outputPerEvent: true } });
	expect(outputs).toHaveLength(CARD_EVENTS.length);
	expect(outputs.flat()).toEqual(ITEM.flat());
});

it.each([true, false])(
	'says that it has begun, also from a copy of the item; filter: %s',
	(ignoreDuplicates) => {
		const begin = jest.fn();
		const { outputs } = run({ ...withBegin({ json }, begin) }, { options: { ignoreDuplicates } });
		expect(outputs).toEqual(ITEM);
		expect(begin).toHaveBeenCalledTimes(1);
		expect(seenEvents.see(EVENT).kind).toBe(ignoreDuplicates ? 'duplicate' : 'new');
	},
);

it('another version of this package finds in the item what it is to call', () => {
	expect(Object.getOwnPropertySymbols(withBegin({ json }, jest.fn()))).toEqual([
		Symbol.for('n8n-nodes-handwritten-letters: begin'),
	]);
});

it('passes its item on each time that it is run again, and its event is then known', () => {
	for (let time = 1; time <= 2; time += 1) expect(run({ json }, { mode: 'retry' }).outputs).toEqual(ITEM);
	expect(seenEvents.see(EVENT).kind).toBe('duplicate');
});

describe('static data', () => {
	it('holds the records, which is no change to n8n: it can be written, copied and changed', () => {
		const { set, written } = run({ json });
		expect(set).toEqual([]);
		expect(Object.getOwnPropertyDescriptor(written, 'deliveries')).toEqual({
			value: seenEvents.records,
			configurable: true,
			enumerable: true,
			writable: true,
		});
	});

	it.each([
		['by the execution of a delivery, where a record is not written', true, true, 1],
		['by no other execution', false, true, 0],
		['by none where all is written', true, false, 0],
	])('is changed %s', (_what, isOwn, unwritten, changes) => {
		seenEvents.hasBegun(EVENT);
		if (!unwritten) JSON.stringify(seenEvents.records);
		const { set } = run(isOwn ? withBegin({ json }, jest.fn()) : { json });
		expect(set).toHaveLength(changes);
	});
});
