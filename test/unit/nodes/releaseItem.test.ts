import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { OwnDelivery } from '../../../nodes/HandwrittenLettersTrigger/duplicates/ownDelivery';
import { withOwnDelivery } from '../../../nodes/HandwrittenLettersTrigger/duplicates/ownDelivery';
import { releaseItem } from '../../../nodes/HandwrittenLettersTrigger/duplicates/releaseItem';
import { CAPACITY, SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { CARD_EVENTS } from '../../../nodes/shared/contract/contract';
import type { VirtualClock } from '../../../tools/virtualClock';
import { settle } from '../../../tools/virtualClock';
import { watchedStaticData } from '../../support/trigger/watchedStaticData';
import { withVirtualClock } from '../../support/withVirtualClock';

const EVENT = '0123456789abcdef'.repeat(4);
const json = { event: 'card.created', data: { id: 'crd_1' }, dedupe_key: EVENT };

let clock: VirtualClock;
let seenEvents: SeenEvents;
withVirtualClock((started) => {
	clock = started;
	seenEvents = newProcess();
});

const newProcess = () => new SeenEvents(CAPACITY, clock.now, { runsExecutions: true, answersFirst: false });
const accepted = (acceptedAt: number): INodeExecutionData => ({ json, acceptedAt });
const own = (more: Partial<OwnDelivery> = {}) => ({
	begin: jest.fn(),
	refused: Promise.resolve(false),
	goesOn: () => true,
	...more,
});

function release(item: INodeExecutionData | undefined, options: IDataObject = {}, written: IDataObject = {}) {
	const { getWorkflowStaticData, set } = watchedStaticData(written);
	const hints: Array<{ message: string; location?: string }> = [];
	const context = {
		getInputData: () => (item ? [item] : []),
		getNode: () => ({ name: 'Letter Events' }),
		getNodeParameter: (name: string, _item: number, none: unknown) => (name === 'options' ? options : none),
		getWorkflowStaticData,
		addExecutionHints: (hint: { message: string }) => hints.push(hint),
	};
	const outputs = releaseItem(context as unknown as IExecuteFunctions, seenEvents);
	return { outputs, hints, set, written };
}
const NOTHING = [[]];
const ITEM = [[{ json }]];

it('passes nothing on where nothing came', async () => {
	expect(await release(undefined).outputs).toEqual(NOTHING);
});

it('passes a test event on, alone or on the output of its event', async () => {
	const item = { json };
	const { outputs: alone, written } = release(item);
	expect([await alone, Object.keys(written)]).toEqual([ITEM, []]);
	const outputs = await release(item, { outputPerEvent: true }).outputs;
	expect(outputs).toHaveLength(CARD_EVENTS.length);
	expect(outputs.flat()).toEqual(ITEM.flat());
});

it('with the filter off, goes on at once, and its delivery knows that it has begun', async () => {
	const delivery = own({ refused: new Promise(() => undefined), goesOn: () => false });
	const item = withOwnDelivery(accepted(clock.now()), delivery);
	expect(await release(item, { ignoreDuplicates: false }).outputs).toEqual(ITEM);
	expect(delivery.begin).toHaveBeenCalledTimes(1);
});

it('throws when n8n has answered its delivery with an error', async () => {
	const item = withOwnDelivery(accepted(clock.now()), own({ refused: Promise.resolve(true) }));
	await expect(release(item).outputs).rejects.toThrow('n8n answered this delivery with an error');
});

it('waits for the answer for 30 seconds, and goes on then', async () => {
	const item = withOwnDelivery(accepted(clock.now()), own({ refused: new Promise(() => undefined) }));
	const passedOn = jest.fn();
	void release(item).outputs.then(passedOn);
	await settle();
	await clock.advance(29_999);
	expect(passedOn).not.toHaveBeenCalled();
	await clock.advance(1);
	expect(passedOn).toHaveBeenCalledWith(ITEM);
});

it('its delivery is known by a copy of the item, as n8n makes it', async () => {
	const delivery = own();
	await release({ ...withOwnDelivery(accepted(clock.now()), delivery) }).outputs;
	expect(delivery.begin).toHaveBeenCalled();
});

it('another version of this package finds the delivery in the item', () => {
	const item = withOwnDelivery({ json }, own());
	expect(Object.getOwnPropertySymbols(item)).toEqual([
		Symbol.for('n8n-nodes-handwritten-letters: own delivery'),
	]);
});

it('yields to the execution that goes on with the event, and says so', async () => {
	const later = clock.now() + 1000;
	expect(seenEvents.goesOn(EVENT, later)).toBe(true);
	const { outputs, hints } = release(accepted(clock.now()));
	expect(await outputs).toEqual(NOTHING);
	expect(hints).toEqual([
		{
			message:
				'Nothing was done here: the service delivered "card.created" of the letter crd_1 again, and another execution goes on with it.',
			location: 'outputPane',
		},
	]);
	const { outputs: goesOn, hints: none } = release(accepted(later));
	expect([await goesOn, none]).toEqual([ITEM, []]);
});

it('yields where the process that received its delivery does not let it go on', async () => {
	const item = withOwnDelivery(accepted(clock.now()), own({ goesOn: () => false }));
	expect(await release(item).outputs).toEqual(NOTHING);
});

describe('static data', () => {
	const stored = (process: SeenEvents) => {
		process.goesOn(EVENT, clock.now() + 1000);
		return { deliveries: JSON.parse(JSON.stringify(process.records)) as IDataObject };
	};

	it('of another process says which execution goes on', async () => {
		const written = stored(newProcess());
		expect(await release(accepted(clock.now()), {}, written).outputs).toEqual(NOTHING);
	});

	it('is not read again in the process that received the delivery', async () => {
		const written = stored(newProcess());
		const { delivery } = seenEvents.see(EVENT) as { delivery: { decide: (outcome: 'kept') => void } };
		delivery.decide('kept');
		expect(await release(accepted(clock.now()), {}, written).outputs).toEqual(ITEM);
	});

	it('holds the records, which is no change to n8n: it can be written, copied and changed', async () => {
		const { outputs, set, written } = release(accepted(clock.now()));
		await outputs;
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
	])('is changed %s', async (_what, isOwn, unwritten, changes) => {
		if (!unwritten) {
			seenEvents.goesOn(EVENT, clock.now());
			JSON.stringify(seenEvents.records);
		}
		const item = isOwn ? withOwnDelivery(accepted(clock.now()), own()) : accepted(clock.now());
		const { outputs, set } = release(item);
		await outputs;
		expect(set).toHaveLength(changes);
	});
});
