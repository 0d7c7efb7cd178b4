/** On Error → Continue, for a run that ends before its first request: no item may look as if it were ordered. */
import type { INodeParameters } from 'n8n-workflow';

import { goesOn, lettersTo, runLetters, withErrorOutput } from '../../support/letterRuns';
import { card, failure, withService } from '../../support/peers/scriptedService';

const service = withService();

const cases: Array<[string, INodeParameters, string]> = [
	[
		'an expression that n8n refuses',
		{ message: "={{ $('Nope').item.json.x }}" },
		"Referenced node doesn't exist",
	],
	['a senseless option', { options: { deadline: 0 } }, 'Give Up After (Minutes) must be greater than 0'],
	['too many letters', { options: { maxLettersPerRun: 1 } }, 'This run would order 2 letters'],
];

it.each(cases)('%s: every item comes back as an error item', async (_what, parameters, words) => {
	await service.answers([]);
	const people = lettersTo('Ana', 'Bia');
	const run = async (settings: typeof goesOn) =>
		await runLetters(service.credential, parameters, { ...settings, items: people });
	const { outputs, items, error } = await run(goesOn);
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	items.forEach((json, itemIndex) => {
		const waits = itemIndex > 0 && words.startsWith('Referenced') ? ' waits for item 1' : '';
		expect(json.error).toMatch(
			new RegExp(`^Item ${itemIndex + 1}${waits}: .*[^.]\\. This step ordered nothing\\.$`),
		);
		expect(json.error).toContain(words);
		const problems = [expect.stringContaining(words) as string];
		expect(json.details).toMatchObject({ item: itemIndex + 1, problems });
	});

	const split = await run(withErrorOutput);
	expect(split.items).toEqual([]);
	expect(split.failed).toMatchObject(people.map(({ json }) => json));
	expect(service.received).toEqual([]);
});

it('a base URL that is none: the description says what to do', async () => {
	await service.answers([]);
	const credential = { ...service.credential, baseUrl: 'localhost' };
	const { items } = await runLetters(credential, {}, { ...goesOn, items: lettersTo('Ana', 'Bia') });
	const message = expect.stringContaining('starting with https://') as string;
	expect(items).toMatchObject([{ message }, { message }]);
});

describe('above the output', () => {
	/** Refuses Bia, cuts the answers for Davi, and creates the others. */
	const send = async (parameters: INodeParameters, names = ['Ana', 'Bia', '', 'Davi']) => {
		await service.answers((body) => {
			if (body.includes('Bia')) return { status: 422, body: failure('validation_error', 'invalid_zip') };
			return body.includes('Davi') ? 'cut' : { status: 201, body: card('crd_1', Date.now()) };
		});
		const quick = { options: { deadline: 0.001 }, ...parameters };
		const { hints } = await runLetters(service.credential, quick, { ...goesOn, items: lettersTo(...names) });
		return hints.filter(({ type }) => type === 'info').map(({ message }) => message);
	};

	it('the summary names what was not ordered and what may have been, and the way to order only that', async () => {
		expect(await send({})).toEqual([
			expect.stringMatching(
				/^1 letter ordered at \S+, 3 items failed; no estimated posting yet\. Items 2 and 3 were not ordered\. To order only what failed, connect the error output, or a Filter on outcome\. Running all items again orders the letters without an External ID again\. Before you order item 4 again, read its error: it may have been ordered\.$/,
			),
		]);
	});

	it.each<[string, INodeParameters, string[]]>([
		[
			'running all of them again orders nothing again',
			{ externalId: '={{ "order " + $json.zip + $itemIndex }}' },
			['Ana', 'Bia', ''],
		],
		['nothing failed', {}, ['Ana']],
	])('the summary says nothing of that where %s', async (_what, parameters, names) => {
		expect(await send(parameters, names)).toEqual([expect.stringMatching(/no estimated posting yet\.$/)]);
	});
});
