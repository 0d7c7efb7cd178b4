/** Maximum Letters per Run, and what comes back with an ordered letter. */
import type { IDataObject, INodeParameters, IRunData, ITaskData } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { batch, goesOn, lettersTo, manyLetters, runLetters, withErrorOutput } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const run = async (
	items: number | NodeSettings['items'],
	parameters: INodeParameters = {},
	settings: Partial<NodeSettings> = {},
) => {
	const given = typeof items === 'number' ? manyLetters(items) : items;
	return await runLetters(sandbox.credential, parameters, { items: given, ...settings });
};

it.each([
	['letters', {}],
	['batches', batch],
])('501 %s are refused with no request, 500 leave', async (_what, operation) => {
	const { error } = await run(501, operation);
	expect(error?.message).toBe(
		'This run would order 501 letters, but Maximum Letters per Run is 500. This step ordered nothing.',
	);
	expect(error?.description).toContain('raise Maximum Letters per Run under Options');
	expect(await sandbox.requests()).toEqual([]);
	expect((await run(500, operation)).error).toBeUndefined();
	expect(await sandbox.letters()).toBe(500);
});

it('counts the letters that were checked', async () => {
	const { outputs } = await run(3, { orderingMode: 'check' });
	const fromCheck = { operation: 'createFromCheck', options: { maxLettersPerRun: 2 } };
	const checked = await run(outputs[0], fromCheck);
	expect(checked.error?.message).toContain('would order 3 letters');
	expect(await sandbox.letters()).toBe(0);
});

it('counts the letters to correct too, and says what is wrong with them', async () => {
	const wrong = manyLetters(2).map(({ json }) => ({ json: { ...json, zip: '1' } }));
	const given = [...wrong, ...manyLetters(1)];
	const limited = { options: { maxLettersPerRun: 2 } };
	const { error } = await run(given, limited);
	expect(error?.message).toBe(
		'This run would order 3 letters (2 of them to correct), but Maximum Letters per Run is 2. This step ordered nothing.',
	);
	expect(error?.description).toMatch(/^Postal Code .* 8 digits.*: items 1 and 2\.\n.*raise Maximum Letters/);
	const { items } = await run(given, limited, goesOn);
	const [tooMany, digits] = ['would order 3', '8 digits'].map(
		(text) => expect.stringContaining(text) as string,
	);
	expect(items.map(({ details }) => (details as IDataObject).problems)).toEqual([
		[tooMany, digits],
		[tooMany, digits],
		[tooMany],
	]);
	expect(await sandbox.requests()).toEqual([]);
});

it.each<[unknown]>([[0], [-1], ['many'], [''], [NaN], [null]])(
	'refuses what is no number of letters: %j',
	async (count) => {
		for (const [label, parameters] of [
			['Maximum Letters per Run', { options: { maxLettersPerRun: count } }],
			['Letters per Batch', { ...batch, cardsPerBatch: count }],
		] as const) {
			const { error } = await run(1, parameters as INodeParameters);
			expect(error?.message).toBe(`${label} must be a number of at least 1. This step ordered nothing.`);
		}
		expect(await sandbox.requests()).toEqual([]);
	},
);

it('gives the key with every letter and batch, and the input where it is asked for', async () => {
	for (const operation of [{}, batch]) {
		const { items } = await run(2, { ...operation, options: { includeInputFields: true } });
		const keys = (await sandbox.requests()).map(({ idempotency_key: key }) => key);
		for (const { idempotency_key: key } of items) expect(keys).toContain(key);
		expect(items.flatMap(({ input }) => input)).toEqual(manyLetters(2).map(({ json }) => json));
		expect((await run(2, operation)).items[0]).not.toHaveProperty('input');
	}
});

// Whoever corrects a letter needs it most.
it('gives the input also of what was not ordered, but to an error output, where n8n adds it', async () => {
	await sandbox.control('PUT', '/faults', {
		rules: [{ on: { external_id: 'Bia' }, when: { every: 1 }, fault: { status: 422 } }],
	});
	const items = [
		...lettersTo('Ana', 'Bia'),
		{ json: { ...letterItem('Caio').json, zip: '1' } },
		{ json: {} },
	];
	const options = { includeInputFields: true };
	const parameters = { externalId: '={{ $json.name }}', options };
	const { items: all } = await runLetters(sandbox.credential, parameters, { ...goesOn, items });
	expect(all.map(({ outcome, input }) => [outcome, input])).toEqual([
		['ordered', items[0]?.json],
		['not_ordered', items[1]?.json],
		['to_correct', items[2]?.json],
		['not_ordered', {}],
	]);
	const { failed } = await runLetters(sandbox.credential, parameters, { ...withErrorOutput, items });
	expect(failed.map(({ name, input }) => [name, input])).toEqual([
		['Bia', undefined],
		['Caio', undefined],
	]);
});

describe('the earlier rounds of the node in the execution', () => {
	const options = { maxLettersPerRun: 4 };
	/** What n8n has on record of a run of the node: a loop hands the next items to it. */
	const round = (json: IDataObject[], more: Partial<ITaskData> = {}): ITaskData => ({
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		source: [{ previousNode: 'Start' }],
		data: { main: [json.map((one) => ({ json: one }))] },
		...more,
	});
	/** The output of the node for those people, as it stands in the run data. */
	const ordered = async (names: string[], parameters: INodeParameters = {}) =>
		round((await run(lettersTo(...names), parameters)).items);
	const again = async (count: number, rounds: ITaskData[], name = 'Letters') =>
		await run(count, { options }, { runData: { [name]: rounds } });

	it('count, and the sentence says what they ordered', async () => {
		const rounds = [await ordered(['Bia', 'Caio']), await ordered(['Duda'])];
		const { error } = await again(2, rounds);
		expect(error?.message).toBe(
			'This run would order 2 letters beside the 3 of earlier rounds, but Maximum Letters per Run is 4. This step ordered nothing. 3 letters were ordered earlier in this execution.',
		);
		expect(await sandbox.letters()).toBe(3);
		expect((await again(1, rounds)).error).toBeUndefined();
		expect(await sandbox.letters()).toBe(4);
	});

	it('count the letters of their batches', async () => {
		const { error } = await again(2, [await ordered(['Bia', 'Caio', 'Duda'], batch)]);
		expect(error?.message).toContain('would order 2 letters beside the 3 of earlier rounds');
	});

	it('count one letter once, though several rounds had it', async () => {
		const first = await ordered(['Bia', 'Caio']);
		expect((await again(2, [first, first, first])).error).toBeUndefined();
	});

	it('count neither checks, nor failures, nor what was ordered before, nor an invented run', async () => {
		const before = await ordered(['Bia', 'Caio']);
		const others = ['ordered_before', 'fine', 'to_correct', 'not_ordered', 'other_contents'];
		const rounds = others.map((outcome) =>
			round((before.data?.main?.[0] ?? []).map(({ json }) => ({ ...json, outcome }))),
		);
		const invented = round([{ isArtificialRecoveredEventItem: true }], { executionStatus: 'crashed' });
		expect((await again(4, [...rounds, invented])).error).toBeUndefined();
	});

	it('are those of this node: what another ordered is said, and not counted', async () => {
		const other = [await ordered(['Bia', 'Caio', 'Duda'])];
		expect((await again(4, other, 'Other Letters')).error).toBeUndefined();
		const { error } = await again(5, other, 'Other Letters');
		expect(error?.message).toBe(
			'This run would order 5 letters, but Maximum Letters per Run is 4. This step ordered nothing. 3 letters were ordered earlier in this execution.',
		);
	});
});

describe('what an error says of an execution that has ordered letters', () => {
	const earlier = async (): Promise<IRunData> => {
		const { outputs } = await run(lettersTo('Bia'));
		const source = [{ previousNode: 'Start' }];
		return {
			Letters: [{ startTime: 0, executionTime: 0, executionIndex: 0, source, data: { main: outputs } }],
		};
	};
	const wrong = [{ json: { ...letterItem('Ana').json, zip: '1' } }];

	it('names the way that orders none of them again', async () => {
		const advice =
			/Correct it and use "Retry execution", or run only the items that are left: a new run orders letters without an External ID a second time\.$/;
		const runData = await earlier();
		const { error } = await run(wrong, {}, { runData });
		expect(error?.message).toMatch(
			/This step ordered nothing\. 1 letter was ordered earlier in this execution\.$/,
		);
		expect(error?.description).toMatch(advice);
		const { items } = await run(wrong, {}, { ...goesOn, runData });
		expect(items).toMatchObject([
			{ outcome: 'to_correct', message: expect.stringMatching(advice) as string },
		]);
	});

	it('and nothing of letters where there are none', async () => {
		const { said } = await run(wrong);
		expect(said).toMatch(/\. This step ordered nothing\.\n[^]*\nCorrect it and run again\.$/);
	});
});
