/** A check, and a gap in a text, in a real n8n: what n8n-core's engine alone cannot show. */
import { randomUUID } from 'node:crypto';

import { CALL, callOf, LetterWorkflow } from '../../../tools/n8n/letterRun';
import type { Workflow } from '../../../tools/n8n/n8nClient';
import type { Item, Scene } from '../../../tools/n8n/scenes/scene';
import { handedOut, inARow, LETTERS } from '../../../tools/n8n/scenes/scene';
import { letterFields, letterItem, letterParameters } from '../../support/letters';
import { withScene } from '../../support/withScene';

let scene: Scene;

withScene((started) => {
	scene = started;
});

beforeEach(async () => {
	await scene.reset();
});

const ana = letterItem('Ana').json;
const posts = async (): Promise<number> =>
	(await scene.sandbox.requests()).filter(({ method }) => method === 'POST').length;

/** Texts whose expressions n8n's own engine evaluates, each part by itself. */
it('refuses a text with a gap', async () => {
	const message = '=Oi {{ $json.missing?.trim() }}!';
	const { error } = await scene.run({ ...letterParameters, message }, { items: [ana] });
	expect(error?.message).toMatch(/Message would have a gap/);
	expect(await posts()).toBe(0);
});

it.each(['Oi Jo\\u00e3o, até!', "=O livro “{{ $json.title ?? '' }}” chegou.", '=Oi {{ "NULL" }}, obrigado!'])(
	'a text that no person wrote orders nothing: %s',
	async (message) => {
		const { error } = await scene.run({ ...letterParameters, message }, { items: [ana] });
		expect(error?.description).toContain('select Message in the option Text That Is Meant');
		expect(await posts()).toBe(0);
	},
);

it('fills a text in as n8n does', async () => {
	const message = '=Oi {{ $json.name }}, {{ 1 + 1 }} {{ DateTime.fromISO("2030-01-02").toFormat("dd/MM") }}!';
	await scene.run({ ...letterParameters, message }, { items: [ana] });
	expect((await scene.sandbox.cards()).map(({ request }) => request.message)).toEqual(['Oi Ana, 2 02/01!']);
});

describe('the default Ordering Mode', () => {
	/** Begun by a webhook, and called by so many others. */
	const parameters = { ...letterFields, externalId: '={{ $json.order }}' };
	const named = () => ({ ...ana, order: randomUUID() });
	const inProduction = async (...callers: Item[]) => {
		const letters = await LetterWorkflow.create(scene, { parameters, callers });
		return { letters, ended: await scene.client.finished(await letters.start([named()])) };
	};

	it('only checks a run that began in the editor, and says why', async () => {
		const run = await scene.run(letterFields, { items: [ana] });
		expect(run.output(LETTERS)).toMatchObject([{ outcome: 'fine', problems: [], id: null, status: null }]);
		expect(run.hints(LETTERS)[0]).toMatch(
			/^Only checked, because this run was started in the editor\. To order, publish the workflow\. 1 letter is fine/,
		);
		expect(await posts()).toBe(0);
	});

	it('orders a run that a webhook began, and what it calls', async () => {
		expect((await inProduction()).ended.output(LETTERS)).toMatchObject([
			{ outcome: 'ordered', status: 'queued' },
		]);
		expect((await inProduction({})).ended.status).toBe('success');
		expect(await scene.sandbox.letters()).toBe(2);
	});

	it('only checks what a run in the editor calls', async () => {
		const { letters } = await inProduction({});
		const [called] = letters.called;
		await scene.reset();
		const call = callOf(called as Workflow, 'once');
		const workflow = await scene.client.createWorkflow(inARow('By hand', ...handedOut([named()]), call));
		const { output } = await scene.client.finished(await scene.client.run(workflow, 'Start'));
		expect(output(CALL)).toMatchObject([{ outcome: 'fine', id: null }]);
		expect(await posts()).toBe(0);
	});

	it('refuses to guess two calls deep', async () => {
		const { error, status } = (await inProduction({}, {})).ended;
		expect(status).toBe('error');
		expect(error?.message).toContain('set Ordering Mode to Always order or Never order, only check');
		expect(await posts()).toBe(0);
	});
});

it('orders what was checked', async () => {
	const check = { ...letterParameters, orderingMode: 'check' };
	const [checked] = (await scene.run(check, { items: [ana] })).output(LETTERS);
	expect(checked).toMatchObject({ outcome: 'fine', problems: [] });
	expect(await posts()).toBe(0);
	await scene.run(
		{ resource: 'card', operation: 'createFromCheck', orderingMode: 'order' },
		{ items: [checked ?? {}] },
	);
	expect(await scene.sandbox.letters()).toBe(1);
});

it("of a check's items, none that failed is on the success output, where n8n has an error output", async () => {
	const people = ['Ana', 'Bia', 'Caio'].map((name) => letterItem(name).json);
	const check = { ...letterParameters, orderingMode: 'check' };
	const [first, second, third] = (await scene.run(check, { items: people })).output(LETTERS) as [
		Item,
		Item,
		Item,
	];
	const rules = [{ on: { method: 'POST' }, when: { every: 2 }, fault: { status: 422 } }];
	await scene.sandbox.control('PUT', '/faults', { rules });
	const fromCheck = { resource: 'card', operation: 'createFromCheck', orderingMode: 'order' };
	const { output } = await scene.run(
		{ ...fromCheck, options: { maxInFlight: 1 } },
		{
			items: [first, { ...second, account: 'another' }, third],
			settings: { onError: 'continueErrorOutput' },
		},
	);
	expect(output(LETTERS).map(({ outcome, name }) => [outcome, name])).toEqual([['ordered', undefined]]);
	const failed = output(LETTERS, 1).map(({ error }) => (error as { details: Item }).details);
	expect(failed.map(({ outcome, name }) => [outcome, name])).toEqual([
		['to_correct', 'Bia'],
		['not_ordered', 'Caio'],
	]);
	expect(await scene.sandbox.letters()).toBe(1);
});
