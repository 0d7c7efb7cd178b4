/** What a check says of each letter, and that it sends no order, whatever happens. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { request } from 'undici';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { faultCases, oftenStruck } from '../../support/faultCases';
import { letterItem, letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

interface Checked {
	outcome: string;
	problems: string[];
	warnings: string[];
	request: Record<string, unknown> | null;
	idempotency_key: string | null;
	code: string | null;
}

const sandbox = withSandbox();

const check = async (parameters: INodeParameters, settings: Partial<NodeSettings> = {}) => {
	const result = await runActionNode({
		parameters: { ...letterParameters, orderingMode: 'check', message: 'Oi', ...parameters },
		items: [letterItem('Ana')],
		credential: sandbox.credential,
		...settings,
	});
	return {
		...result,
		items: (result.outputs[0] ?? []).map(({ json }) => json as unknown as Checked),
		said: result.hints.map(({ message }) => message).join('\n'),
	};
};
const sent = async (): Promise<string[]> =>
	(await sandbox.requests()).map(({ method, path }) => `${method} ${path}`);
const catalog = async () => {
	const headers = { Authorization: `Bearer ${sandbox.credential.apiKey}` };
	const { body } = await request(`${sandbox.credential.baseUrl}/templates`, { headers });
	return (await body.json()) as { templates: Array<{ id: string; variables: string[] }> };
};
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const different = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_none, index) => {
		const { json } = letterItem(`Ana ${index}`);
		return { json: { ...json, address_line1: `Rua A, ${index}` } };
	});

/** The fields of an ordered letter (spec, Resources: Card). */
const notOrdered = {
	id: null,
	external_id: null,
	status: null,
	tracking_code: null,
	tracking_url: null,
	estimated_posting_at: null,
	created_at: null,
	events: null,
	metadata: null,
};

it('gives one item per letter, in order: the fine one as it would be sent, the other with its faults', async () => {
	const { json } = letterItem('Bia');
	const items = [letterItem('Ana'), { json: { ...json, state: 'RIO', zip: '1310100' } }, letterItem('')];
	const {
		outputs,
		items: checked,
		said,
		error,
	} = await check({ externalId: '={{ $itemIndex }}' }, { items });
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	expect(Object.keys(checked[0] ?? {}).slice(0, 4)).toEqual(['outcome', 'id', 'external_id', 'status']);
	expect(checked[0]).toEqual({
		...notOrdered,
		item: 1,
		name: 'Ana',
		outcome: 'fine',
		problems: [],
		warnings: [expect.stringContaining('External ID uses $itemIndex') as string],
		external_id: '0',
		request: {
			to: letterItem('Ana').json,
			message: 'Oi',
			external_id: '0',
		},
		idempotency_key: expect.stringMatching(/^[\x21-\x7e]{8,255}$/) as string,
		code: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
	});
	expect(checked.slice(1)).toEqual([
		{
			...notOrdered,
			item: 2,
			name: 'Bia',
			outcome: 'to_correct',
			problems: [
				expect.stringMatching(/^State must be two letters/) as string,
				expect.stringMatching(/^Postal Code \(CEP\) must have 8 digits/) as string,
			],
			warnings: [],
			external_id: '1',
			request: null,
			idempotency_key: null,
			code: null,
		},
		expect.objectContaining({
			item: 3,
			name: null,
			external_id: '2',
			outcome: 'to_correct',
			problems: ['Name is empty'],
		}),
	]);
	expect(said).toMatch(
		/^1 letter to look at, 2 to correct\. Nothing was ordered\. Item 2 \(External ID 1\): State must be .*Name is empty\. Checked against 127\.0\.0\.1:\d+\. The nodes after this one ran too, with checks\.$/,
	);
	expect(await sent()).toEqual(['GET /v1/styles']);
});

it('shows the key and the body that an order then sends', async () => {
	const keys = { options: { idempotencyKey: '=k-{{ $json.name }}' } };
	const { items } = await check(keys);
	await check({ ...keys, orderingMode: 'order' });
	const order = (await sandbox.requests()).find(({ method }) => method === 'POST');
	expect(items[0]?.idempotency_key).toBe(order?.idempotency_key);
	const { cards } = await sandbox.control<{ cards: Array<{ request: object }> }>('GET', '/cards');
	expect(items[0]?.request).toEqual(cards[0]?.request);
});

it('names what is wrong with a key', async () => {
	const { items } = await check({ options: { idempotencyKey: '=ação-{{ $json.name }}' } });
	expect(items).toMatchObject([
		{ outcome: 'to_correct', problems: [expect.stringMatching(/^Idempotency Key must be 1 to 255 ASCII/)] },
	]);
});

describe('a template and a style', () => {
	it('are looked up with one request each', async () => {
		const template = byId('={{ $json.name === "Bia" ? "tpl_none" : "tpl_birthday" }}');
		const style = byId('={{ $json.name === "Caio" ? "sty_none" : "sty_casual" }}');
		const items = ['Ana', 'Bia', 'Caio'].map((name) => letterItem(name));
		const { items: checked } = await check({ template, style }, { items });
		expect(checked.map(({ problems }) => problems)).toEqual([
			[],
			['Template tpl_none does not exist in this account'],
			['Style sty_none does not exist in this account'],
		]);
		expect(checked.map(({ code }) => code === null)).toEqual([false, true, true]);
		expect((await sent()).sort()).toEqual(['GET /v1/styles', 'GET /v1/templates']);
	});

	it('need one request: for the styles where no letter has a template', async () => {
		await check({});
		expect(await sent()).toEqual(['GET /v1/styles']);
		await check({ template: byId('tpl_birthday') });
		expect(await sent()).toEqual(['GET /v1/styles', 'GET /v1/templates']);
	});

	it('that do not exist are in the summary too', async () => {
		const { said } = await check({ template: byId('tpl_none'), style: byId('sty_none') });
		expect(said).toContain(
			'1 letter to correct. Nothing was ordered. Template tpl_none does not exist in this account. Style sty_none does not exist in this account. Checked against',
		);
	});

	it('warns of variables that the API cannot fill in', async () => {
		const { templates } = await catalog();
		const withVariables = templates.find(({ variables }) => variables.length > 0);
		const { items } = await check({ template: byId(withVariables?.id ?? '') });
		expect(items).toMatchObject([
			{
				outcome: 'fine',
				warnings: [
					`Template ${withVariables?.id ?? ''} has variables that the API cannot fill in: ${withVariables?.variables.join(', ') ?? ''}`,
				],
			},
		]);
	});
});

describe('a check tells the truth', () => {
	const lists = { template: byId('tpl_birthday'), style: byId('sty_casual') };

	it.each<[string, INodeParameters]>([
		['with neither template nor style', {}],
		['with both', lists],
		['in a batch', { resource: 'batch' }],
	])('of a wrong API key, %s', async (_what, parameters) => {
		const credential = { ...sandbox.credential, apiKey: 'wrong' };
		const { items, said } = await check(parameters, { credential });
		const problem = /^The service rejected the API key/;
		expect(items).toMatchObject([
			{ outcome: 'not_ordered', problems: [expect.stringMatching(problem)], code: null },
		]);
		expect(items[0]?.warnings).toEqual([]);
		expect(said).toMatch(
			/^No letter can be ordered at 127\.0\.0\.1:\d+: The service rejected the API key.*\. Nothing was ordered\. The nodes after this one ran too, with checks\.$/,
		);
	});

	it('of a base URL at which something else answers', async () => {
		const credential = { ...sandbox.credential, baseUrl: sandbox.origin };
		const { items, said } = await check({}, { credential });
		expect(items).toMatchObject([{ outcome: 'not_ordered', code: null }]);
		expect(said).toMatch(
			/^No letter can be ordered at .*\. Nothing was ordered\. The nodes after this one ran too, with checks\.$/,
		);
	});

	it('of a service at which nothing listens', async () => {
		await sandbox.close();
		const { items, said, error } = await check({ options: { deadline: 0.001 } });
		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{ outcome: 'not_ordered', problems: [expect.stringMatching(/nothing listens/)] },
		]);
		expect(said).toMatch(
			/^No letter can be ordered at .*nothing listens.*Nothing was ordered\. The nodes after this one ran too, with checks\.$/,
		);
	});

	it('of what could not be asked for now', async () => {
		const fault = { on: { path: '/templates' }, when: { every: 1 }, fault: { status: 503 } };
		await sandbox.control('PUT', '/faults', { rules: [fault] });
		const { items, said } = await check({ ...lists, options: { deadline: 0.05 } });
		expect(items).toMatchObject([
			{ outcome: 'fine', warnings: [expect.stringMatching(/^Template could not be checked: .*503/)] },
		]);
		expect(said).toMatch(
			/^1 letter to look at\. Nothing was ordered\. Some of it could not be checked at .*503.*\. Checked against /,
		);
		await check({ template: lists.template, options: { deadline: 0.05 } }).then(({ said: alone }) => {
			expect(alone).not.toContain('Checked against');
		});
	});

	it('of letters to correct beside it', async () => {
		const credential = { ...sandbox.credential, apiKey: 'wrong' };
		const { said } = await check({}, { credential, items: [letterItem('Ana'), letterItem('')] });
		expect(said).toMatch(
			/API key.* 1 letter to correct\. Nothing was ordered\. Item 2: Name is empty\. The nodes after this one ran too, with checks\.$/,
		);
	});
});

describe('warnings', () => {
	const warningsOf = async (items: INodeExecutionData[], parameters: INodeParameters = {}) => {
		const { items: checked } = await check(parameters, { items });
		expect(checked.map(({ outcome }) => outcome)).not.toContain('to_correct');
		return checked.map(({ warnings }) => warnings);
	};
	const with_ = (name: string, changes: object) => ({ json: { ...letterItem(name).json, ...changes } });

	it('of equal External IDs, where a key of their own tells the letters apart, and of equal addresses', async () => {
		const items = [
			with_('Ana', { id: 'A' }),
			with_('Bia', { id: 'A', city: 'Niterói' }),
			with_('Caio', { id: 'C', address_line1: ' rua das  LARANJEIRAS, 210', zip: '22240003' }),
		];
		const options = { idempotencyKey: '={{ $json.name }}' };
		expect(await warningsOf(items, { externalId: '={{ $json.id }}', options })).toEqual([
			['External ID A is also in item 2', 'A letter to the same address is in item 3'],
			['External ID A is also in item 1'],
			['A letter to the same address is in item 1'],
		]);
	});

	it.each([
		['$itemIndex', '=copy-{{ $itemIndex }}'],
		['row_number', '={{ $json.row_number }}'],
	])('of an External ID that is the place of the item: %s', async (place, externalId) => {
		const [first = []] = await warningsOf([with_('Ana', { row_number: '2' })], { externalId });
		expect(first).toEqual([expect.stringContaining(`External ID uses ${place}, which is the item's place`)]);
	});

	it('of an External ID that is the same for all items', async () => {
		const items = [letterItem('Ana'), letterItem('Ana')];
		for (const own of await warningsOf(items, { externalId: 'birthday' })) {
			expect(own).toContainEqual(expect.stringContaining('External ID is the same for all items'));
		}
		expect(await warningsOf([letterItem('Ana')], { externalId: 'birthday' })).toEqual([[]]);
	});

	it('and not of copies without one: they are to be corrected', async () => {
		const { items } = await check({}, { items: [letterItem('Ana'), letterItem('Ana')] });
		const problem = expect.stringMatching(
			/^Items 1 and 2 are the same letter\. .*use \.item in place of \.first\(\)/,
		) as string;
		expect(items.map(({ outcome, problems }) => [outcome, problems])).toEqual([
			['to_correct', [problem]],
			['to_correct', [problem]],
		]);
	});

	it('of values that can differ on a retry, and so does an order', async () => {
		const changing = {
			message: '=Oi {{ Math.random() }}',
			externalId: '={{ $execution.id }}-{{ $json.name }}',
		};
		const [first, second] = await warningsOf(different(2), changing);
		const words = [
			expect.stringMatching(/^Message uses Math\.random, which can differ on a retry/) as string,
			expect.stringMatching(/^External ID uses \$execution\.id, which can differ on a retry/) as string,
		];
		expect(first).toEqual(expect.arrayContaining(words));
		expect(second).toEqual(expect.arrayContaining(words));
		const ordered = await check({ ...changing, orderingMode: 'order' }, { items: different(2) });
		for (const { warnings } of ordered.items) expect(warnings).toEqual(expect.arrayContaining(words));
		expect(ordered.hints.map(({ message }) => message)).toContain(
			'2 of 2 letters have something to look at: see warnings.',
		);
	});

	it('of more letters than an order may have', async () => {
		const [first] = await warningsOf(different(3), { options: { maxLettersPerRun: 2 } });
		expect(first).toEqual([
			'This run has 3 letters, but Maximum Letters per Run is 2: an order would be rejected',
		]);
	});
});

describe('a batch', () => {
	const batch = { resource: 'batch', operation: 'create' };

	it('is checked letter by letter, under the keys of its batches, and has no codes', async () => {
		const { items, said } = await check({ ...batch, cardsPerBatch: 2 }, { items: different(3) });
		expect(
			items.map(({ outcome, code, request: sent_ }) => [outcome, code, (sent_?.to as { name: string }).name]),
		).toEqual([
			['fine', null, 'Ana 0'],
			['fine', null, 'Ana 1'],
			['fine', null, 'Ana 2'],
		]);
		const keys = items.map(({ idempotency_key: key }) => key);
		expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
		expect(said).toMatch(/^3 letters are fine\. Nothing was ordered\./);
		expect(await sent()).toEqual(['GET /v1/styles']);
	});
});

it('adds the input where it is asked for', async () => {
	const { items } = await check({ options: { includeInputFields: true } });
	expect(items).toMatchObject([{ outcome: 'fine', input: letterItem('Ana').json }]);
});

it.each(faultCases)(
	'sends no order beside $what',
	async ({ faults, limits, options }) => {
		if (faults) await sandbox.control('PUT', '/faults', { rules: oftenStruck(faults) });
		if (limits) await sandbox.control('PUT', '/limits', limits);
		const parameters = {
			template: byId('tpl_birthday'),
			style: byId('sty_casual'),
			options: { pictures: 'none', ...options },
		};
		for (const operation of [{}, { resource: 'batch', operation: 'create' }]) {
			const { items, error } = await check({ ...parameters, ...operation }, { items: different(50) });
			expect(error).toBeUndefined();
			expect(items).toHaveLength(50);
		}
		const requests = await sandbox.requests();
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(requests.some(({ fault }) => fault !== null)).toBe(faults !== undefined);
		expect(await sandbox.letters()).toBe(0);
	},
	60_000,
);

it('warns of each letter that the base URL is not encrypted', async () => {
	const credential = { ...sandbox.credential, baseUrl: 'http://letters.invalid/v1' };
	const { items } = await check({ options: { deadline: 0.000001 } }, { credential });
	expect(items[0]?.warnings).toContain(
		'The base URL begins with http://, so the API key and the letters go to http://letters.invalid unencrypted',
	);
});
