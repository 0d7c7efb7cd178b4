/** Batch > Create: all or nothing, one key per batch, and items that have to agree. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import { credentialFor, startScriptedService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

jest.setTimeout(60_000);

const sandbox = withSandbox();

const goOn: NodeSettings['node'] = { onError: 'continueRegularOutput' };

const run = async (
	parameters: INodeParameters,
	items: INodeExecutionData[],
	settings: Partial<NodeSettings> = {},
) =>
	await runActionNode({
		parameters: { ...letterParameters, resource: 'batch', ...parameters },
		items,
		credential: sandbox.credential,
		...settings,
	});

const order = (id: string, more: object = {}): INodeExecutionData => ({
	json: { ...letterItem(`Ana ${id}`).json, order: id, ...more },
});

const byExternalId = { externalId: '={{ $json.order }}' };

describe('all or nothing', () => {
	const rows = (badZip: string) =>
		Array.from({ length: 20 }, (_none, index) =>
			order(`P-${index + 1}`, index === 4 || index === 12 ? { zip: badZip } : {}),
		);

	it('items that were corrected and run again make each letter once', async () => {
		const parameters = { ...byExternalId, cardsPerBatch: 5 };
		const first = await run(parameters, rows('123'), { node: goOn });
		expect(await sandbox.requests()).toEqual([]);
		expect(first.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			rows('').map((_row, item) => ({ item })),
		);
		const said = first.outputs[0]?.map(({ json }) => json.error as string) ?? [];
		said.forEach((text, index) => {
			expect(text).toMatch(
				index === 4 || index === 12
					? new RegExp(`^Item ${index + 1}.*8 digits.*This item was not ordered\\.$`)
					: new RegExp(`^Item ${index + 1} is fine, but waits for the others\\. It was not ordered\\.$`),
			);
		});
		expect(first.outputs[0]?.[0]?.json).toMatchObject({
			message: expect.stringContaining('Correct items 5 and 13 and run all items again') as string,
			outcome: 'not_ordered',
			details: { item: 1, name: null, external_id: null, held_back: true, problems: [] },
		});
		expect(first.hints.map(({ message }) => message)).toEqual([
			'This step ordered nothing: 2 items must be corrected. The others (18) are fine and wait until then.',
		]);

		const second = await run(parameters, rows('22240-003'), { node: goOn });
		expect(second.outputs[0]?.map(({ json }) => json.total_cards)).toEqual([5, 5, 5, 5]);
		expect(await sandbox.letters()).toBe(20);
		await run(parameters, rows('22240-003'));
		expect(await sandbox.letters()).toBe(20);
	});

	it('without On Error → Continue one error names what is to correct', async () => {
		const { error } = await run(byExternalId, rows('123'));
		expect(error?.message).toBe('2 items have fields to correct. This step ordered nothing.');
		expect(await sandbox.requests()).toEqual([]);
	});

	it.each<[string, INodeParameters, string, number[]]>([
		[
			'an External ID is missing',
			byExternalId,
			'External ID is empty, and without it this letter could be ordered twice',
			[1],
		],
		[
			'an External ID appears twice',
			{ externalId: '={{ $json.twice }}' },
			'External ID appears more than once',
			[0, 2],
		],
	])('nothing leaves when %s', async (_why, parameters, words, wrong) => {
		const items = [order('7', { twice: 'x' }), order('', { twice: 'y' }), order('9', { twice: 'x' })];
		const { outputs } = await run({ ...parameters, cardsPerBatch: 2 }, items, { node: goOn });
		expect(outputs[0]?.map(({ json }) => json.error)).toEqual(
			[0, 1, 2].map(
				(item) =>
					expect.stringContaining(
						wrong.includes(item) ? words : `Item ${item + 1} is fine, but waits`,
					) as string,
			),
		);
		expect(await sandbox.requests()).toEqual([]);
	});
});

it('of one letter with an ID of another says so once', async () => {
	const items = [order('7'), order('7', { city: 'Olinda' })];
	const { error } = await run({ externalId: '={{ $json.order }}', cardsPerBatch: 1 }, items);
	expect(error?.description).toBe(
		'External ID appears more than once: all 2 items.\nCorrect it and run again.',
	);
});

describe('a batch the service rejected', () => {
	const refused = async (parameters: INodeParameters) => {
		const items = ['1', '2', '3', '4'].map((id) => order(id));
		const template = { __rl: true, mode: 'id', value: '={{ $json.order === "3" ? "tpl_none" : "" }}' };
		const settings = { cardsPerBatch: 2, template, options: { maxInFlight: 1 } };
		return (await run({ ...settings, ...parameters }, items)).error;
	};

	it('under Automatic keys asks for its items alone, since a new run orders every item', async () => {
		const said = await refused({});
		expect(said?.message).toMatch(/^Items 3 and 4: /);
		expect(said?.description).toContain('run again without the items of batches that were already ordered');
	});

	it('under a lasting key asks for all items, and for none to be deleted', async () => {
		const said = await refused(byExternalId);
		expect(said?.description).toMatch(
			/Correct the items it names and run all items again\. Do not delete items/,
		);
	});
});

describe('a batch is recognized as a whole', () => {
	const items = ['1', '2', '3'].map((id) => order(id));
	const totals = async (parameters: INodeParameters, given: INodeExecutionData[]) =>
		((await run(parameters, given)).outputs[0] ?? []).map(({ json }) => [json.outcome, json.total_cards]);

	it('by its list of External IDs, in every run', async () => {
		expect(await totals(byExternalId, items)).toEqual([['ordered', 3]]);
		expect(await totals(byExternalId, items)).toEqual([['ordered_before', 3]]);
		expect(await sandbox.letters()).toBe(3);
		// One row more, and all are ordered again.
		expect(await totals(byExternalId, [...items, order('4')])).toEqual([['ordered', 4]]);
		expect(await sandbox.letters()).toBe(7);
	});
});

describe('items of one batch that do not agree', () => {
	it('on Batch Schedule At are refused', async () => {
		const days = ['2030-01-05', '2030-01-05T00:00:00-03:00', '2030-01-06', ''];
		const items = days.map((at, index) => order(`${index}`, { at }));
		const { error } = await run({ additionalFields: { batchScheduleAt: '={{ $json.at }}' } }, items);
		expect(error?.description?.split('\n')).toEqual([
			'Item 3: Batch Schedule At is 2030-01-06T00:00:00-03:00, but 2030-01-05T00:00:00-03:00 in item 1 of the same batch.',
			'Item 4: Batch Schedule At is empty, but 2030-01-05T00:00:00-03:00 in item 1 of the same batch.',
			'Correct it and run again.',
		]);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('send the time of the first, when they are less than a minute apart', async () => {
		const times = ['2030-01-05T09:00:10.500-03:00', '2030-01-05T09:01:10.499-03:00', '2030-01-05T11:59:11Z'];
		const items = times.map((at, index) => order(`${index}`, { at }));
		const { error } = await run({ additionalFields: { batchScheduleAt: '={{ $json.at }}' } }, items);
		expect(error).toBeUndefined();
		const { cards } = await sandbox.control<{ cards: Array<{ estimated_posting_at: string }> }>(
			'GET',
			'/cards',
		);
		const sent = cards.map(({ estimated_posting_at: at }) => Date.parse(at));
		expect(sent).toEqual(times.map(() => Date.parse('2030-01-05T09:00:10.500-03:00')));
	});

	it('send one time when each reckons it from $now', async () => {
		const items = Array.from({ length: 40 }, (_none, index) => order(`${index}`));
		const { error, outputs } = await run(
			{ additionalFields: { batchScheduleAt: '={{ $now.plus({ days: 1 }) }}' } },
			items,
		);
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json.total_cards)).toEqual([40]);
	});

	it('on Batch Schedule At by a minute are refused', async () => {
		const times = ['2030-01-05T09:00:00-03:00', '2030-01-05T09:01:00-03:00'];
		const items = times.map((at, index) => order(`${index}`, { at }));
		const { error } = await run({ additionalFields: { batchScheduleAt: '={{ $json.at }}' } }, items);
		expect(error?.message).toBe(
			'Item 2: Batch Schedule At is 2030-01-05T09:01:00-03:00, but 2030-01-05T09:00:00-03:00 in item 1 of the same batch. This step ordered nothing.',
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('may have a date for each batch', async () => {
		const items = ['2030-01-05', '2030-01-05', '2030-01-06'].map((at, index) => order(`${index}`, { at }));
		const { error } = await run(
			{ additionalFields: { batchScheduleAt: '={{ $json.at }}' }, cardsPerBatch: 2 },
			items,
		);
		expect(error).toBeUndefined();
		const { cards } = await sandbox.control<{ cards: Array<{ estimated_posting_at: string }> }>(
			'GET',
			'/cards',
		);
		const sent = cards.map(({ estimated_posting_at: at }) => at.slice(0, 10));
		expect(sent.sort()).toEqual(['2030-01-05', '2030-01-05', '2030-01-06']);
	});
});

it('warns when the service counts other letters than were sent', async () => {
	const answer = { batch_id: 'bat_1', status: 'queued', total_cards: 2, created_at: '2026-01-01T00:00:00Z' };
	const service = await startScriptedService([{ status: 202, body: answer }]);
	const items = ['1', '2', '3'].map((id) => order(id));
	const { hints } = await run({}, items, { credential: credentialFor(service.baseUrl) });
	await service.close();
	expect(hints.map(({ message }) => message)).toContainEqual(
		expect.stringContaining('counts 2 letters in batch bat_1, but 3 were sent (items 1 to 3)'),
	);
});

describe('a spreadsheet of 30,000 lines to correct', () => {
	const items = Array.from({ length: 30_000 }, (_none, index) => order(`${index}`, { zip: '1' }));

	it.each<[string, NodeSettings['node']]>([
		['is one short error', {}],
		['is one short error item per item under On Error → Continue', goOn],
	])('%s', async (_what, node) => {
		const { error, outputs } = await run({ message: 'Oi', options: { maxLettersPerRun: 50_000 } }, items, {
			node,
		});
		if (node === goOn) {
			expect(outputs[0]?.length).toBe(30_000);
			expect(outputs[0]?.at(-1)?.json.error).toMatch(/^Item 30000: .*8 digits/);
		} else {
			expect(error?.message).toBe('30000 items have fields to correct. This step ordered nothing.');
			expect(error?.description).toBe(
				'Postal Code (CEP) must have 8 digits in Brazil, for example 01310-100: all 30000 items.\nCorrect it and run again.',
			);
		}
		expect(await sandbox.requests()).toEqual([]);
	});
});
