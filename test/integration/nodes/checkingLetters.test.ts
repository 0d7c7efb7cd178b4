/** What a check says of each letter, and that it sends no order, whatever happens. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { request } from 'undici';

import type { NodeSettings } from '../../../tools/engine/engine';
import { faultCases, oftenStruck } from '../../support/faultCases';
import { batch, inFastTime, lettersTo, runLetters } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const check = async (parameters: INodeParameters, settings: Partial<NodeSettings> = {}) =>
	await runLetters(
		sandbox.credential,
		{ orderingMode: 'check', message: 'Oi', ...parameters },
		{ ...settings },
	);
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

const USES_ITEM_INDEX = expect.stringContaining('External ID uses $itemIndex') as string;

it('gives one item per letter, in order: the fine one as it would be sent, the other with its faults', async () => {
	const wrong = { json: { ...letterItem('Bia').json, state: 'RIO', zip: '1310100' } };
	const items = [letterItem('Ana'), wrong, letterItem('')];
	const result = await check({ externalId: '={{ $itemIndex }}' }, { items });
	const { outputs, items: checked, hinted, error } = result;
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	expect(Object.keys(checked[0] ?? {}).slice(0, 4)).toEqual(['outcome', 'id', 'external_id', 'status']);
	expect(checked[0]).toEqual({
		...notOrdered,
		item: 1,
		name: 'Ana',
		outcome: 'fine',
		problems: [],
		warnings: ['A letter to the same address is in item 3', USES_ITEM_INDEX],
		external_id: '0',
		request: {
			to: letterItem('Ana').json,
			message: 'Oi',
			external_id: '0',
		},
		idempotency_key: expect.stringMatching(/^[\x21-\x7e]{8,255}$/) as string,
		account: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
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
			warnings: [USES_ITEM_INDEX],
			external_id: '1',
			request: null,
			idempotency_key: null,
			account: expect.any(String) as string,
		},
		expect.objectContaining({
			item: 3,
			name: null,
			external_id: '2',
			outcome: 'to_correct',
			problems: ['Name is empty'],
			warnings: ['A letter to the same address is in item 1', USES_ITEM_INDEX],
		}),
	]);
	expect(hinted).toMatch(
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
	const [card] = await sandbox.cards();
	expect(items[0]?.request).toEqual(card?.request);
});

it('names what is wrong with a key', async () => {
	const { items } = await check({ options: { idempotencyKey: '=ação-{{ $json.name }}' } });
	const problems = [expect.stringMatching(/^Idempotency Key must be 1 to 255 ASCII/)];
	expect(items).toMatchObject([{ outcome: 'to_correct', problems }]);
});

describe('a template and a style', () => {
	it('are looked up with one request each, and said to be missing in the summary too', async () => {
		const template = byId('={{ $json.name === "Bia" ? "tpl_none" : "tpl_birthday" }}');
		const style = byId('={{ $json.name === "Caio" ? "sty_none" : "sty_casual" }}');
		const items = lettersTo('Ana', 'Bia', 'Caio');
		const { items: checked, hinted } = await check({ template, style }, { items });
		const missing = ['Template tpl_none', 'Style sty_none'].map(
			(one) => `${one} does not exist in this account`,
		);
		expect(checked.map(({ problems }) => problems)).toEqual([[], ...missing.map((one) => [one])]);
		for (const one of missing) expect(hinted).toContain(one);
		expect((await sent()).sort()).toEqual(['GET /v1/styles', 'GET /v1/templates']);
	});

	it('need one request: for the styles where no letter has a template', async () => {
		await check({});
		expect(await sent()).toEqual(['GET /v1/styles']);
		await check({ template: byId('tpl_birthday') });
		expect(await sent()).toEqual(['GET /v1/styles', 'GET /v1/templates']);
	});

	it('warns of variables that the API cannot fill in', async () => {
		const { templates } = await catalog();
		const { id = '', variables = [] } = templates.find((one) => one.variables.length > 0) ?? {};
		const warning = `Template ${id} has variables that the API cannot fill in: ${variables.join(', ')}`;
		const { items } = await check({ template: byId(id) });
		expect(items).toMatchObject([{ outcome: 'fine', warnings: [warning] }]);
	});
});

describe('a check tells the truth', () => {
	const lists = { template: byId('tpl_birthday'), style: byId('sty_casual') };
	const wrongKey = () => ({ apiKey: 'wrong' });
	const REJECTED = 'The service rejected the API key';
	const ENDED = 'Nothing was ordered\\. The nodes after this one ran too, with checks\\.$';

	it.each<[string, () => object, INodeParameters, string]>([
		['a wrong API key, with neither template nor style', wrongKey, {}, REJECTED],
		['a wrong API key, with both', wrongKey, lists, REJECTED],
		['a wrong API key, in a batch', wrongKey, { resource: 'batch' }, REJECTED],
		['a base URL at which something else answers', () => ({ baseUrl: sandbox.origin }), {}, ''],
		[
			'a service at which nothing listens',
			() => ({ baseUrl: 'http://127.0.0.1:1/v1' }),
			{},
			'.*nothing listens',
		],
	])('of %s', async (_what, changes, parameters, problem) => {
		const credential = { ...sandbox.credential, ...changes() };
		const { result } = await inFastTime(() => check(parameters, { credential }));
		const { items, hinted, error } = result;
		expect(error).toBeUndefined();
		const problems = [expect.stringMatching(new RegExp(`^${problem}`))];
		expect(items).toMatchObject([{ outcome: 'not_ordered', problems, warnings: [] }]);
		expect(hinted).toMatch(new RegExp(`^No letter can be ordered at \\S+: ${problem}.*\\. ${ENDED}`));
	});

	it('of what could not be asked for now', async () => {
		const fault = { on: { path: '/templates' }, when: { every: 1 }, fault: { status: 503 } };
		await sandbox.control('PUT', '/faults', { rules: [fault] });
		const options = { deadline: 0.05 };
		const { items, hinted } = await check({ ...lists, options });
		const warnings = [expect.stringMatching(/^Template could not be checked: .*503/)];
		expect(items).toMatchObject([{ outcome: 'fine', warnings }]);
		expect(hinted).toMatch(
			/^1 letter to look at\. Nothing was ordered\. Some of it could not be checked at .*503.*\. Checked against /,
		);
		const alone = await check({ template: lists.template, options });
		expect(alone.hinted).not.toContain('Checked against');
	});

	it('of letters to correct beside it', async () => {
		const credential = { ...sandbox.credential, apiKey: 'wrong' };
		const { hinted } = await check({}, { credential, items: lettersTo('Ana', '') });
		expect(hinted).toMatch(
			new RegExp(`API key.* 1 letter to correct\\. Nothing was ordered\\. Item 2: Name is empty\\. .*checks`),
		);
	});
});

describe('warnings', () => {
	const letter = (name: string, changes: object = {}) => ({ json: { ...letterItem(name).json, ...changes } });
	const [IN_2, IN_1] = [2, 1].map((item) => `A letter to the same address is in item ${item}`);
	const place = (what: string) =>
		expect.stringContaining(`External ID uses ${what}, which is the item's place`) as string;
	const SAME = expect.stringContaining('External ID is the same for all items') as string;

	it.each<[string, INodeExecutionData[], INodeParameters, unknown[][]]>([
		[
			'equal External IDs, where a key of their own tells the letters apart, and equal addresses',
			[
				letter('Ana', { id: 'A' }),
				letter('Bia', { id: 'A', city: 'Niterói' }),
				letter('Caio', { id: 'C', address_line1: ' rua das  LARANJEIRAS, 210', zip: '22240003' }),
			],
			{ externalId: '={{ $json.id }}', options: { idempotencyKey: '={{ $json.name }}' } },
			[
				['External ID A is also in item 2', 'A letter to the same address is in item 3'],
				['External ID A is also in item 1'],
				[IN_1],
			],
		],
		[
			'an External ID that is the place of the item',
			[letter('Ana')],
			{ externalId: '=copy-{{ $itemIndex }}' },
			[[place('$itemIndex')]],
		],
		[
			'an External ID that is the row of the item',
			[letter('Ana', { row_number: '2' })],
			{ externalId: '={{ $json.row_number }}' },
			[[place('row_number')]],
		],
		[
			'an External ID that is the same for all items',
			lettersTo('Ana', 'Ana'),
			{ externalId: 'birthday' },
			['2', '1'].map((item) => [`The same letter is in item ${item}`, SAME]),
		],
		['no External ID that a single item has', [letter('Ana')], { externalId: 'birthday' }, [[]]],
		[
			'more letters than an order may have',
			lettersTo('Ana', 'Bia'),
			{ options: { maxLettersPerRun: 1 } },
			[IN_2, IN_1].map((address) => [
				address,
				'This run has 2 letters, but Maximum Letters per Run is 1: an order would be rejected',
			]),
		],
	])('of %s', async (_what, items, parameters, warnings) => {
		const { items: checked } = await check(parameters, { items });
		expect(checked.map(({ outcome }) => outcome)).toEqual(items.map(() => 'fine'));
		expect(checked.map((json) => json.warnings)).toEqual(warnings);
	});

	it('of letters to correct, too', async () => {
		const wrong = letter('Caio', { zip: '222', address_line1: 'Rua das Flores' });
		const unread = letter('', { name: false, address_line1: null, zip: '01310-100', state: 'XX' });
		const message = '=Oi Ana, obrigado! {{ $json.zip }}';
		const { items } = await check({ message }, { items: [letter('Ana'), wrong, unread] });
		expect(items.map(({ outcome, warnings }) => [outcome, warnings])).toEqual([
			['fine', []],
			[
				'to_correct',
				[
					'Address Line 1 has no house number. If there is none, write s/n',
					'Message greets Ana, but the letter is to Caio',
				],
			],
			['to_correct', []],
		]);
	});

	it('and not of copies without an External ID: they are to be corrected', async () => {
		const { items } = await check({}, { items: lettersTo('Ana', 'Ana') });
		const problem = /^Items 1 and 2 are the same letter\. .*use \.item in place of \.first\(\)/;
		const copy = { outcome: 'to_correct', problems: [expect.stringMatching(problem)] };
		expect(items).toMatchObject([copy, copy]);
	});

	it('only in a check: nobody reads them after an order', async () => {
		const items = [letter('Ana'), letter('Bia')];
		expect((await check({}, { items })).items).toMatchObject([{ warnings: [IN_2] }, { warnings: [IN_1] }]);
		const ordered = await check({ orderingMode: 'order' }, { items });
		expect(ordered.items).toMatchObject([{ warnings: [] }, { warnings: [] }]);
		expect(ordered.hinted).not.toContain('to look at');
	});
});

it('refuses a value that differs on every try, where it tells letters apart', async () => {
	const changing = {
		externalId: '={{ $execution.id }}-{{ $json.name }}',
		message: '=Oi {{ Math.random().toFixed(2) }}',
	};
	const idempotencyKey = '={{ $json.name }}-{{ $now.toMillis() }}';
	const { items } = await check({ ...changing, options: { idempotencyKey } });
	const said = (field: string, found: string) =>
		`${field} uses ${found}, which differs on every try, so that the letter could be ordered twice. Use a number of the letter itself, with $today.year for one a year, or leave the field empty`;
	expect(items).toMatchObject([
		{ outcome: 'to_correct', problems: [said('External ID', '$execution.id')], warnings: [] },
	]);
	const own = await check({ orderingMode: 'order', options: { idempotencyKey } });
	expect(own.said).toContain(said('Idempotency Key', '$now'));
	expect(await sandbox.letters()).toBe(0);
});

it('checks a batch letter by letter, and gives no letter the key of its batch', async () => {
	const { items, hinted } = await check({ ...batch, cardsPerBatch: 2 }, { items: different(3) });
	expect(items).toMatchObject(
		[0, 1, 2].map((index) => ({
			outcome: 'fine',
			idempotency_key: null,
			request: { to: { name: `Ana ${index}` } },
		})),
	);
	expect(hinted).toMatch(/^3 letters are fine\. Nothing was ordered\./);
	expect(await sent()).toEqual(['GET /v1/styles']);
});

it.each(faultCases)('sends no order beside $what', async ({ faults, limits, options }) => {
	if (faults) await sandbox.control('PUT', '/faults', { rules: oftenStruck(faults) });
	if (limits) await sandbox.control('PUT', '/limits', limits);
	const parameters = {
		template: byId('tpl_birthday'),
		style: byId('sty_casual'),
		options: { pictures: false, ...options },
	};
	for (const operation of [{}, batch]) {
		const { items, error } = await check({ ...parameters, ...operation }, { items: different(50) });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(50);
	}
	const requests = await sandbox.requests();
	expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	expect(requests.some(({ fault }) => fault !== null)).toBe(faults !== undefined);
	expect(await sandbox.letters()).toBe(0);
});

it('warns of each letter that the base URL is not encrypted', async () => {
	const credential = { ...sandbox.credential, baseUrl: 'http://letters.invalid/v1' };
	const { items } = await check({ options: { deadline: 0.000001 } }, { credential });
	expect(items[0]?.warnings).toContain(
		'The base URL begins with http://, so the API key and the letters go to http://letters.invalid unencrypted',
	);
});
