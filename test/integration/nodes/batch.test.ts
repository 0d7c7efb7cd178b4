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

const byExternalId = { idempotencyKeyMode: 'externalId', externalId: '={{ $json.order }}' };

const keysSent = async () => (await sandbox.requests()).map((request) => request.idempotency_key).sort();

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
					? new RegExp(`^Item ${index + 1}.*8 digits.*Nothing was sent\\.$`)
					: new RegExp(`^Item ${index + 1} is fine, but waits for the others\\. Nothing was sent\\.$`),
			);
		});
		expect(first.outputs[0]?.[0]?.json).toMatchObject({
			message: expect.stringContaining('Correct items 5 and 13 and run all items again') as string,
			details: { item: 1, name: null, external_id: null, held_back: true, problems: [] },
		});
		expect(first.hints.map(({ message }) => message)).toEqual([
			'Nothing was sent: 2 items must be corrected. The others (18) are fine and wait until then.',
		]);

		const second = await run(parameters, rows('22240-003'), { node: goOn });
		expect(second.outputs[0]?.map(({ json }) => json.total_cards)).toEqual([5, 5, 5, 5]);
		expect(await sandbox.letters()).toBe(20);
		await run(parameters, rows('22240-003'));
		expect(await sandbox.letters()).toBe(20);
	});

	it('without On Error → Continue one error names what is to correct', async () => {
		const { error } = await run(byExternalId, rows('123'));
		expect(error?.message).toBe('2 items have fields to correct. Nothing was sent.');
		expect(await sandbox.requests()).toEqual([]);
	});

	it('a list of one item that is wrong holds back the lists of the others', async () => {
		const letter = { to: letterItem('Ana').json, message: 'Oi' };
		const lists = [[letter], [letter, { ...letter, to: { ...letter.to, zip: '1' } }]];
		const { outputs } = await run(
			{ cards: 'json', cardsJson: '={{ $json.list }}' },
			lists.map((list) => ({ json: { list } })),
			{ node: goOn },
		);
		expect(outputs[0]?.map(({ json }) => json.error)).toEqual([
			'Item 1 is fine, but waits for the others. Nothing was sent.',
			expect.stringMatching(/^Item 2: cards\[1\]\.to\.zip .*8 digits/),
		]);
		expect(await sandbox.requests()).toEqual([]);
	});

	it.each([
		['text that is no JSON', '[{"to": ', 'is not valid JSON'],
		['a key twice', '[{"message": "a", "message": "b"}]', 'has the key "message" more than once'],
		['no list', '{"message": "a"}', 'must be an array with at least one letter'],
	])('nothing leaves when the list is %s', async (_what, cardsJson, words) => {
		const { error } = await run({ cards: 'json', cardsJson }, [{ json: {} }]);
		expect(error?.message).toBe(`Item 1: Letters (JSON) ${words}. Nothing was sent.`);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('a word in a list that an expression made leaves only where it is meant', async () => {
		const letter = { to: letterItem('Ana').json, message: 'O contrato \u00e9 null e void', external_id: 'A' };
		const list = { cards: 'json', cardsJson: '={{ $json.list }}' };
		const items = [{ json: { list: [letter] } }];
		const refused = await run({ ...list, options: { allowGapsIn: ['name'] } }, items);
		expect(refused.error?.message).toBe(
			'Item 1 (External ID A): cards[0].message says "null": an expression did not find its value. Fill in the value; if the word is intended, select Message in the option Allow Gaps In. Nothing was sent.',
		);
		expect(await sandbox.requests()).toEqual([]);
		const { error } = await run({ ...list, options: { allowGapsIn: ['message'] } }, items);
		expect(error).toBeUndefined();
		expect(await sandbox.letters()).toBe(1);
	});

	it.each<[string, INodeParameters, string, number[]]>([
		['an External ID is missing', byExternalId, 'External ID is empty', [1]],
		[
			'its key is no header',
			{ idempotencyKeyMode: 'custom', idempotencyKey: 'a\nb' },
			'Custom Key must be',
			[0, 1, 2],
		],
		[
			'an External ID appears twice',
			{ externalId: '={{ $json.twice }}' },
			'"x" appears more than once',
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

describe('a custom key for more than one batch', () => {
	it('stays with its first batch, and the later ones add their number', async () => {
		const items = ['1', '2', '3', '4', '5'].map((id) => order(id));
		const parameters = { cardsPerBatch: 2, idempotencyKeyMode: 'custom', idempotencyKey: 'may' };
		for (const time of [1, 2]) {
			const { outputs } = await run(parameters, items);
			expect([time, ...(outputs[0] ?? []).map(({ json }) => json.total_cards)]).toEqual([time, 2, 2, 1]);
			expect(await sandbox.letters()).toBe(5);
		}
		expect(new Set(await keysSent())).toEqual(new Set(['may', 'may (batch 2)', 'may (batch 3)']));
	});

	it('rejects the same items in another order, and orders none of them', async () => {
		const items = ['1', '2', '3'].map((id) => order(id));
		const parameters = { idempotencyKeyMode: 'custom', idempotencyKey: 'may' };
		await run(parameters, items);
		const { error } = await run(parameters, items.toReversed());
		expect(error?.message).toMatch(
			/^Items 1 to 3 had the Custom Key of a batch that had already been ordered with different contents \(bat_/,
		);
		expect(await sandbox.letters()).toBe(3);
	});

	it('makes two letters of a list that holds one twice', async () => {
		const letter = { to: letterItem('Ana').json, message: 'Oi' };
		await run(
			{
				cards: 'json',
				cardsJson: JSON.stringify([letter, letter]),
				cardsPerBatch: 1,
				idempotencyKeyMode: 'custom',
				idempotencyKey: 'order-7',
			},
			[{ json: {} }],
		);
		expect(await sandbox.letters()).toBe(2);
		expect(await keysSent()).toEqual(['order-7', 'order-7 (batch 2)']);
	});

	it('makes one batch of two items with the same list and the same key', async () => {
		const list = [{ to: letterItem('Ana').json, message: 'Oi' }];
		const parameters = { cards: 'json', cardsJson: '={{ $json.list }}' };
		await run({ ...parameters, idempotencyKeyMode: 'custom', idempotencyKey: 'order-7' }, [
			{ json: { list } },
			{ json: { list } },
		]);
		expect(await sandbox.letters()).toBe(1);
	});
});

describe('items of one batch that do not agree', () => {
	it('on Batch Schedule At are refused', async () => {
		const days = ['2030-01-05', '2030-01-05T00:00:00-03:00', '2030-01-06', ''];
		const items = days.map((at, index) => order(`${index}`, { at }));
		const { error } = await run({ batchScheduleAt: '={{ $json.at }}' }, items);
		expect(error?.description?.split('\n')).toEqual([
			'Item 3: Batch Schedule At is 2030-01-06T00:00:00-03:00, but 2030-01-05T00:00:00-03:00 in item 1 of the same batch.',
			'Item 4: Batch Schedule At is empty, but 2030-01-05T00:00:00-03:00 in item 1 of the same batch.',
			'Correct them and run again.',
		]);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('send the time of the first, when they are less than a minute apart', async () => {
		const times = ['2030-01-05T09:00:10.500-03:00', '2030-01-05T09:01:10.499-03:00', '2030-01-05T11:59:11Z'];
		const items = times.map((at, index) => order(`${index}`, { at }));
		const { error } = await run({ batchScheduleAt: '={{ $json.at }}' }, items);
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
		const { error, outputs } = await run({ batchScheduleAt: '={{ $now.plus({ days: 1 }) }}' }, items);
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json.total_cards)).toEqual([40]);
	});

	it('on Batch Schedule At by a minute are refused', async () => {
		const times = ['2030-01-05T09:00:00-03:00', '2030-01-05T09:01:00-03:00'];
		const items = times.map((at, index) => order(`${index}`, { at }));
		const { error } = await run({ batchScheduleAt: '={{ $json.at }}' }, items);
		expect(error?.message).toBe(
			'Item 2: Batch Schedule At is 2030-01-05T09:01:00-03:00, but 2030-01-05T09:00:00-03:00 in item 1 of the same batch. Nothing was sent.',
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('may have a date for each batch', async () => {
		const items = ['2030-01-05', '2030-01-05', '2030-01-06'].map((at, index) => order(`${index}`, { at }));
		const { error } = await run({ batchScheduleAt: '={{ $json.at }}', cardsPerBatch: 2 }, items);
		expect(error).toBeUndefined();
		const { cards } = await sandbox.control<{ cards: Array<{ estimated_posting_at: string }> }>(
			'GET',
			'/cards',
		);
		const sent = cards.map(({ estimated_posting_at: at }) => at.slice(0, 10));
		expect(sent.sort()).toEqual(['2030-01-05', '2030-01-05', '2030-01-06']);
	});

	it('on Duplicate Protection are refused', async () => {
		const items = ['automatic', 'custom', 'automatic'].map((mode, index) => order(`${index}`, { mode }));
		const { error } = await run({ idempotencyKeyMode: '={{ $json.mode }}', idempotencyKey: 'k' }, items);
		expect(error?.message).toBe(
			'Item 2: Duplicate Protection is not the same as in item 1 of the same batch (Only Within This Run). Nothing was sent.',
		);
		expect(await sandbox.requests()).toEqual([]);
	});
});

it('warns when the service counts other letters than were sent', async () => {
	const answer = { batch_id: 'bat_1', status: 'queued', total_cards: 2, created_at: '2026-01-01T00:00:00Z' };
	const service = await startScriptedService([{ status: 202, body: answer }]);
	const items = ['1', '2', '3'].map((id) => order(id));
	const { hints } = await run({}, items, { credential: credentialFor(service.baseUrl) });
	await service.close();
	expect(hints.filter(({ type }) => type === 'warning').map(({ message }) => message)).toEqual([
		expect.stringContaining('counts 2 letters in batch bat_1, but 3 were sent (items 1 to 3)'),
	]);
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
			expect(error?.message).toBe('30000 items have fields to correct. Nothing was sent.');
			expect(error?.description).toBe(
				'Postal Code (CEP) must have 8 digits in Brazil, for example 01310-100: all 30000 items.\nCorrect them and run again.',
			);
		}
		expect(await sandbox.requests()).toEqual([]);
	});

	it('in one JSON list is as short', async () => {
		const letter = { to: { ...letterItem('Ana').json, zip: '1' }, message: 'Oi' };
		const list = Array.from({ length: 30_000 }, () => letter);
		const options = { maxLettersPerRun: 50_000 };
		const parameters = { cards: 'json', cardsJson: '={{ $json.list }}', options };
		const { outputs } = await run(parameters, [{ json: { list } }], { node: goOn });
		expect(outputs[0]).toHaveLength(1);
		expect(outputs[0]?.[0]?.json).toMatchObject({
			error: 'Item 1 has 30000 fields to correct. Nothing was sent.',
			message: expect.stringContaining(': cards[0], cards[1], cards[2] and 29997 more.') as string,
			details: { more_problems: 29_980 },
		});
		expect(JSON.stringify(outputs[0]?.[0]?.json).length).toBeLessThan(20_000);
	});
});
