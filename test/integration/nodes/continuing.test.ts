/** On Error → Continue, for a run that ends before its first request: no item may look as if it were ordered. */
import type { INodeParameters } from 'n8n-workflow';

import { runActionNode } from '../../../tools/engine/engine';
import { SandboxClient } from '../../../tools/sandboxClient';
import { letterItem, letterParameters } from '../../support/letters';
import type { Step } from '../../support/peers/scriptedService';
import { card, credentialFor, failure, startScriptedService } from '../../support/peers/scriptedService';

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
	['a senseless option', { options: { deadline: 0 } }, 'Give Up After (Minutes) must be greater than 0'],
	[
		'a limit that is no number',
		{ options: { maxLettersPerRun: 'many' } },
		'Maximum Letters per Run must be a number of at least 1',
	],
	[
		'a batch size of nothing',
		{ ...batch, cardsPerBatch: 0 },
		'Letters per Batch must be a number of at least 1',
	],
	['too many letters', { options: { maxLettersPerRun: 1 } }, 'This run would order 2 letters'],
];

it.each(cases)('%s: every item comes back as an error item', async (_what, parameters, words) => {
	const run = { parameters: { ...letterParameters, ...parameters }, items, credential: sandbox.credential };
	const { outputs, error } = await runActionNode({ ...run, node: { onError: 'continueRegularOutput' } });
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	outputs[0]?.forEach(({ json }, itemIndex) => {
		const waits = itemIndex > 0 && words.startsWith('Referenced') ? ' waits for item 1' : '';
		expect(json.error).toMatch(
			new RegExp(`^Item ${itemIndex + 1}${waits}: .*[^.]\\. This step ordered nothing\\.$`),
		);
		expect(json.error).toContain(words);
		expect(json.details).toMatchObject({
			item: itemIndex + 1,
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

describe('above the output', () => {
	const created = (): Step => ({
		status: 201,
		body: { ...card('crd_1'), created_at: new Date().toISOString() },
	});
	/** Refuses Bia, cuts the answers for Davi, and creates the others. */
	const send = async (parameters: INodeParameters, names = ['Ana', 'Bia', '', 'Davi']) => {
		const service = await startScriptedService((body) => {
			if (body.includes('Bia')) return { status: 422, body: failure('validation_error', 'invalid_zip') };
			return body.includes('Davi') ? 'cut' : created();
		});
		const { hints } = await runActionNode({
			parameters: { ...letterParameters, options: { deadline: 0.001 }, ...parameters },
			items: names.map((name) => letterItem(name)),
			credential: credentialFor(service.baseUrl),
			node: { onError: 'continueRegularOutput' },
		});
		await service.close();
		return hints.filter(({ type }) => type === 'info').map(({ message }) => message);
	};
	const byExternalId = {
		externalId: '={{ "order " + $json.zip + $itemIndex }}',
	};

	it('the summary names what was not ordered and what may have been, and the way to order only that', async () => {
		expect(await send({})).toEqual([
			expect.stringMatching(
				/^1 letter ordered at \S+, 3 items failed; no estimated posting yet\. Items 2 and 3 were not ordered\. To order only what failed, connect the error output, or a Filter on outcome\. Running all items again orders the letters without an External ID again\. Before you order item 4 again, read its error: it may have been ordered\.$/,
			),
		]);
	});

	it.each<[string, INodeParameters, string[]]>([
		['running all of them again orders nothing again', byExternalId, ['Ana', 'Bia', '']],
		['nothing failed', {}, ['Ana']],
	])('the summary says nothing of that where %s', async (_what, parameters, names) => {
		expect(await send(parameters, names)).toEqual([expect.stringMatching(/no estimated posting yet\.$/)]);
	});
});
