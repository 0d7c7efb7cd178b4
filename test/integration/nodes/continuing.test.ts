/** On Error → Continue, for a run that ends before its first request: no row may look as if it were ordered. */
import type { INodeParameters } from 'n8n-workflow';

import { runActionNode } from '../../../tools/engine/engine';
import { SandboxClient } from '../../../tools/sandboxClient';
import { letterItem, letterParameters } from '../../support/letters';

let sandbox: SandboxClient;
beforeAll(async () => {
	sandbox = await SandboxClient.start();
});
afterAll(async () => {
	await sandbox.close();
});

const batch = { resource: 'batch', operation: 'create' };

const items = ['Ana', 'Bia'].map((name) => letterItem(name));

const cases: Array<[string, INodeParameters, string]> = [
	[
		'an expression that n8n refuses',
		{ message: "={{ $('Nope').item.json.x }}" },
		"Referenced node doesn't exist",
	],
	['a senseless option', { options: { deadline: 0 } }, 'Deadline (Minutes) must be greater than 0'],
	[
		'a limit that is no number',
		{ options: { maxLettersPerRun: 'many' } },
		'Maximum Letters per Run must be a number of at least 1',
	],
	[
		'a batch size of nothing',
		{ ...batch, cardsPerBatch: 0 },
		'Cards per Batch must be a number of at least 1',
	],
	['too many letters', { options: { maxLettersPerRun: 1 } }, 'This run would order 2 letters'],
];

it.each(cases)('%s: every row comes back as an error item', async (_what, parameters, words) => {
	const run = { parameters: { ...letterParameters, ...parameters }, items, credential: sandbox.credential };
	const { outputs, error } = await runActionNode({ ...run, node: { onError: 'continueRegularOutput' } });
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	outputs[0]?.forEach(({ json }, itemIndex) => {
		expect(json.error).toMatch(new RegExp(`^Row ${itemIndex + 1}: .*[^.]\\. Nothing was sent\\.$`));
		expect(json.error).toContain(words);
		expect(json.details).toMatchObject({
			row: itemIndex + 1,
			problems: [expect.stringContaining(words) as string],
		});
	});

	const split = await runActionNode({ ...run, node: { onError: 'continueErrorOutput' } });
	expect(split.outputs[0]).toEqual([]);
	expect(split.outputs[1]?.map(({ json }) => json)).toMatchObject(items.map(({ json }) => json));
	expect(await sandbox.requests()).toEqual([]);
});

it('a base URL that is none: the description says what to do', async () => {
	const { outputs } = await runActionNode({
		parameters: letterParameters,
		items,
		credential: { ...sandbox.credential, baseUrl: 'localhost' },
		node: { onError: 'continueRegularOutput' },
	});
	expect(outputs[0]).toHaveLength(2);
	expect(outputs[0]?.[0]?.json.message).toContain('starting with https://');
});
