/** Every item says what became of its letter, with the same fields in every mode, and on the output where it belongs. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { goesOn, lettersTo, runLetters, withErrorOutput } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import type { Step } from '../../support/peers/scriptedService';
import { card, failure, withService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

const FIELDS = ['outcome', 'id', 'external_id', 'status', 'estimated_posting_at', 'problems', 'warnings'];
const check: INodeParameters = { orderingMode: 'check', options: {} };

const detailsOf = ({ error }: IDataObject) =>
	(error as { details: IDataObject & { outcome: string } }).details;
/** Of items that all have the fields. */
const outcomesOf = (items: IDataObject[]) => {
	for (const json of items) {
		expect(Object.keys(json)).toEqual(expect.arrayContaining(FIELDS));
		expect([json.problems, json.warnings].every(Array.isArray)).toBe(true);
	}
	return items.map(({ outcome }) => outcome);
};
/** n8n knows by its keys what is for the error output, and copies the input's onto it. */
const failuresOf = (outputs: INodeExecutionData[][], input: INodeExecutionData[]) => {
	for (const { json, pairedItem } of outputs[1] ?? []) {
		const { item } = pairedItem as { item: number };
		const own = Object.keys(json).filter((key) => !Object.hasOwn(input[item]?.json ?? {}, key));
		expect(own).toEqual(['error']);
		expect(Object.keys(json.error as object)).toEqual(['message', 'description', 'details']);
	}
	return (outputs[1] ?? []).map(({ json }) => detailsOf(json).outcome);
};

describe('against a service of which every answer is known', () => {
	const service = withService();

	const answers: Record<string, () => Step> = {
		Now: () => ({ status: 201, body: card('crd_now', Date.now()) }),
		Before: () => ({ status: 201, body: card('crd_before', Date.now() - 3_600_000) }),
		Refused: () => ({ status: 422, body: failure('validation_error', 'invalid_zip') }),
		Other: () => ({ status: 409, body: failure('idempotency_error', 'idempotency_conflict') }),
		Lost: () => ({ status: 503 }),
	};
	const run = async (items: INodeExecutionData[], parameters: INodeParameters, more: typeof goesOn = {}) => {
		await service.answers((body) => {
			const { to } = JSON.parse(body || '{}') as { to?: { name: string } };
			return answers[to?.name ?? '']?.() ?? { status: 200, body: { styles: [], templates: [] } };
		});
		const byName = { externalId: '={{ $json.name }}', options: { maxInFlight: 1, deadline: 0.000001 } };
		return await runLetters(service.credential, { ...byName, ...parameters }, { ...more, items });
	};
	const [now, before] = [letterItem('Now'), letterItem('Before')];
	const wrong = { json: { ...letterItem('Wrong').json, zip: '1' } };
	const empty = { json: { name: '', city: null } };
	const items = [now, before, ...lettersTo('Refused', 'Other', 'Lost'), wrong, empty];
	const FAILED = ['not_ordered', 'other_contents', 'unknown', 'to_correct'];

	it('without a failure', async () => {
		const { items: all, error } = await run([now, before, empty], {});
		expect(error).toBeUndefined();
		expect(outcomesOf(all)).toEqual(['ordered', 'ordered_before', 'not_ordered']);
		expect(all[2]).toMatchObject({ id: null, problems: ['The item is empty'] });
	});

	it('of an order on the only output', async () => {
		const { items: all } = await run(items, {}, goesOn);
		expect(outcomesOf(all)).toEqual(['ordered', 'ordered_before', ...FAILED, 'not_ordered']);
		expect(all.map(({ error, id, external_id }) => [error !== null, id, external_id])).toEqual([
			[false, 'crd_now', null],
			[false, 'crd_before', null],
			...['Refused', 'Other', 'Lost', 'Wrong'].map((name) => [true, null, name]),
			[false, null, null],
		]);
	});

	it('of an order with an error output: there, it stands in error.details alone', async () => {
		const { items: good, failed, outputs } = await run(items, {}, withErrorOutput);
		expect(outcomesOf(good)).toEqual(['ordered', 'ordered_before', 'not_ordered']);
		for (const json of good) expect(json).not.toHaveProperty('error');
		expect(failuresOf(outputs, items)).toEqual(FAILED);
		expect(failed.map((json) => detailsOf(json).external_id)).toEqual(['Refused', 'Other', 'Lost', 'Wrong']);
		const sameAddress = [expect.stringMatching(/^A letter to the same address is in item/) as string];
		expect(failed.map((json) => detailsOf(json).warnings)).toEqual(FAILED.map(() => []));
		const unknownTemplate = { ...check, template: 'tpl_none' };
		const { failed: checked } = await run([now, before], unknownTemplate, withErrorOutput);
		expect(checked.map((json) => detailsOf(json).warnings)).toEqual([sameAddress, sameAddress]);
	});

	it.each<[string, Partial<NodeSettings>, string[], string[]]>([
		['a run that stops', {}, ['fine', 'to_correct', 'not_ordered'], []],
		['the only output', goesOn, ['fine', 'to_correct', 'not_ordered'], []],
		['an error output', withErrorOutput, ['fine', 'not_ordered'], ['to_correct']],
	])('of a check for %s', async (_what, settings, good, failed) => {
		const input = [now, wrong, empty];
		const { items: all, outputs } = await run(input, check, settings);
		expect(all[0]?.problems).toEqual([]);
		expect(outcomesOf(all)).toEqual(good);
		expect(failuresOf(outputs, input)).toEqual(failed);
	});
});

describe('against the sandbox', () => {
	const sandbox = withSandbox();
	const run = async (items: INodeExecutionData[], parameters: INodeParameters, more: typeof goesOn = {}) =>
		await runLetters(sandbox.credential, parameters, { ...more, items });
	const people = lettersTo('Ana', 'Bia');
	const [ana, bia] = people as [INodeExecutionData, INodeExecutionData];
	const ids = { externalId: '={{ $json.name }}' };

	it('of batches', async () => {
		const batches = { ...ids, resource: 'batch', cardsPerBatch: 1 };
		for (const outcome of ['ordered', 'ordered_before']) {
			expect(outcomesOf((await run(people, batches)).items)).toEqual([outcome, outcome]);
		}
		const other = {
			template: '={{ $json.name === "Bia" ? "tpl_none" : "" }}',
			externalId: '={{ $json.name + 2 }}',
		};
		const { items, outputs } = await run(people, { ...batches, ...other }, withErrorOutput);
		expect(outcomesOf(items)).toEqual(['ordered']);
		expect(failuresOf(outputs, people)).toEqual(['not_ordered']);
	});

	it('of checked letters: an item of another account goes to the error output', async () => {
		const checked = (await run(people, { ...ids, ...check })).items.map((json) => ({ json }));
		const [first, second] = checked as [INodeExecutionData, INodeExecutionData];
		const input = [first, { json: { ...second.json, account: 'another' } }];
		const fromCheck = { operation: 'createFromCheck' };
		const { items, outputs } = await run(input, fromCheck, withErrorOutput);
		expect(outcomesOf(items)).toEqual(['ordered']);
		expect(failuresOf(outputs, input)).toEqual(['to_correct']);
		expect((await sandbox.cards()).map(({ request }) => request.to.name)).toEqual(['Ana']);
		expect(outcomesOf((await run([first], fromCheck)).items)).toEqual(['ordered_before']);
	});

	describe('an empty item', () => {
		const empty = { json: { name: ' ', row_number: 7, sent: false } };

		it.each<[string, INodeParameters]>([
			['letters', {}],
			['a batch', { resource: 'batch' }],
		])('of %s is skipped and named, and is no success where all are empty', async (_what, operation) => {
			const all = await run([empty, { json: {} }], operation);
			expect(all.error).toBeUndefined();
			expect(outcomesOf(all.items)).toEqual(['not_ordered', 'not_ordered']);
			const message = 'No letter was ordered: every item is empty. Check the node before this one.';
			expect(all.hints).toMatchObject([{ type: 'warning', message }]);
			expect(await sandbox.requests()).toEqual([]);

			const { outputs, items, hints, error } = await run([ana, empty, bia], operation);
			expect(error).toBeUndefined();
			expect(await sandbox.letters()).toBe(2);
			expect(outcomesOf(items)).toContain('not_ordered');
			const skipped = outputs[0]?.find(({ json }) => json.outcome === 'not_ordered');
			expect(skipped).toMatchObject({ json: { item: 2, line: 7, id: null }, pairedItem: { item: 1 } });
			const said = { type: 'warning', message: 'Skipped item 2 (line 7). It is empty.' };
			expect(hints).toContainEqual(expect.objectContaining(said));
		});

		it('beside one to correct holds back nothing of itself', async () => {
			const wrong = { json: { ...ana.json, zip: '1' } };
			const { items } = await run([wrong, empty], { resource: 'batch' }, goesOn);
			expect(outcomesOf(items)).toEqual(['to_correct', 'not_ordered']);
			expect(items[1]).toMatchObject({ error: null, problems: ['The item is empty'] });
		});

		it('is counted by a check', async () => {
			const { hinted } = await run([ana, empty], check);
			expect(hinted).toContain('1 letter is fine, 1 empty item skipped. Nothing was ordered.');
		});

		it('is a letter all the same where no field reads it', async () => {
			const { address_line1: addressLine1, ...fields } = ana.json;
			const fixed = { ...fields, addressLine1, message: 'Oi' } as INodeParameters;
			expect(outcomesOf((await run([{ json: {} }], fixed)).items)).toEqual(['ordered']);
		});
	});

	it.each<[string, string, IDataObject]>([
		['with an empty cell', '={{ $json.order }}', { order: '' }],
		['without its column', '={{ $json.order }}', {}],
		['by an expression of n8n', '={{ $json.order?.trim() }}', {}],
		['by one whose empty text says nothing of it', "={{ $json.order?.replace('-', '') }}", {}],
	])(
		'an External ID that is empty is refused %s, and allowed where meant',
		async (_what, externalId, fields) => {
			const input = [{ json: { ...ana.json, ...fields } }];
			const { items } = await run(input, { externalId }, goesOn);
			expect(outcomesOf(items)).toEqual(['to_correct']);
			expect(items[0]?.error).toMatch(
				/External ID is empty, and without it this letter could be ordered twice/,
			);
			expect(await sandbox.requests()).toEqual([]);
			const meant = externalId.replace(' }}', " ?? '' }}").replace('$json.order ??', '$json.order ||');
			expect((await run(input, { externalId: meant })).error).toBeUndefined();
			const options = { fieldsThatMayBeEmpty: ['externalId'] };
			expect((await run(input, { externalId, options })).error).toBeUndefined();
			expect(await sandbox.letters()).toBe(2);
		},
	);
});
