/** Every operation of the action node, in n8n-core's engine, against the sandbox. */
import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

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
			[12345678901234567890, 'must be text, but is too long a number. It has lost'],
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
					'Item 11: There is no letter with this ID',
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
			expect(error?.message).toMatch(/This step ordered nothing\.$/);
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

	it.each(['={{ $json.nowhere }}', '={{ 1/0 }}', 'abc', 0, -5])(
		'sends nothing with %s cards per batch',
		async (cardsPerBatch) => {
			const { error } = await run({ ...letterParameters, resource: 'batch', cardsPerBatch });
			expect(error?.message).toBe(
				'Letters per Batch must be a number of at least 1. This step ordered nothing.',
			);
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

	it.each<[string, INodeParameters]>([
		['the same Idempotency Key', { options: { idempotencyKey: 'order-7' } }],
		['the same External ID', { externalId: 'order-8' }],
	])('runs an order again under %s without a second letter', async (_mode, keys) => {
		const first = await run({ ...letterParameters, ...keys });
		const second = await run({ ...letterParameters, ...keys });
		expect(first.outputs[0]?.[0]?.json.outcome).toBe('ordered');
		expect(second.outputs[0]?.[0]?.json).toEqual({
			...first.outputs[0]?.[0]?.json,
			outcome: 'ordered_before',
		});
		expect(second.hints[0]?.message).toMatch(/^0 ordered; 1 had been ordered before\b/);
		expect(await sandbox.letters()).toBe(1);
	});

	it.each<[string, INodeParameters]>([
		['Idempotency Key', { options: { idempotencyKey: 'order-7' } }],
		['External ID', { externalId: '={{ "order-8" }}' }],
	])('sends items with one %s and equal contents once, and says so on each', async (_what, keys) => {
		const given = { values: [{ key: '', value: '={{ { tags: { vip: "yes" } } }}' }] };
		const { outputs, hints } = await run(
			{ ...letterParameters, ...keys, additionalFields: { metadata: given } },
			[letterItem('Ana'), letterItem('Ana')],
		);
		const [first, second] = (outputs[0] ?? []).map(({ json }) => json);
		expect([first, second]).toMatchObject([
			{ outcome: 'ordered', warnings: ['The same letter is in item 2'] },
			{ outcome: 'ordered', warnings: ['The same letter is in item 1'], id: first?.id as string },
		]);
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/^1 letter ordered at /),
		);
		expect(await sandbox.requests()).toHaveLength(1);
		// An object each: a later node may change its own.
		expect(second?.metadata).toEqual({ tags: { vip: 'yes' } });
		expect(second).not.toBe(first);
		expect(second?.metadata).not.toBe(first?.metadata);
	});

	it.each<[string, INodeParameters]>([
		['External ID', { externalId: 'order-7' }],
		['Idempotency Key', { options: { idempotencyKey: 'order-7' } }],
	])('sends nothing when items share the %s but not their contents', async (label, keys) => {
		const items = [letterItem('Ana'), letterItem('Bia'), letterItem('Ana')];
		const { error } = await run({ ...letterParameters, ...keys }, items);
		expect(error?.message).toMatch(
			new RegExp(
				`^Item 2 .*has the same ${label} as item 1, but other contents\\. This step ordered nothing`,
			),
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('refuses only the item of other contents where the run goes on', async () => {
		const { outputs } = await runActionNode({
			parameters: { ...letterParameters, externalId: 'order-7' },
			items: [letterItem('Ana'), letterItem('Bia'), letterItem('Ana')],
			credential: sandbox.credential,
			node: { onError: 'continueRegularOutput' },
		});
		expect(outputs[0]?.map(({ json }) => json.outcome)).toEqual(['ordered', 'to_correct', 'ordered']);
		expect((await sandbox.cards()).map(({ request }) => request.to.name)).toEqual(['Ana']);
	});

	describe('equal letters of one run without an External ID', () => {
		const names = ['Ana', 'Bia', 'Ana'];
		const runOn = async (node: Partial<INode>, parameters: INodeParameters = {}) =>
			await runActionNode({
				parameters: { ...letterParameters, ...parameters },
				items: names.map((name) => letterItem(name)),
				credential: sandbox.credential,
				node,
			});

		it('stop the run, and none is ordered', async () => {
			const { error } = await runOn({});
			expect([error?.message, error?.description].join(' ')).toContain('Items 1 and 3 are the same letter');
			expect(error?.description).toContain('If you want copies, give each an External ID');
			expect(await sandbox.requests()).toEqual([]);
		});

		it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
			'are each an error item, and the others are ordered, under %s',
			async (onError) => {
				const { outputs } = await runOn({ onError });
				const [regular = [], errors = []] = outputs;
				const all = onError === 'continueErrorOutput' ? [...errors, ...regular] : regular;
				const said = all.map(({ json, pairedItem }) => [
					pairedItem,
					json.outcome ?? (json.error as { details: { outcome: string } }).details.outcome,
				]);
				expect(said).toHaveLength(3);
				expect(said).toEqual(
					expect.arrayContaining([
						[{ item: 0 }, 'to_correct'],
						[{ item: 1 }, 'ordered'],
						[{ item: 2 }, 'to_correct'],
					]),
				);
				expect((await sandbox.cards()).map(({ request }) => request.to.name)).toEqual(['Bia']);
			},
		);
	});
});
