/** Letters that nobody meant to order, in a real n8n: placeholders, one letter for all items, empty rows. */
import type { Execution } from '../../tools/n8n/execution';
import { LetterWorkflow } from '../../tools/n8n/letterRun';
import type { Item, Scene } from '../../tools/n8n/scene';
import { LETTERS } from '../../tools/n8n/scene';
import { letterItem, letterParameters } from '../support/letters';
import { withScene } from '../support/withScene';

jest.setTimeout(60_000);

let scene: Scene;

withScene((started) => {
	scene = started;
});

beforeEach(async () => {
	await scene.reset();
});

const row = (name: string, more: Item = {}): Item => ({ ...letterItem(name).json, ...more });

async function run(parameters: Item, items: Item[]): Promise<Execution> {
	const workflow = await LetterWorkflow.create(scene, { parameters: { ...letterParameters, ...parameters } });
	return await scene.client.finished(await workflow.start(items));
}

it.each(['Oi {nome}, tudo bem?', 'Dear [Recipient Name], thank you.', 'Hola *|FNAME|*'])(
	'a placeholder that nobody filled in orders nothing: %s',
	async (message) => {
		const { status, error } = await run({ message }, [row('Ana'), row('Bia')]);
		expect([status, error?.message]).toEqual([
			'error',
			expect.stringContaining('This step ordered nothing.'),
		]);
		expect(error?.description).toContain('select Message in the option Text That Is Meant');
		expect(await scene.sandbox.letters()).toBe(0);
	},
);

it.each(['Oi Jo\\u00e3o, até!', "=O livro “{{ $json.title ?? '' }}” chegou.", '=Oi {{ "NULL" }}, obrigado!'])(
	'a text that no person wrote orders nothing: %s',
	async (message) => {
		const { error } = await run({ message }, [row('Ana')]);
		expect(error?.description).toContain('select Message in the option Text That Is Meant');
		expect(await scene.sandbox.letters()).toBe(0);
	},
);

it('other brackets are ordered, and a placeholder that is meant', async () => {
	const kept = {
		message: 'Ele disse «Sim» [1], com {2} e (parênteses).',
		addressLine1: 'Rua A (fundos), 1',
	};
	expect((await run(kept, [row('Ana')])).status).toBe('success');
	const meant = { message: 'Oi {nome}', options: { textThatIsMeant: ['message'] } };
	expect((await run(meant, [row('Bia')])).status).toBe('success');
	expect(await scene.sandbox.letters()).toBe(2);
});

it('the first item read for all of them orders none, and the others of a run that goes on', async () => {
	const first = Object.fromEntries(
		Object.keys(letterItem('').json).map((field) => [
			{ address_line1: 'addressLine1' }[field] ?? field,
			`={{ $input.first().json.${field} }}`,
		]),
	);
	const people = ['Ana', 'Bia', 'Caio'].map((name) => row(name));
	const message = '=Oi {{ $input.first().json.name }}!';
	const { status, error } = await run({ ...first, message }, people);
	expect(status).toBe('error');
	expect(error?.description).toContain('Items 1 to 3 are the same letter. If it is a mistake, use .item');
	expect(await scene.sandbox.letters()).toBe(0);
	expect((await run({}, people)).status).toBe('success');
	expect(await scene.sandbox.letters()).toBe(3);
});

it('an empty row is skipped, and a sheet of empty rows is no success without a word', async () => {
	const empty = { row_number: 3, name: '', city: null };
	const { status, output } = await run({}, [row('Ana'), empty, row('Bia')]);
	expect([status, output(LETTERS).map(({ outcome }) => outcome)]).toEqual([
		'success',
		['ordered', 'not_ordered', 'ordered'],
	]);
	expect(await scene.sandbox.letters()).toBe(2);
	const all = await run({}, [empty, empty]);
	expect(all.output(LETTERS).map(({ outcome, problems }) => [outcome, problems])).toEqual(
		Array.from({ length: 2 }, () => ['not_ordered', ['The item is empty']]),
	);
	expect(await scene.sandbox.letters()).toBe(2);
});
