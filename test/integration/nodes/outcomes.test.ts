/** Every item says what became of its letter, with the same fields in every mode, and on the output where it belongs. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import type { ScriptedService, Step } from '../../support/peers/scriptedService';
import { card, credentialFor, failure, startScriptedService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

const FIELDS = ['outcome', 'id', 'external_id', 'status', 'estimated_posting_at', 'problems', 'warnings'];
const check: INodeParameters = { orderingMode: 'check', options: {} };
const regular: NodeSettings['node'] = { onError: 'continueRegularOutput' };
const errorOutput: NodeSettings['node'] = { onError: 'continueErrorOutput' };

const jsonOf = (items: INodeExecutionData[] = []) => items.map(({ json }) => json);
const outcomesOf = (items?: INodeExecutionData[]) => jsonOf(items).map(({ outcome }) => outcome);
const detailsOf = ({ json }: INodeExecutionData) =>
	(json.error as { details: IDataObject & { outcome: string } }).details;

const expectFields = (items: INodeExecutionData[] = []) => {
	for (const json of jsonOf(items)) {
		expect(Object.keys(json)).toEqual(expect.arrayContaining(FIELDS));
		expect([json.problems, json.warnings].every(Array.isArray)).toBe(true);
	}
};
/** n8n knows by its keys what is for the error output, and copies the input's onto it. */
const expectErrorKeys = (items: INodeExecutionData[] = [], input: INodeExecutionData[]) => {
	for (const { json, pairedItem } of items) {
		const { item } = pairedItem as { item: number };
		const own = Object.keys(json).filter((key) => !Object.hasOwn(input[item]?.json ?? {}, key));
		expect(own).toEqual(['error']);
		expect(Object.keys(json.error as object)).toEqual(['message', 'description', 'details']);
	}
};

describe('against a service of which every answer is known', () => {
	let service: ScriptedService;
	afterEach(async () => {
		await service.close();
	});

	const created = (id: string, at: number): Step => ({
		status: 201,
		body: { ...card(id), created_at: new Date(at).toISOString() },
	});
	const answers: Record<string, () => Step> = {
		Now: () => created('crd_now', Date.now()),
		Before: () => created('crd_before', Date.now() - 3_600_000),
		Refused: () => ({ status: 422, body: failure('validation_error', 'invalid_zip') }),
		Other: () => ({ status: 409, body: failure('idempotency_error', 'idempotency_conflict') }),
		Lost: () => ({ status: 503 }),
	};
	const run = async (
		items: INodeExecutionData[],
		parameters: INodeParameters,
		node?: NodeSettings['node'],
	) => {
		service = await startScriptedService((body) => {
			const { to } = JSON.parse(body || '{}') as { to?: { name: string } };
			return answers[to?.name ?? '']?.() ?? { status: 200, body: { styles: [], templates: [] } };
		});
		return await runActionNode({
			parameters: {
				...letterParameters,
				externalId: '={{ $json.name }}',
				options: { maxInFlight: 1, deadline: 0.000001 },
				...parameters,
			},
			items,
			credential: credentialFor(service.baseUrl),
			node,
		});
	};
	const names = ['Now', 'Before', 'Refused', 'Other', 'Lost'];
	const wrong = { json: { ...letterItem('Wrong').json, zip: '1' } };
	const empty = { json: { name: '', city: null } };
	const items = [...names.map((name) => letterItem(name)), wrong, empty];
	const ALL = [
		'ordered',
		'ordered_before',
		'not_ordered',
		'other_contents',
		'unknown',
		'to_correct',
		'not_ordered',
	];

	it('without a failure', async () => {
		const { outputs, error } = await run(
			[items[0], items[1], empty].flatMap((item) => item ?? []),
			{},
		);
		expect(error).toBeUndefined();
		expect(outcomesOf(outputs[0])).toEqual(['ordered', 'ordered_before', 'not_ordered']);
		expectFields(outputs[0]);
		expect(outputs[0]?.[2]?.json).toMatchObject({ id: null, problems: ['The item is empty'] });
	});

	it('of an order on the only output', async () => {
		const { outputs } = await run(items, {}, regular);
		expect(outcomesOf(outputs[0])).toEqual(ALL);
		expectFields(outputs[0]);
		const said = jsonOf(outputs[0]).map(({ error, id, external_id }) => [error !== null, id, external_id]);
		expect(said).toEqual([
			[false, 'crd_now', null],
			[false, 'crd_before', null],
			[true, null, 'Refused'],
			[true, null, 'Other'],
			[true, null, 'Lost'],
			[true, null, 'Wrong'],
			[false, null, null],
		]);
	});

	it('of an order with an error output: there, it stands in error.details alone', async () => {
		const { outputs } = await run(items, {}, errorOutput);
		const [good = [], errors = []] = outputs;
		expect(outcomesOf(good)).toEqual(['ordered', 'ordered_before', 'not_ordered']);
		expectFields(good);
		for (const json of jsonOf(good)) expect(json).not.toHaveProperty('error');
		expect(errors.map((item) => detailsOf(item).outcome)).toEqual(ALL.slice(2, 6));
		expect(errors.map((item) => detailsOf(item).external_id)).toEqual(['Refused', 'Other', 'Lost', 'Wrong']);
		expectErrorKeys(errors, items);
	});

	it.each<[string, NodeSettings['node']]>([
		['a run that stops', {}],
		['the only output', regular],
	])('of a check for %s', async (_what, node) => {
		const { outputs } = await run(
			[items[0], wrong, empty].flatMap((item) => item ?? []),
			check,
			node,
		);
		expect(jsonOf(outputs[0])[0]?.problems).toEqual([]);
		expect(outcomesOf(outputs[0])).toEqual(['fine', 'to_correct', 'not_ordered']);
		expectFields(outputs[0]);
	});

	it('of a check with an error output', async () => {
		const input = [items[0], wrong, empty].flatMap((item) => item ?? []);
		const { outputs } = await run(input, check, errorOutput);
		expect(outcomesOf(outputs[0])).toEqual(['fine', 'not_ordered']);
		expectFields(outputs[0]);
		expect((outputs[1] ?? []).map((item) => detailsOf(item).outcome)).toEqual(['to_correct']);
		expectErrorKeys(outputs[1], input);
	});
});

describe('against the sandbox', () => {
	const sandbox = withSandbox();
	const run = async (items: INodeExecutionData[], parameters: INodeParameters, node?: NodeSettings['node']) =>
		await runActionNode({
			parameters: { ...letterParameters, ...parameters },
			items,
			credential: sandbox.credential,
			node,
		});
	const people = ['Ana', 'Bia'].map((name) => letterItem(name));
	const ids = { externalId: '={{ $json.name }}' };

	it('of batches', async () => {
		const batch = { ...ids, resource: 'batch', cardsPerBatch: 1 };
		const first = await run(people, batch);
		expect(outcomesOf(first.outputs[0])).toEqual(['ordered', 'ordered']);
		expectFields(first.outputs[0]);
		expect(outcomesOf((await run(people, batch)).outputs[0])).toEqual(['ordered_before', 'ordered_before']);
		const template = { template: '={{ $json.name === "Bia" ? "tpl_none" : "" }}' };
		const other = await run(
			people,
			{ ...batch, ...template, externalId: '={{ $json.name + 2 }}' },
			errorOutput,
		);
		expect(outcomesOf(other.outputs[0])).toEqual(['ordered']);
		expect((other.outputs[1] ?? []).map((item) => detailsOf(item).outcome)).toEqual(['not_ordered']);
		expectErrorKeys(other.outputs[1], people);
	});

	it("of checked letters: a check's own item that has changed goes to the error output", async () => {
		const checked = (await run(people, { ...ids, ...check })).outputs[0] ?? [];
		const [ana, bia] = checked.map(({ json }) => ({ json }));
		const changed = { json: { ...bia?.json, name: 'Caio' } };
		const input = [ana, changed].flatMap((item) => item ?? []);
		const fromCheck = { operation: 'createFromCheck' };
		const { outputs } = await run(input, fromCheck, errorOutput);
		expect(outcomesOf(outputs[0])).toEqual(['ordered']);
		expectFields(outputs[0]);
		expect((outputs[1] ?? []).map((item) => detailsOf(item).outcome)).toEqual(['to_correct']);
		expectErrorKeys(outputs[1], input);
		expect((await sandbox.cards()).map(({ request }) => request.to.name)).toEqual(['Ana']);
		const again = await run(
			[ana].flatMap((item) => item ?? []),
			fromCheck,
		);
		expect(outcomesOf(again.outputs[0])).toEqual(['ordered_before']);
	});

	describe('an empty item', () => {
		const empty = { json: { name: ' ', row_number: 7 } };
		const ALL_EMPTY = 'No letter was ordered: every item is empty. Check the node before this one.';

		it.each<[string, INodeParameters]>([
			['letters', {}],
			['a batch', { resource: 'batch' }],
		])('among others of %s is skipped, and named', async (_what, operation) => {
			const [ana, bia] = people;
			const input = [ana, empty, bia].flatMap((item) => item ?? []);
			const { outputs, hints, error } = await run(input, operation);
			expect(error).toBeUndefined();
			expect(await sandbox.letters()).toBe(2);
			const skipped = outputs[0]?.find(({ json }) => json.outcome === 'not_ordered');
			expect(skipped).toMatchObject({ json: { item: 2, line: 7, id: null }, pairedItem: { item: 1 } });
			expectFields(outputs[0]);
			expect(hints).toContainEqual(
				expect.objectContaining({ type: 'warning', message: 'Skipped item 2 (line 7). It is empty.' }),
			);
		});

		it.each<[string, INodeParameters]>([
			['letters', {}],
			['a batch', { resource: 'batch' }],
		])('is no success where all are empty: %s', async (_what, operation) => {
			const { outputs, hints, error } = await run([empty, { json: {} }], operation);
			expect(error).toBeUndefined();
			expect(outcomesOf(outputs[0])).toEqual(['not_ordered', 'not_ordered']);
			expect(hints).toMatchObject([{ type: 'warning', message: ALL_EMPTY }]);
			expect(await sandbox.requests()).toEqual([]);
		});

		it('beside one to correct holds back nothing of itself', async () => {
			const wrong = { json: { ...letterItem('Ana').json, zip: '1' } };
			const { outputs } = await run([wrong, empty], { resource: 'batch' }, regular);
			expect(outcomesOf(outputs[0])).toEqual(['to_correct', 'not_ordered']);
			expect(outputs[0]?.[1]?.json).toMatchObject({ error: null, problems: ['The item is empty'] });
		});

		it('is counted by a check', async () => {
			const [ana] = people;
			const { hints } = await run(
				[ana, empty].flatMap((item) => item ?? []),
				check,
			);
			expect(hints[0]?.message).toContain('1 letter is fine, 1 empty item skipped. Nothing was ordered.');
		});

		it('is a letter all the same where no field reads it', async () => {
			const { address_line1: addressLine1, city, state, zip } = letterItem('').json;
			const fixed = { name: 'Ana', addressLine1, city, state, zip, message: 'Oi' } as INodeParameters;
			const { outputs } = await run([{ json: {} }], fixed);
			expect(outcomesOf(outputs[0])).toEqual(['ordered']);
			expect(await sandbox.letters()).toBe(1);
		});
	});

	describe('an External ID that an expression leaves empty', () => {
		const refused = /External ID is empty, and without it this letter could be ordered twice/;

		it.each<[string, string, IDataObject]>([
			['with an empty cell', '={{ $json.order }}', { order: '' }],
			['without its column', '={{ $json.order }}', {}],
			['by an expression of n8n', '={{ $json.order?.trim() }}', {}],
			['by one whose empty text says nothing of it', "={{ $json.order?.replace('-', '') }}", {}],
		])('is refused %s, and allowed where that is meant', async (_what, externalId, fields) => {
			const input = [{ json: { ...letterItem('Ana').json, ...fields } }];
			const { error } = await run(input, { externalId });
			expect(error?.message).toMatch(refused);
			expect(await sandbox.requests()).toEqual([]);
			const meant = externalId.replace(' }}', " ?? '' }}").replace('$json.order ??', '$json.order ||');
			expect((await run(input, { externalId: meant })).error).toBeUndefined();
			const options = { fieldsThatMayBeEmpty: ['externalId'] };
			expect((await run(input, { externalId, options })).error).toBeUndefined();
			expect(await sandbox.letters()).toBe(2);
		});

		it('is refused for its item alone where the run goes on', async () => {
			const input = people.map(({ json }, index) => ({ json: { ...json, order: ['P-1', ''][index] } }));
			const { outputs } = await run(input, { externalId: '={{ $json.order }}' }, regular);
			expect(outcomesOf(outputs[0])).toEqual(['ordered', 'to_correct']);
			expect(outputs[0]?.[1]?.json.error).toMatch(refused);
		});
	});
});
