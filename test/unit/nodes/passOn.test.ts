import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { CARD_EVENTS } from '../../../nodes/contract/contract';
import { passOn } from '../../../nodes/HandwrittenLettersTrigger/passOn';
import { SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/seenEvents';
import { watchedStaticData } from '../../support/trigger/watchedStaticData';

const EVENT = '0123456789abcdef'.repeat(4);
const json = { event: 'card.created', data: { id: 'crd_1' }, dedupe_key: EVENT };
const ITEM = [[{ json }]];

let seenEvents: SeenEvents;
beforeEach(() => {
	seenEvents = new SeenEvents();
});

interface Execution {
	options?: IDataObject;
	mode?: string;
}

async function run(item: INodeExecutionData | undefined, { options = {}, mode = 'webhook' }: Execution = {}) {
	const written: IDataObject = {};
	const { getWorkflowStaticData, set } = watchedStaticData(written);
	const sendResponse = jest.fn();
	const context = {
		getInputData: () => (item ? [item] : []),
		getMode: () => mode,
		getNodeParameter: (name: string, _item: number, none: unknown) => (name === 'options' ? options : none),
		getWorkflowStaticData,
		sendResponse,
	};
	const outputs = await passOn(context as unknown as IExecuteFunctions, seenEvents);
	const bodies = sendResponse.mock.calls.map(([{ body }]: [{ body: unknown }]) => body);
	return { outputs, set, written, bodies };
}

it('passes nothing on where nothing came, and answers nothing', async () => {
	expect(await run(undefined)).toMatchObject({ outputs: [[]], bodies: [] });
});

it('passes a test event on, alone or on the output of its event, and remembers nothing', async () => {
	const { outputs: alone, written } = await run({ json }, { mode: 'manual' });
	expect([alone, Object.keys(written)]).toEqual([ITEM, []]);
	expect(seenEvents.claim(EVENT).kind).toBe('new');
	const { outputs } = await run({ json }, { mode: 'manual', options: { outputPerEvent: true } });
	expect(outputs).toHaveLength(CARD_EVENTS.length);
	expect(outputs.flat()).toEqual(ITEM.flat());
});

it.each([
	['it waits in another process, or n8n runs it again', {}, 'duplicate'],
	['repeated events are not ignored', { options: { ignoreDuplicates: false } }, 'new'],
	['it is a test', { mode: 'manual' }, 'new'],
])('answers with bytes where %s', async (_what, execution, kind) => {
	const { outputs, bodies } = await run({ json }, execution);
	expect([outputs, bodies]).toEqual([ITEM, [Buffer.from('{"received":true}')]]);
	expect(seenEvents.claim(EVENT).kind).toBe(kind);
});

it('takes data that somebody has edited', async () => {
	expect((await run({ json: { event: 'card.created' } })).outputs.flat()).toHaveLength(1);
});

it('puts the records into static data, which is no change to n8n: it can be written, copied and changed', async () => {
	const { set, written } = await run({ json });
	expect(set).toEqual([]);
	expect(Object.getOwnPropertyDescriptor(written, 'deliveries')).toEqual({
		value: seenEvents.records,
		configurable: true,
		enumerable: true,
		writable: true,
	});
});
