/** Batch > Create: all or nothing, one key per batch, and items that have to agree. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { goesOn, runLetters } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import { credentialFor, startScriptedService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const run = async (parameters: INodeParameters, items: INodeExecutionData[], more: typeof goesOn = {}) =>
	await runLetters(sandbox.credential, { resource: 'batch', ...parameters }, { ...more, items });

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
		const { error } = await run(parameters, rows('123'));
		expect(error?.message).toBe('2 items have fields to correct. This step ordered nothing.');
		const first = await run(parameters, rows('123'), goesOn);
		expect(await sandbox.requests()).toEqual([]);
		expect(first.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			rows('').map((_row, item) => ({ item })),
		);
		first.items.forEach(({ error: text }, index) => {
			expect(text).toMatch(
				index === 4 || index === 12
					? new RegExp(`^Item ${index + 1}.*8 digits.*This item was not ordered\\.$`)
					: new RegExp(`^Item ${index + 1} is fine, but waits for the others\\. It was not ordered\\.$`),
			);
		});
		expect(first.items[0]).toMatchObject({
			message: expect.stringContaining('Correct items 5 and 13 and run all items again') as string,
			outcome: 'not_ordered',
			details: { item: 1, name: null, external_id: null, held_back: true, problems: [] },
		});
		expect(first.hinted).toBe(
			'This step ordered nothing: 2 items must be corrected. The others (18) are fine and wait until then.',
		);

		const second = await run(parameters, rows('22240-003'), goesOn);
		expect(second.items.map(({ total_cards: total }) => total)).toEqual([5, 5, 5, 5]);
		await run(parameters, rows('22240-003'));
		expect(await sandbox.letters()).toBe(20);
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
		const given = [order('7', { twice: 'P-1' }), order('', { twice: 'P-2' }), order('9', { twice: 'P-1' })];
		const { items } = await run({ ...parameters, cardsPerBatch: 2 }, given, goesOn);
		items.forEach(({ error }, item) => {
			expect(error).toContain(wrong.includes(item) ? words : `Item ${item + 1} is fine, but waits`);
		});
		expect(await sandbox.requests()).toEqual([]);
	});
});

it('of one letter with an ID of another says so once', async () => {
	const items = [order('7'), order('7', { city: 'Olinda' })];
	const { error } = await run({ ...byExternalId, cardsPerBatch: 1 }, items);
	expect(error?.description).toBe(
		'External ID appears more than once: all 2 items.\nCorrect it and run again.',
	);
});

describe('a batch the service rejected', () => {
	const template = { __rl: true, mode: 'id', value: '={{ $json.order === "3" ? "tpl_none" : "" }}' };
	const refused = async (parameters: INodeParameters, more: typeof goesOn = {}) => {
		const settings = { cardsPerBatch: 2, template, options: { maxInFlight: 1 } };
		const items = ['1', '2', '3', '4'].map((id) => order(id));
		return await run({ ...settings, ...parameters }, items, more);
	};

	it('under Automatic keys asks for its items alone, since a new run orders every item', async () => {
		const { said } = await refused({});
		expect(said).toMatch(/^Items 3 and 4: .*\n/);
		expect(said).toContain('run again without the items of batches that were already ordered');
		expect(said).toMatch(/1 batch was already created \(items 1 and 2: bat_\S+\)/);
	});

	it('under a lasting key asks for all items, and for none to be deleted', async () => {
		expect((await refused(byExternalId)).said).toMatch(
			/Correct the items it names and run all items again\. Do not delete items/,
		);
	});

	it('comes back as one item per input, behind the batch before it', async () => {
		const { outputs, items } = await refused({}, goesOn);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 1 }],
			{ item: 2 },
			{ item: 3 },
		]);
		expect(items.map(({ outcome }) => outcome)).toEqual(['ordered', 'not_ordered', 'not_ordered']);
	});
});

it('is recognized as a whole, by its list of External IDs, in every run', async () => {
	const items = ['1', '2', '3'].map((id) => order(id));
	const totals = async (given: INodeExecutionData[]) =>
		(await run(byExternalId, given)).items.map(({ outcome, total_cards: total }) => [outcome, total]);
	expect(await totals(items)).toEqual([['ordered', 3]]);
	expect(await totals(items)).toEqual([['ordered_before', 3]]);
	expect(await sandbox.letters()).toBe(3);
	// One row more, and all are ordered again.
	expect(await totals([...items, order('4')])).toEqual([['ordered', 4]]);
	expect(await sandbox.letters()).toBe(7);
});

describe('items of one batch that do not agree on Batch Schedule At', () => {
	const runAt = async (times: string[], more: INodeParameters = {}) => {
		const items = times.map((at, index) => order(`${index}`, { at }));
		return await run({ additionalFields: { batchScheduleAt: '={{ $json.at }}' }, ...more }, items);
	};

	it.each([
		[
			'by a day, or not at all',
			['2030-01-05', '2030-01-05T00:00:00-03:00', '2030-01-06', ''],
			[
				'Item 3: Batch Schedule At is 2030-01-06T00:00:00-03:00, but 2030-01-05T00:00:00-03:00 in item 1 of the same batch.',
				'Item 4: Batch Schedule At is empty, but 2030-01-05T00:00:00-03:00 in item 1 of the same batch.',
			],
		],
		[
			'by a minute',
			['2030-01-05T09:00:00-03:00', '2030-01-05T09:01:00-03:00'],
			[
				'Item 2: Batch Schedule At is 2030-01-05T09:01:00-03:00, but 2030-01-05T09:00:00-03:00 in item 1 of the same batch. This step ordered nothing.',
			],
		],
	])('%s are refused', async (_how, times, lines) => {
		const { said } = await runAt(times);
		for (const line of lines) expect(said.split('\n')).toContain(line);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('are not sent under On Error → Continue either, also where no item is left that waits', async () => {
		const parameters = { additionalFields: { batchScheduleAt: '={{ $json.at }}' } };
		const { items } = await run(parameters, [order('1', { at: 'tomorrow' })], goesOn);
		expect(items).toMatchObject([{ outcome: 'to_correct' }]);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('send the time of the first, when they are less than a minute apart', async () => {
		const times = ['2030-01-05T09:00:10.500-03:00', '2030-01-05T09:01:10.499-03:00', '2030-01-05T11:59:11Z'];
		expect((await runAt(times)).error).toBeUndefined();
		const sent = (await sandbox.cards()).map(({ estimated_posting_at: at }) => Date.parse(at ?? ''));
		expect(sent).toEqual(times.map(() => Date.parse(times[0] ?? '')));
	});

	it('may have a date for each batch', async () => {
		const days = ['2030-01-05', '2030-01-05', '2030-01-06'];
		expect((await runAt(days, { cardsPerBatch: 2 })).error).toBeUndefined();
		const sent = (await sandbox.cards()).map(({ estimated_posting_at: at }) => at?.slice(0, 10));
		expect(sent.sort()).toEqual(days);
	});
});

it('warns when the service counts other letters than were sent', async () => {
	const answer = { batch_id: 'bat_1', status: 'queued', total_cards: 2, created_at: '2026-01-01T00:00:00Z' };
	const service = await startScriptedService([{ status: 202, body: answer }]);
	const items = ['1', '2', '3'].map((id) => order(id));
	const { hinted } = await runLetters(credentialFor(service.baseUrl), { resource: 'batch' }, { items });
	await service.close();
	expect(hinted).toContain('counts 2 letters in batch bat_1, but 3 were sent (items 1 to 3)');
});

describe('a spreadsheet of 30,000 lines to correct', () => {
	const lines = Array.from({ length: 30_000 }, (_none, index) => order(`${index}`, { zip: '1' }));
	const parameters = { message: 'Oi', options: { maxLettersPerRun: 50_000 } };

	it('is one short error', async () => {
		expect((await run(parameters, lines)).said).toBe(
			'30000 items have fields to correct. This step ordered nothing.\nPostal Code (CEP) must have 8 digits in Brazil, for example 01310-100: all 30000 items.\nCorrect it and run again.',
		);
	});

	it('is one short error item per item under On Error → Continue', async () => {
		const { items } = await run(parameters, lines, goesOn);
		expect(items).toHaveLength(30_000);
		expect(items.at(-1)?.error).toMatch(/^Item 30000: .*8 digits/);
	});
});
