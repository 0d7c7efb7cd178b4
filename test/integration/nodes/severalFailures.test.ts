/** A run in which several letters fail: what its one error says of the others, and which leave all the same. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { lettersTo, runLetters } from '../../support/letterRuns';
import type { Step } from '../../support/peers/scriptedService';
import { failure, withService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

describe('contents that change between two tries', () => {
	const sandbox = withSandbox();
	const changing = { message: '={{ "Oi " + Math.random() }}', options: { maxInFlight: 1 } };
	const run = async (parameters: INodeParameters, settings: Partial<NodeSettings>) =>
		await runLetters(sandbox.credential, { ...changing, ...parameters }, settings);
	const badStyle = {
		style: '={{ { __rl: true, mode: "id", value: $json.name === "bad" ? "sty_none" : "" } }}',
	};

	it('are refused: the first letters stand, and the error says what became of each, with every ID', async () => {
		const { error } = await run(badStyle, {
			items: lettersTo('Ana', 'Bia', 'bad'),
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
			items: lettersTo('Ana', 'bad', 'Caio'),
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
	const service = withService();
	const refusal: Step = { status: 422, body: failure('validation_error', 'invalid_zip') };

	/** Each Ana is refused; the others are cut off. */
	it.each<[string, string[], INodeParameters, RegExp]>([
		[
			'does not hide that the fate of another is not known: keys of the run',
			['Ana', 'Bia'],
			{},
			/This letter was not created\..*2 letters of this run failed; this is the first\..*whether item 2 was ordered\. Use "Retry execution".*: it sends the same key.* new run/,
		],
		[
			'does not hide that the fate of another is not known: keys of External IDs',
			['Ana', 'Bia'],
			{ externalId: '={{ $json.name }}' },
			/2 letters of this run failed.*whether item 2 was ordered\. Order it again unchanged: the same key is sent, so no second letter/,
		],
		[
			'names the items of one fate together',
			['Ana', 'Bia', 'Caio', 'Ana 2'],
			{},
			/It is not known whether items 2 and 3 were ordered\..*Item 4 was not created\./,
		],
		[
			'names the items of a batch',
			['Ana', 'Bia', 'Caio', 'Davi'],
			{ resource: 'batch', cardsPerBatch: 2 },
			/It is not known whether the batch of items 3 and 4 was ordered\./,
		],
	])('%s', async (_what, names, parameters, words) => {
		await service.answers((body) => (body.includes('Ana') ? refusal : 'cut'));
		const quick = { options: { deadline: 0.02 }, ...parameters };
		const { said } = await runLetters(service.credential, quick, { items: lettersTo(...names) });
		expect(said).toMatch(words);
	});
});
