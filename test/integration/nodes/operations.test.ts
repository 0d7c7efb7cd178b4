/** Every operation of the action node, in n8n-core's engine, against the sandbox. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { searchList } from '../../../tools/engine/engine';
import { goesOn, lettersTo, manyLetters, runLetters, withErrorOutput } from '../../support/letterRuns';
import { withSandbox } from '../../support/withSandbox';

describe('the action node', () => {
	const sandbox = withSandbox();

	const run = async (parameters: INodeParameters, items = lettersTo('Ana'), more: typeof goesOn = {}) =>
		await runLetters(sandbox.credential, parameters, { ...more, items });

	it('creates one card per item, in order and paired, and says so above the output', async () => {
		const byName = { externalId: '={{ "order-" + $json.name }}' };
		const { outputs, hints, error } = await run(byName, lettersTo('Ana', 'Bia', 'Caio'));
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.external_id, json.status, pairedItem])).toEqual([
			['order-Ana', 'queued', { item: 0 }],
			['order-Bia', 'queued', { item: 1 }],
			['order-Caio', 'queued', { item: 2 }],
		]);
		const message = /^3 letters ordered at 127\.0\.0\.1:\d+; estimated posting 2\d{3}-\d\d-\d\d\.$/;
		const hint = { type: 'info', location: 'outputPane', message: expect.stringMatching(message) as string };
		expect(hints).toContainEqual(expect.objectContaining(hint));
		expect(await sandbox.letters()).toBe(3);
	});

	it('has n8n read a plain credential a few times, not for every letter', async () => {
		let reads = 0;
		const credential = {
			...sandbox.credential,
			get apiKey() {
				reads += 1;
				return sandbox.credential.apiKey;
			},
		};
		const { error } = await runLetters(credential, {}, { items: manyLetters(40) });
		expect(error).toBeUndefined();
		expect(await sandbox.letters()).toBe(40);
		expect(reads).toBeLessThan(5);
	});

	it('sends template, style, schedule and metadata as the service names them', async () => {
		const { items } = await run({
			message: '',
			template: { __rl: true, mode: 'list', value: 'tpl_thank_you' },
			style: { __rl: true, mode: 'id', value: 'sty_casual' },
			additionalFields: {
				scheduleAt: '2030-12-01T09:00:00',
				metadata: { values: [{ key: 'order', value: '={{ 40 + 2 }}' }] },
			},
		});
		expect(items).toMatchObject([{ metadata: { order: 42 } }]);
		const at = new Date(items[0]?.estimated_posting_at as string);
		expect(at.toISOString()).toBe('2030-12-01T12:00:00.000Z');
	});

	const get: INodeParameters = { resource: 'card', operation: 'get' };

	it('gets a card with its timeline', async () => {
		const id = (await run({})).items[0]?.id as string;
		await sandbox.control('POST', `/cards/${id}/advance`, { to: 'delivered' });
		const { items } = await run({ ...get, cardId: `  ${id} ` });
		expect(items).toMatchObject([{ id, status: 'delivered' }]);
		expect((items[0]?.events as Array<{ type: string }>).map(({ type }) => type)).toEqual(
			['created', 'written', 'shipped', 'delivered'].map((event) => `card.${event}`),
		);
	});

	it.each<INodeParameters[string]>(['={{ $json.id }}', '={{ $json["id"] ?? null }}'])(
		'gets the cards beside items without an ID, which are named: %s',
		async (cardId) => {
			const faults: Array<[id: unknown, text: string]> = [
				[null, 'is empty'],
				[undefined, 'is empty'],
				[' ', 'is empty'],
				[{ a: 1 }, 'must be text, but is an object'],
				[['crd_1'], 'must be text, but is a list'],
				[true, 'must be text, but is true'],
				[12345678901234567890, 'must be text, but is too long a number. It has lost'],
				['crd_\ud83d', 'has half a character'],
				['crd_\uFFFD', 'has characters that were lost'],
			];
			const id = (await run({})).items[0]?.id as string;
			const rows = (ids: unknown[]) => ids.map((one) => ({ json: { id: one } })) as INodeExecutionData[];
			const { error } = await run({ ...get, cardId }, rows([id, '']));
			expect(error?.message).toBe('Item 2: Letter ID is empty. This step ordered nothing.');
			const given = rows([id, ...faults.map(([wrong]) => wrong), 7, id]);
			const { items } = await run({ ...get, cardId }, given, goesOn);
			expect(items.map((json) => json.id ?? json.error)).toEqual([
				id,
				...faults.map(
					([, text], index) => expect.stringContaining(`Item ${index + 2}: Letter ID ${text}`) as string,
				),
				'Item 11: There is no letter with this ID',
				id,
			]);
			expect(items[1]?.message).toBe('Correct it and run again.');
			const paths = (await sandbox.requests()).map(({ path }) => path);
			expect(paths.filter((path) => path.includes('/cards/')).sort()).toEqual(
				['7', id, id].map((one) => `/v1/cards/${one}`),
			);
		},
	);

	it('says of the item of a check why it has no ID', async () => {
		const { items } = await run({ orderingMode: 'check' });
		const { error } = await run({ ...get, cardId: '={{ $json.id }}' }, [{ json: items[0] ?? {} }]);
		expect(error?.message).toContain('Letter ID is empty, because the letter was only checked');
	});

	it('cuts the input into batches and pairs each with its items', async () => {
		const { outputs } = await run({ resource: 'batch', cardsPerBatch: 2 }, manyLetters(5));
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.total_cards, pairedItem])).toEqual([
			[2, [{ item: 0 }, { item: 1 }]],
			[2, [{ item: 2 }, { item: 3 }]],
			[1, { item: 4 }],
		]);
		expect(await sandbox.letters()).toBe(5);
	});

	it.each(['template', 'style'])('lists %ss, all or up to a limit', async (resource) => {
		const all = await run({ resource, operation: 'getMany', returnAll: true });
		const some = await run({ resource, operation: 'getMany', returnAll: false, limit: 2 });
		expect(all.items.length).toBeGreaterThan(2);
		expect(some.outputs[0]).toEqual(all.outputs[0]?.slice(0, 2));
		expect(some.outputs[0]?.[0]).toMatchObject({ pairedItem: { item: 0 } });
	});

	it.each([-1, 0, '={{ "all" }}'])('lists nothing up to a limit that is none: %s', async (limit) => {
		const { error } = await run({ resource: 'style', operation: 'getMany', returnAll: false, limit });
		expect(error?.message).toBe('Limit must be a number of at least 1. This step ordered nothing.');
	});

	it('feeds the From List choices and filters them', async () => {
		const { results } = await searchList('searchTemplates', sandbox.credential);
		expect(results).toContainEqual({ name: 'Thank you (first_name, product)', value: 'tpl_thank_you' });
		const { results: found } = await searchList('searchStyles', sandbox.credential, 'CASUAL');
		expect(found.map(({ value }) => value)).toEqual(['sty_casual']);
		expect(results[0]).toEqual({ name: 'No template', value: '' });
		const { results: styles } = await searchList('searchStyles', sandbox.credential);
		expect(styles[0]).toEqual({ name: 'The service chooses', value: '' });
	});

	describe.each<[string, INodeParameters]>([
		['Idempotency Key', { options: { idempotencyKey: 'order-7' } }],
		['External ID', { externalId: '={{ "order-8" }}' }],
	])('one %s', (label, keys) => {
		it('runs an order again without a second letter', async () => {
			const first = await run(keys);
			const second = await run(keys);
			expect(first.items[0]?.outcome).toBe('ordered');
			expect(second.items).toEqual([{ ...first.items[0], outcome: 'ordered_before' }]);
			expect(second.hinted).toMatch(/^0 ordered; 1 had been ordered before\b/);
			expect(await sandbox.letters()).toBe(1);
		});

		it('sends items of equal contents once, and says so on each', async () => {
			const given = { values: [{ key: '', value: '={{ { tags: { vip: "yes" } } }}' }] };
			const parameters = { ...keys, additionalFields: { metadata: given } };
			const { items, hints } = await run(parameters, lettersTo('Ana', 'Ana'));
			const [first, second] = items;
			expect(items).toMatchObject([{ outcome: 'ordered' }, { outcome: 'ordered', id: first?.id as string }]);
			expect(hints.map(({ message }) => message)).toContainEqual(
				expect.stringMatching(/^1 letter ordered at /),
			);
			expect(await sandbox.requests()).toHaveLength(1);
			// An object each: a later node may change its own.
			expect(second?.metadata).toEqual({ tags: { vip: 'yes' } });
			expect(second).not.toBe(first);
			expect(second?.metadata).not.toBe(first?.metadata);
		});

		it('refuses the item of other contents, and sends the others only where the run goes on', async () => {
			const items = lettersTo('Ana', 'Bia', 'Ana');
			const { error } = await run(keys, items);
			expect(error?.message).toMatch(
				new RegExp(
					`^Item 2 .*has the same ${label} as item 1, but other contents\\. This step ordered nothing`,
				),
			);
			expect(await sandbox.requests()).toEqual([]);
			const { items: all } = await run(keys, items, goesOn);
			expect(all.map(({ outcome }) => outcome)).toEqual(['ordered', 'to_correct', 'ordered']);
			expect((await sandbox.cards()).map(({ request }) => request.to.name)).toEqual(['Ana']);
		});
	});

	it('orders none of equal letters without an External ID, and the others only where the run goes on', async () => {
		const items = lettersTo('Ana', 'Bia', 'Ana');
		const { said } = await run({}, items);
		expect(said).toContain('Items 1 and 3 are the same letter');
		expect(said).toContain('If you want copies, give each an External ID');
		expect(await sandbox.requests()).toEqual([]);
		const { outputs, failed } = await run({}, items, withErrorOutput);
		const pairs = outputs.map((output) => output.map(({ pairedItem }) => pairedItem));
		expect(pairs).toEqual([[{ item: 1 }], [{ item: 0 }, { item: 2 }]]);
		const error = { details: expect.objectContaining({ outcome: 'to_correct' }) as object };
		expect(failed).toMatchObject([{ error }, { error }]);
		expect((await sandbox.cards()).map(({ request }) => request.to.name)).toEqual(['Bia']);
	});
});
