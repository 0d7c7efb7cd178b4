/** Maximum Letters per Run, and what comes back with an ordered letter. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const batch = { resource: 'batch', operation: 'create' };
const letters = (count: number) =>
	Array.from({ length: count }, (_none, index) => letterItem(`Ana ${index}`));
const run = async (count: number, parameters: INodeParameters = {}, settings: Partial<NodeSettings> = {}) =>
	await runActionNode({
		parameters: { ...letterParameters, ...parameters },
		items: letters(count),
		credential: sandbox.credential,
		...settings,
	});

it.each([
	['letters', {}],
	['batches', batch],
])(
	'501 %s are refused with no request, 500 leave',
	async (_what, operation) => {
		const { error } = await run(501, operation);
		expect(error?.message).toBe(
			'This run would order 501 letters, but Maximum Letters per Run is 500. Nothing was sent.',
		);
		expect(error?.description).toContain('raise Maximum Letters per Run under Options');
		expect(await sandbox.requests()).toEqual([]);
		expect((await run(500, operation)).error).toBeUndefined();
		expect(await sandbox.letters()).toBe(500);
	},
	60_000,
);

it('counts the letters of JSON lists, and those that were checked', async () => {
	const options = { maxLettersPerRun: 2 };
	const card = { to: letterItem('Ana').json, message: 'Oi' };
	const listed = { ...batch, cards: 'json', cardsJson: JSON.stringify([card, card]), options };
	expect((await run(2, listed)).error?.message).toContain('would order 4 letters');
	const { outputs } = await run(3, { orderingMode: 'check' });
	const checked = await run(0, { letterSource: 'checked', options }, { items: outputs[0] ?? [] });
	expect(checked.error?.message).toContain('would order 3 letters');
	expect(await sandbox.letters()).toBe(0);
});

it('counts the letters to correct too, and says what is wrong with them', async () => {
	const items = [...letters(2).map(({ json }) => ({ json: { ...json, zip: '1' } })), ...letters(1)];
	const limited = { options: { maxLettersPerRun: 2 } };
	const { error } = await run(0, limited, { items });
	expect(error?.message).toBe(
		'This run would order 3 letters (2 of them to correct), but Maximum Letters per Run is 2. Nothing was sent.',
	);
	expect(error?.description).toMatch(/^Postal Code .* 8 digits.*: items 1 and 2\.\n.*raise Maximum Letters/);
	const { outputs } = await run(0, limited, { items, node: { onError: 'continueRegularOutput' } });
	expect(outputs[0]?.map(({ json }) => (json.details as IDataObject).problems)).toEqual([
		[expect.stringContaining('would order 3'), expect.stringContaining('8 digits')],
		[expect.stringContaining('would order 3'), expect.stringContaining('8 digits')],
		[expect.stringContaining('would order 3')],
	]);
	expect(await sandbox.requests()).toEqual([]);
});

it('gives every refused item back with On Error → Continue', async () => {
	const { outputs } = await run(
		3,
		{ options: { maxLettersPerRun: 2 } },
		{ node: { onError: 'continueRegularOutput' } },
	);
	expect(outputs[0]?.map(({ json }) => json.error)).toEqual(
		[1, 2, 3].map(
			(number) =>
				`Item ${number}: This run would order 3 letters, but Maximum Letters per Run is 2. Nothing was sent.`,
		),
	);
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	expect(await sandbox.requests()).toEqual([]);
});

it.each([0, -1, 'many', '', NaN, null])(
	'refuses what is no number of letters: %j',
	async (maxLettersPerRun) => {
		const { error } = await run(1, { options: { maxLettersPerRun } as INodeParameters });
		expect(error?.message).toBe('Maximum Letters per Run must be a number of at least 1. Nothing was sent.');
		expect(await sandbox.requests()).toEqual([]);
	},
);

it('gives the key with every letter and batch, and the input where it is asked for', async () => {
	for (const operation of [{}, batch]) {
		const { outputs } = await run(2, { ...operation, options: { includeInputFields: true } });
		const keys = (await sandbox.requests()).map(({ idempotency_key: key }) => key);
		for (const { json } of outputs[0] ?? []) expect(keys).toContain(json.idempotency_key);
		const inputs = letters(2).map(({ json }) => json);
		expect(outputs[0]?.flatMap(({ json }) => json.input)).toEqual(inputs);
		const plain = await run(2, operation);
		expect(plain.outputs[0]?.[0]?.json).not.toHaveProperty('input');
	}
});
