/** Letters that nobody meant to order: placeholders, one letter for all items, empty rows. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { LetterRun } from '../../support/letterRuns';
import { lettersTo, runLetters } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const run = (parameters: INodeParameters, items: INodeExecutionData[]): Promise<LetterRun> =>
	runLetters(sandbox.credential, parameters, { items });

it.each(['Oi {nome}, tudo bem?', 'Dear [Recipient Name], thank you.', 'Hola *|FNAME|*'])(
	'a placeholder that nobody filled in orders nothing: %s',
	async (message) => {
		const { said } = await run({ message }, lettersTo('Ana', 'Bia'));
		expect(said).toContain('This step ordered nothing.');
		expect(said).toContain('select Message in the option Text That Is Meant');
		expect(await sandbox.letters()).toBe(0);
	},
);

it('other brackets are ordered, and a placeholder that is meant', async () => {
	const kept = {
		message: 'Ele disse «Sim» [1], com {2} e (parênteses).',
		addressLine1: 'Rua A (fundos), 1',
	};
	expect((await run(kept, lettersTo('Ana'))).error).toBeUndefined();
	const meant = { message: 'Oi {nome}', options: { textThatIsMeant: ['message'] } };
	expect((await run(meant, lettersTo('Bia'))).error).toBeUndefined();
	expect(await sandbox.letters()).toBe(2);
});

it('the first item read for all of them orders none, and the others of a run that goes on', async () => {
	const first = Object.fromEntries(
		Object.keys(letterItem('').json).map((field) => [
			{ address_line1: 'addressLine1' }[field] ?? field,
			`={{ $input.first().json.${field} }}`,
		]),
	);
	const people = lettersTo('Ana', 'Bia', 'Caio');
	const { said } = await run({ ...first, message: '=Oi {{ $input.first().json.name }}!' }, people);
	expect(said).toContain('Items 1 to 3 are the same letter. If it is a mistake, use .item');
	expect(await sandbox.letters()).toBe(0);
	expect((await run({}, people)).error).toBeUndefined();
	expect(await sandbox.letters()).toBe(3);
});

it('an empty row is skipped, and a sheet of empty rows is no success without a word', async () => {
	const empty = { json: { row_number: 3, name: '', city: null } };
	const [ana, bia] = lettersTo('Ana', 'Bia') as [INodeExecutionData, INodeExecutionData];
	const { error, items } = await run({}, [ana, empty, bia]);
	expect(error).toBeUndefined();
	expect(items.map(({ outcome }) => outcome)).toEqual(['ordered', 'not_ordered', 'ordered']);
	expect(await sandbox.letters()).toBe(2);
	const all = await run({}, [empty, empty]);
	expect(all.items.map(({ outcome, problems }) => [outcome, problems])).toEqual(
		Array.from({ length: 2 }, () => ['not_ordered', ['The item is empty']]),
	);
	expect(await sandbox.letters()).toBe(2);
});
