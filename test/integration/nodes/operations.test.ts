/** Every operation of the action node, in n8n-core's engine, against the sandbox. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { runActionNode, searchList } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

describe('the action node', () => {
	const sandbox = withSandbox();

	const run = async (parameters: INodeParameters, items = [letterItem('Ana')]) =>
		await runActionNode({ parameters, items, credential: sandbox.credential });

	it('creates one card per item, in order and paired', async () => {
		const items = ['Ana', 'Bia', 'Caio'].map((name) => letterItem(name));
		const { outputs, error } = await run(
			{ ...letterParameters, externalId: '={{ "order-" + $json.name }}' },
			items,
		);
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.external_id, json.status, pairedItem])).toEqual([
			['order-Ana', 'queued', { item: 0 }],
			['order-Bia', 'queued', { item: 1 }],
			['order-Caio', 'queued', { item: 2 }],
		]);
		expect(await sandbox.letters()).toBe(3);
	});

	it('says above the output how many letters were ordered', async () => {
		const bad = { json: { ...letterItem('Bia').json, zip: '123' } };
		const { hints } = await runActionNode({
			parameters: letterParameters,
			items: [letterItem('Ana'), bad],
			credential: sandbox.credential,
			node: { onError: 'continueRegularOutput' },
		});
		expect(hints).toHaveLength(1);
		expect(hints[0]).toMatchObject({ type: 'info', location: 'outputPane' });
		expect(hints[0]?.message).toMatch(
			/^1 letter ordered at 127\.0\.0\.1:\d+, 1 item failed; estimated posting 2\d{3}-\d\d-\d\d\. Item 2 was not ordered\. /,
		);
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
		const items = Array.from({ length: 40 }, (_none, index) => letterItem(`Ana ${index}`));
		const { error } = await runActionNode({ parameters: letterParameters, items, credential });
		expect(error).toBeUndefined();
		expect(await sandbox.letters()).toBe(40);
		expect(reads).toBeLessThan(5);
	});

	it('sends template, style, schedule and metadata as the service names them', async () => {
		const { outputs } = await run({
			...letterParameters,
			message: '',
			template: { __rl: true, mode: 'list', value: 'tpl_thank_you' },
			style: { __rl: true, mode: 'id', value: 'sty_casual' },
			additionalFields: {
				scheduleAt: '2030-12-01T09:00:00',
				metadata: { values: [{ key: 'order', value: '={{ 40 + 2 }}' }] },
			},
		});
		expect(outputs[0]?.[0]?.json).toMatchObject({ metadata: { order: 42 } });
		const at = new Date(outputs[0]?.[0]?.json.estimated_posting_at as string);
		expect(at.toISOString()).toBe('2030-12-01T12:00:00.000Z');
	});

	it('gets a card with its timeline', async () => {
		const created = await run(letterParameters);
		const id = created.outputs[0]?.[0]?.json.id as string;
		await sandbox.control('POST', `/cards/${id}/advance`, { to: 'delivered' });
		const { outputs } = await run({ resource: 'card', operation: 'get', cardId: `  ${id} ` });
		expect(outputs[0]?.[0]?.json).toMatchObject({ id, status: 'delivered' });
		expect((outputs[0]?.[0]?.json.events as Array<{ type: string }>).map(({ type }) => type)).toEqual([
			'card.created',
			'card.written',
			'card.shipped',
			'card.delivered',
		]);
	});

	describe('getting cards of which some have no ID', () => {
		const faults: Array<[id: unknown, text: string]> = [
			[null, 'is empty'],
			[undefined, 'is empty'],
			[' ', 'is empty'],
			[{ a: 1 }, 'must be text, but is an object'],
			[['crd_1'], 'must be text, but is a list'],
			[true, 'must be text, but is true'],
			[12345678901234567890, 'must be text, but is 12345678901234567000. A number this long'],
			['crd_\ud83d', 'has half a character'],
			['crd_\uFFFD', 'has characters that were lost'],
		];
		const rows = (ids: unknown[]) => ids.map((id) => ({ json: { id } })) as INodeExecutionData[];
		const get: INodeParameters = { resource: 'card', operation: 'get' };

		it.each<INodeParameters[string]>(['={{ $json.id }}', '={{ $json["id"] ?? null }}'])(
			'blames only their items under On Error → Continue: %s',
			async (cardId) => {
				const created = await run(letterParameters);
				const id = created.outputs[0]?.[0]?.json.id as string;
				const { outputs } = await runActionNode({
					parameters: { ...get, cardId },
					items: rows([id, ...faults.map(([wrong]) => wrong), 7, id]),
					credential: sandbox.credential,
					node: { onError: 'continueRegularOutput' },
				});
				const said = (outputs[0] ?? []).map(({ json }) => json.id ?? json.error);
				expect(said).toEqual([
					id,
					...faults.map(
						([, text], index) => expect.stringContaining(`Item ${index + 2}: Letter ID ${text}`) as string,
					),
					expect.stringContaining('There is no letter with the id "7"'),
					id,
				]);
				expect(outputs[0]?.[1]?.json.message).toBe('Correct it and run again.');
				const paths = (await sandbox.requests()).map(({ path }) => path);
				expect(paths.filter((path) => path.includes('/cards/')).sort()).toEqual(
					['7', id, id].map((one) => `/v1/cards/${one}`),
				);
			},
		);

		it.each(faults)('names the item of an ID that is %j', async (wrong, text) => {
			const { error } = await run({ ...get, cardId: '={{ $json.id }}' }, rows(['crd_1', wrong]));
			expect(error?.message).toContain(`Item 2: Letter ID ${text}`);
			expect(error?.message).toMatch(/Nothing was sent\.$/);
			expect(await sandbox.requests()).toEqual([]);
		});
	});

	it('cuts the input into batches and pairs each with its items', async () => {
		const items = Array.from({ length: 5 }, (_none, index) => letterItem(`Ana ${index}`));
		const { outputs } = await run({ ...letterParameters, resource: 'batch', cardsPerBatch: 2 }, items);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.total_cards, pairedItem])).toEqual([
			[2, [{ item: 0 }, { item: 1 }]],
			[2, [{ item: 2 }, { item: 3 }]],
			[1, { item: 4 }],
		]);
		expect(await sandbox.letters()).toBe(5);
	});

	it('creates batches from a JSON array, each part with a key of its own', async () => {
		const letter = { to: letterItem('Ana').json, message: 'Oi' };
		const { outputs, error } = await run({
			resource: 'batch',
			operation: 'create',
			cards: 'json',
			cardsJson: JSON.stringify([letter, letter, letter]),
			cardsPerBatch: 2,
		});
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json.total_cards)).toEqual([2, 1]);
		expect(await sandbox.letters()).toBe(3);
	});

	it.each(['={{ $json.nowhere }}', '={{ 1/0 }}', 'abc', 0, -5])(
		'sends nothing with %s cards per batch',
		async (cardsPerBatch) => {
			const { error } = await run({ ...letterParameters, resource: 'batch', cardsPerBatch });
			expect(error?.message).toBe('Letters per Batch must be a number of at least 1. Nothing was sent.');
			expect(await sandbox.requests()).toEqual([]);
		},
	);

	it.each(['template', 'style'])('lists %ss, all or up to a limit', async (resource) => {
		const all = await run({ resource, operation: 'getMany', returnAll: true });
		const some = await run({ resource, operation: 'getMany', returnAll: false, limit: 2 });
		expect(all.outputs[0]?.length).toBeGreaterThan(2);
		expect(some.outputs[0]).toEqual(all.outputs[0]?.slice(0, 2));
		expect(some.outputs[0]?.[0]).toMatchObject({ pairedItem: { item: 0 } });
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

	it.each([
		['Custom', { idempotencyKeyMode: 'custom', idempotencyKey: 'order-7' }],
		['External ID', { idempotencyKeyMode: 'externalId', externalId: 'order-8' }],
	])('runs an order again under %s keys without a second letter', async (_mode, keys) => {
		const first = await run({ ...letterParameters, ...keys });
		const second = await run({ ...letterParameters, ...keys });
		expect(second.outputs[0]?.[0]?.json).toEqual({
			...first.outputs[0]?.[0]?.json,
			ordered_before: true,
		});
		expect(second.hints[0]?.message).toMatch(/^0 new letters; 1 had been ordered before\b/);
		expect(await sandbox.letters()).toBe(1);
	});

	it('sends items that share a key and their contents once, and gives both the letter', async () => {
		const twins = [letterItem('Ana'), letterItem('Ana')];
		const { outputs } = await run(
			{ ...letterParameters, idempotencyKeyMode: 'custom', idempotencyKey: 'order-7' },
			twins,
		);
		const [first, second] = outputs[0] ?? [];
		expect(second?.json.id).toBe(first?.json.id);
		expect([first?.json.ordered_before, second?.json.ordered_before]).toEqual([undefined, true]);
		expect(await sandbox.requests()).toHaveLength(1);
	});

	it('gives items that share a letter an object each', async () => {
		const { outputs } = await run(
			{
				...letterParameters,
				idempotencyKeyMode: 'custom',
				idempotencyKey: 'order-7',
				additionalFields: { metadataJson: '{"tags":{"vip":"yes"}}' },
			},
			[letterItem('Ana'), letterItem('Ana')],
		);
		const [first, second] = (outputs[0] ?? []).map(({ json }) => json);
		expect(second?.metadata).toEqual(first?.metadata);
		expect(second).not.toBe(first);
		expect(second?.metadata).not.toBe(first?.metadata);
	});

	it('chooses the Duplicate Protection of each item by its own expression', async () => {
		const items = ['automatic', 'custom', 'externalId'].map((mode) => ({
			json: { ...letterItem('Ana').json, mode },
		}));
		await run(
			{
				...letterParameters,
				idempotencyKeyMode: '={{ $json.mode }}',
				idempotencyKey: 'order-7',
				externalId: 'order-8',
				options: { maxInFlight: 1 },
			},
			items,
		);
		const keys = (await sandbox.requests()).map((request) => request.idempotency_key);
		const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
		expect(keys).toEqual([hash, 'order-7', hash]);
	});

	it.each(['Automatic', '', '={{ $json.nowhere }}', '={{ 7 }}', 'constructor'])(
		'sends nothing when the Duplicate Protection is to be %s',
		async (idempotencyKeyMode) => {
			const { error } = await run({ ...letterParameters, idempotencyKeyMode, idempotencyKey: 'k' });
			expect(error?.message).toMatch(
				/^Item 1: Duplicate Protection must be one of automatic, externalId, custom, .*Nothing was sent\.$/,
			);
			expect(await sandbox.requests()).toEqual([]);
		},
	);

	it('sends nothing when items share a key but not their contents', async () => {
		const { error } = await run(
			{ ...letterParameters, idempotencyKeyMode: 'externalId', externalId: 'order-7' },
			[letterItem('Ana'), letterItem('Bia')],
		);
		expect(error?.message).toMatch(
			/^Item 2 \(External ID order-7\) has the same External ID as item 1, .*Nothing was sent/,
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('makes a new letter in each run under Automatic keys, and one per item', async () => {
		const twins = [letterItem('Ana'), letterItem('Ana')];
		await run(letterParameters, twins);
		expect(await sandbox.letters()).toBe(2);
		await run(letterParameters, twins);
		expect(await sandbox.letters()).toBe(4);
	});
});
