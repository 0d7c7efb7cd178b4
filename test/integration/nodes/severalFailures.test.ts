/** A run in which several letters fail: what its one error says of the others, and which leave all the same. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import type { ScriptedService, Step } from '../../support/peers/scriptedService';
import { credentialFor, failure, startScriptedService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

const toItems = (names: string[]) => names.map((name) => letterItem(name));

describe('contents that change between two tries', () => {
	const sandbox = withSandbox();
	const run = async (parameters: INodeParameters, settings: Partial<NodeSettings>) =>
		await runActionNode({
			parameters: { ...letterParameters, ...changing, options: { maxInFlight: 1 }, ...parameters },
			items: [],
			credential: sandbox.credential,
			...settings,
		});
	const changing = { message: '={{ "Oi " + Math.random() }}' };
	const badStyle = {
		style: '={{ { __rl: true, mode: "id", value: $json.name === "bad" ? "sty_none" : "" } }}',
	};

	it('are refused: the first letters stand, and the error says what became of each, with every ID', async () => {
		const { error } = await run(badStyle, {
			items: toItems(['Ana', 'Bia', 'bad']),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(error?.message).toContain('was already ordered with different contents');
		expect(error?.description).toMatch(
			/3 letters of this run failed; this is the first\. The service knows the key of item 2 with other contents; no second letter was created\. Item 3 was not created\. 1 letter was already created \(item 2: crd_\S+\)\. \[/,
		);
		expect(await sandbox.letters()).toBe(2);
	});

	it.each<[string, INodeParameters]>([
		['letters', {}],
		['batches', { resource: 'batch', cardsPerBatch: 1 }],
	])('keep none of the other %s from leaving in a retry', async (noun, operation) => {
		const settings: Partial<NodeSettings> = {
			items: toItems(['Ana', 'bad', 'Caio']),
			executionContext: { version: 1, establishedAt: Date.now(), source: 'trigger' },
		};
		await run({ ...operation, ...badStyle }, settings);
		expect(await sandbox.letters()).toBe(1);
		const { error } = await run(operation, settings);
		expect(error?.message).toMatch(
			/^Item 1: The \w+ was already ordered with different contents \(\S+\)\. No second/,
		);
		expect(error?.description).toMatch(
			new RegExp(`2 ${noun} were already created \\(item 2: \\S+, item 3: \\S+\\)`),
		);
		expect(error?.description).not.toContain('not sent');
		expect(await sandbox.letters()).toBe(3);
	});
});

describe('a refused letter beside others', () => {
	let service: ScriptedService;
	afterEach(async () => {
		await service.close();
	});
	const refusal: Step = { status: 422, body: failure('validation_error', 'invalid_zip') };

	const run = async (names: string[], parameters: INodeParameters = {}) => {
		const { error } = await runActionNode({
			parameters: { ...letterParameters, options: { deadline: 0.02 }, ...parameters },
			items: toItems(names),
			credential: credentialFor(service.baseUrl),
		});
		return error?.description ?? '';
	};
	/** Refuses each Ana; the others get the step. */
	const errorOf = async (names: string[], others: Step, parameters: INodeParameters = {}) => {
		service = await startScriptedService((body) => (body.includes('Ana') ? refusal : others));
		return await run(names, parameters);
	};

	it.each<[string, INodeParameters, RegExp]>([
		[
			'of the run',
			{},
			/whether item 2 was ordered\. Use "Retry execution".*: it sends the same key.* new run/,
		],
		[
			'of External IDs',
			{ externalId: '={{ $json.name }}' },
			/whether item 2 was ordered\. Order it again unchanged: the same key is sent, so no second letter/,
		],
	])('does not hide that the fate of another is not known: keys %s', async (_mode, parameters, words) => {
		const said = await errorOf(['Ana', 'Bia'], 'cut', parameters);
		expect(said).toContain('This letter was not created.');
		expect(said).toContain('2 letters of this run failed; this is the first.');
		expect(said).toMatch(words);
	});

	it('names the items of one fate together', async () => {
		const said = await errorOf(['Ana', 'Bia', 'Caio', 'Ana 2'], 'cut');
		expect(said).toContain('It is not known whether items 2 and 3 were ordered.');
		expect(said).toContain('Item 4 was not created.');
	});

	it('names the items of a batch', async () => {
		const batches = { resource: 'batch', cardsPerBatch: 2 };
		const said = await errorOf(['Ana', 'Bia', 'Caio', 'Davi'], 'cut', batches);
		expect(said).toContain('It is not known whether the batch of items 3 and 4 was ordered.');
	});
});
