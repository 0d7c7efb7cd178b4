/** Every example in a real n8n, set up and used as its note says. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Mailbox, type Mail } from '../support/mailbox';
import { ExampleWorkflow } from '../support/n8n/exampleRun';
import { exampleNames } from '../support/n8n/examples';
import { lastPage, openPage, submitForm } from '../support/n8n/forms';
import { until, type Credential } from '../support/n8n/n8nClient';
import { projectRoot } from '../support/n8n/paths';
import { Scene, type Item } from '../support/n8n/scene';
import { ScriptedModel } from '../support/scriptedModel';
import { eventBody, signedDelivery } from '../support/signedDelivery';

jest.setTimeout(180_000);

let scene: Scene;
let mailbox: Mailbox;
let model: ScriptedModel;
let smtp: Credential;
let openAi: Credential;

beforeAll(async () => {
	[mailbox, model, scene] = await Promise.all([Mailbox.start(), ScriptedModel.start(), Scene.start()]);
	smtp = await scene.client.createCredential('Mail', 'smtp', mailbox.credential);
	openAi = await scene.client.createCredential('Model', 'openAiApi', model.credential);
}, 1_200_000);

afterAll(async () => {
	await scene.stop();
	await mailbox.close();
	await model.close();
});

beforeEach(async () => {
	await scene.sandbox.control('POST', '/reset');
	mailbox.mails.length = 0;
});

const tried = new Set<string>();

/** The tests of one file in `examples/`. */
function example(name: string, tests: (name: string) => void): void {
	tried.add(name);
	describe(name, () => {
		tests(name);
	});
}

/** The letters in the sandbox, oldest first. */
async function letters(): Promise<Item[]> {
	return (await scene.sandbox.control<{ cards: Item[] }>('GET', '/cards')).cards;
}

const ids = (items: Item[]): string[] => items.map(({ id }) => String(id));

async function externalIds(): Promise<unknown[]> {
	return (await letters()).map(({ external_id }) => external_id);
}

/** The mail an execution waits for an answer to. Before it waits, a click has no effect. */
async function mailOf(execution: string): Promise<Mail> {
	const mail = await until('a mail', () => Promise.resolve(mailbox.mails.shift()));
	await until('the execution to wait', async () => {
		const { status } = await scene.client.execution(execution);
		return status === 'waiting' || undefined;
	});
	return mail;
}

const address = {
	'Street and number': 'Rua da Bahia, 1148',
	Complement: '',
	City: 'Belo Horizonte',
	State: 'MG',
	'Postal code': '30160-011',
};

test('every file in examples/ is tried here', async () => {
	expect([...tried].sort()).toEqual((await exampleNames()).sort());
});

example('send-three-letters', (name) => {
	test('sends three, and gives their ids', async () => {
		const workflow = await ExampleWorkflow.create(scene, name);
		const { status, output } = await workflow.run('Start');
		expect(status).toBe('success');
		expect(ids(output('Send Letter')).sort()).toEqual(ids(await letters()).sort());
		expect(await letters()).toHaveLength(3);
	});
});

example('keep-every-event', (name) => {
	test('gives what happened to which letter', async () => {
		const workflow = await ExampleWorkflow.create(scene, name);
		await workflow.listen('Letter Event');
		await scene.sandbox.control('POST', '/events', { event: 'card.shipped' });
		const { output } = await workflow.next();
		await workflow.deactivate();
		expect(output('What Happened')).toEqual([
			{
				event: 'card.shipped',
				status: 'posted',
				letter_id: expect.stringMatching(/^crd_/) as string,
				occurred_at: expect.any(String) as string,
				dedupe_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
			},
		]);
	});
});

example('exactly-once-orders', (name) => {
	test('two runs: one letter per order, the same ids', async () => {
		const workflow = await ExampleWorkflow.create(scene, name);
		const [first, second] = [await workflow.run('Start'), await workflow.run('Start')];
		expect(ids(first.output('Send the Letter'))).toEqual(ids(second.output('Send the Letter')));
		expect(ids(first.output('Send the Letter')).sort()).toEqual(ids(await letters()).sort());
		expect(await letters()).toHaveLength(3);
	});
});

example('thank-you-letter-on-a-form', (name) => {
	let workflow: ExampleWorkflow;

	beforeAll(async () => {
		workflow = await ExampleWorkflow.create(scene, name);
		await workflow.activate();
	});

	afterAll(() => workflow.deactivate());

	test('a form filled in: a letter, and its id on the last page', async () => {
		const waiting = await workflow.submit('Where To', { 'Full name': 'Ana Luiza Ferreira', ...address });
		const page = await lastPage(waiting ?? '');
		const [letter, ...more] = await letters();
		expect(more).toEqual([]);
		expect(letter?.request).toMatchObject({
			to: { name: 'Ana Luiza Ferreira', city: 'Belo Horizonte', zip: '30160-011' },
			message: expect.stringContaining('Olá, Ana!') as string,
		});
		expect(page).toContain('Thank you!');
		expect(page).toContain(letter?.id);
		expect((await workflow.next()).status).toBe('success');
	});

	test('a postal code without its zero: no letter, and what to correct on the last page', async () => {
		const answers = { 'Full name': 'Ana Luiza Ferreira', ...address, 'Postal code': '3016011' };
		const waiting = await workflow.submit('Where To', answers);
		const page = await lastPage(waiting ?? '');
		expect(page).toContain('Please check the address');
		expect(page).toContain('leading zero');
		expect(await letters()).toEqual([]);
		await workflow.next();
	});
});

example('spreadsheet-to-batch', (name) => {
	const form = 'Upload a Spreadsheet';
	const header = 'order,name,street,complement,city,state,zip,message';
	const good = [1, 2, 3].map((n) => `A-${n},Ana ${n},"Rua da Bahia, ${n}",,Belo Horizonte,MG,30160-011,Olá!`);
	const bad = 'A-4,Ana 4,"Rua da Bahia, 4",,Belo Horizonte,MG,3016011,Olá!';
	const csv = (rows: string[]): File => new File([[header, ...rows].join('\n')], 'letters.csv', { type: 'text/csv' });
	let workflow: ExampleWorkflow;

	beforeAll(async () => {
		workflow = await ExampleWorkflow.create(scene, name);
		await workflow.activate();
	});

	afterAll(() => workflow.deactivate());

	test('CSV: the good rows as one batch, the bad one back with its reason', async () => {
		await workflow.submit(form, { Spreadsheet: csv([...good, bad]) });
		const { status, output } = await workflow.next();
		expect(status).toBe('success');
		expect(output('Batches Ordered')).toEqual([{ batch: expect.stringMatching(/^bat_/) as string, letters: '3' }]);
		expect(await externalIds()).toEqual(['A-1', 'A-2', 'A-3']);
		const [row, ...more] = output('Why It Was Not Ordered');
		expect(more).toEqual([]);
		expect(row).toMatchObject({ order: 'A-4', name: 'Ana 4', zip: '3016011' });
		expect(row?.to_correct).toMatch(/^to\.zip must hold 8 digits.*leading zero/);
		expect(row).not.toHaveProperty('details');
	});

	test('a batch the service refuses: every one of its rows back', async () => {
		const rules = [{ when: { next: 1 }, fault: { status: 422 } }];
		await scene.sandbox.control('PUT', '/faults', { rules });
		await workflow.submit(form, { Spreadsheet: csv(good) });
		const rows = (await workflow.next()).output('Why It Was Not Ordered');
		expect(rows.map(({ order }) => order)).toEqual(['A-1', 'A-2', 'A-3']);
		expect(rows[2]?.to_correct).toMatch(/The service refused the batch/);
	});

	test('the same file twice: the same batch, no second letter', async () => {
		const batches = [];
		for (let upload = 0; upload < 2; upload += 1) {
			await workflow.submit(form, { Spreadsheet: csv(good) });
			batches.push((await workflow.next()).output('Batches Ordered')[0]?.batch);
		}
		expect(batches[0]).toMatch(/^bat_/);
		expect(batches[1]).toBe(batches[0]);
		expect(await scene.sandbox.letters()).toBe(3);
	});

	test('Excel, with numbers where it makes them', async () => {
		const data = await readFile(join(projectRoot, 'test', 'e2e', 'letters.xlsx'));
		await workflow.submit(form, { Spreadsheet: new File([data], 'Letters.XLSX') });
		const { output } = await workflow.next();
		expect(await externalIds()).toEqual(['1001', '1002']);
		expect(output('Why It Was Not Ordered').map(({ order }) => order)).toEqual([1003]);
	});
});

example('remove-duplicate-events', (name) => {
	test('an event delivered twice, with the trigger’s own filter off: the work is done once, until forgotten', async () => {
		const changes = { 'Letter Event': { options: { ignoreDuplicates: false } } };
		const workflow = await ExampleWorkflow.create(scene, name, { changes });
		await workflow.activate();
		const body = JSON.stringify(eventBody());
		const deliver = async (): Promise<Item[]> => {
			await workflow.deliver('Letter Event', signedDelivery({ body }));
			return (await workflow.next()).output('Do the Work');
		};
		expect(await deliver()).toEqual([expect.objectContaining({ event: 'card.delivered' })]);
		expect(await deliver()).toEqual([]);
		expect((await workflow.run('Each Month')).status).toBe('success');
		expect(await deliver()).toHaveLength(1);
		await workflow.deactivate();
	});
});

example('poll-until-delivered', (name) => {
	test('follows a letter until it is delivered, and then leaves it alone', async () => {
		const workflow = await ExampleWorkflow.create(scene, name);
		// Before there is a table, or a letter.
		expect((await workflow.run('Each Hour')).output('Look at the Letter')).toEqual([]);
		const [row] = (await workflow.run('Start')).output('Write Down Its ID');
		const [letter] = await letters();
		expect(row).toMatchObject({ letter_id: letter?.id, external_id: '2026-0001', status: 'queued' });

		const early = await workflow.run('Each Hour');
		expect(early.output('Look at the Letter')).toEqual([expect.objectContaining({ id: letter?.id })]);
		expect(early.output('Delivered')).toEqual([]);

		const path = `/cards/${String(letter?.id)}/advance`;
		await scene.sandbox.control('POST', path, { to: 'in_transit' });
		expect((await workflow.run('Each Hour')).output('Delivered')).toEqual([]);
		await scene.sandbox.control('POST', path, { to: 'delivered' });
		const arrived = await workflow.run('Each Hour');
		expect(arrived.output('Delivered')).toEqual([expect.objectContaining({ letter_id: letter?.id, status: 'delivered' })]);
		expect(arrived.output('Came Back')).toEqual([]);

		expect((await workflow.run('Each Hour')).output('Look at the Letter')).toEqual([]);
	});
});

example('delivered-or-returned', (name) => {
	let workflow: ExampleWorkflow;

	beforeEach(async () => {
		workflow = await ExampleWorkflow.create(scene, name, { credentials: [smtp] });
		expect((await workflow.run('Start')).status).toBe('success');
		await workflow.listen('Delivered or Returned');
	});

	afterEach(() => workflow.deactivate());

	const advance = async (to: string): Promise<void> => {
		const letter = (await letters()).at(-1);
		await scene.sandbox.control('POST', `/cards/${String(letter?.id)}/advance`, { to });
	};

	test('delivered: noted, and nobody is asked', async () => {
		await advance('delivered');
		const { output } = await workflow.next();
		expect(output('Note the Delivery')).toEqual([
			expect.objectContaining({ external_id: '2026-0001', status: 'delivered' }),
		]);
		expect(mailbox.mails).toEqual([]);
	});

	test('returned: the recipient gives a new address, and one letter goes there', async () => {
		await advance('returned');
		const id = await workflow.started();
		const { to, links, text } = await mailOf(id);
		expect(to).toBe('maria@example.com');
		expect(text).toContain('Maria Aparecida da Silva');
		expect(await externalIds()).toEqual(['2026-0001']);
		const link = links['Give my address'] ?? '';
		expect((await openPage(link)).text).toContain('Where shall we send your letter?');
		await submitForm(link, workflow.fields('Ask for the New Address'), address);
		expect((await scene.client.finished(id)).status).toBe('success');
		expect(await externalIds()).toEqual(['2026-0001', '2026-0001-2']);
		expect((await letters())[1]?.request).toMatchObject({
			to: { name: 'Maria Aparecida da Silva', city: 'Belo Horizonte', zip: '30160-011' },
			message: expect.stringContaining('Obrigado pela sua compra') as string,
		});
	});

	test('the letter sent again comes back too: a third one', async () => {
		for (const times of [1, 2]) {
			await advance('returned');
			const id = await workflow.started();
			const link = (await mailOf(id)).links['Give my address'] ?? '';
			await submitForm(link, workflow.fields('Ask for the New Address'), address);
			await scene.client.finished(id);
			expect(await letters()).toHaveLength(times + 1);
		}
		expect(await externalIds()).toEqual(['2026-0001', '2026-0001-2', '2026-0001-2-2']);
	});
});

example('ai-agent-with-approval', (name) => {
	const form = 'Ask for a Letter';
	const request = {
		'Order number': '2026-0007',
		'Recipient and address': 'Ana Luiza Ferreira, Rua da Bahia 1148, Belo Horizonte MG, 30160-011',
		'What to say': 'Thank her for ten years as our customer',
	};
	const letter = {
		name: 'Ana Luiza Ferreira',
		street: 'Rua da Bahia, 1148',
		complement: '',
		city: 'Belo Horizonte',
		state: 'MG',
		zip: '30160-011',
		message: 'Querida Ana, obrigado por estes dez anos!',
	};
	const call = (changes: Item = {}, beside: Item = {}) => ({
		tool: 'Order_a_Letter',
		args: { toolParameters: { ...letter, ...changes }, hitlParameters: beside },
	});
	let workflow: ExampleWorkflow;

	beforeAll(async () => {
		workflow = await ExampleWorkflow.create(scene, name, { credentials: [smtp, openAi] });
		await workflow.activate();
	});

	afterAll(() => workflow.deactivate());

	/** Submits the form; gives the execution and the mail it then waits for. */
	const ask = async (): Promise<{ id: string; mail: Mail }> => {
		await workflow.submit(form, request);
		const id = await workflow.started();
		return { id, mail: await mailOf(id) };
	};
	const press = async (button: string, { links }: Mail): Promise<void> => {
		const { status } = await openPage(links[button] ?? '');
		expect(status).toBe(200);
	};
	const toldToModel = (): string => JSON.stringify(model.requests.at(-1)?.messages);
	const texts = async (): Promise<unknown[]> =>
		(await letters()).map((one) => (one.request as { message: string }).message);

	test('approved: exactly one letter, and not before', async () => {
		model.say([call()], 'Ordered.');
		const { id, mail } = await ask();
		expect(mail.subject).toContain('2026-0007');
		expect(mail.text).toContain(letter.name);
		expect(mail.text).toContain(letter.message);
		expect(await letters()).toEqual([]);
		await press('Order it', mail);
		const { status, output } = await scene.client.finished(id);
		expect(status).toBe('success');
		expect(output('Write the Letter')).toEqual([{ output: 'Ordered.' }]);
		const [ordered, ...more] = await letters();
		expect(more).toEqual([]);
		expect(ordered).toMatchObject({
			external_id: '2026-0007',
			request: { to: { name: letter.name, zip: letter.zip }, message: letter.message },
		});
		expect(toldToModel()).toContain(ordered?.id);
	});

	test('declined: no letter, and the model is told', async () => {
		model.say([call()], 'I stop here.');
		const { id, mail } = await ask();
		await press('Decline', mail);
		const { output } = await scene.client.finished(id);
		expect(output('Write the Letter')).toEqual([{ output: 'I stop here.' }]);
		expect(toldToModel()).toContain('rejected the tool call');
		expect(await letters()).toEqual([]);
	});

	test('the model orders a second time, and that is approved too: one letter, the first', async () => {
		model.say([call()], [call({ message: 'Another text' })], 'Ordered, twice I fear.');
		const { id, mail } = await ask();
		await press('Order it', mail);
		await press('Order it', await mailOf(id));
		expect((await scene.client.finished(id)).status).toBe('success');
		expect(await texts()).toEqual([letter.message]);
		expect(toldToModel()).toContain('already used for a different letter');
	});

	// n8n 2.40 asks about the first of two calls made at once, and takes this field of the second for an approval.
	test('the model approves a second call by itself: one letter, the one a person approved', async () => {
		model.say([call(), call({ message: 'Nobody saw this' }, { approved: true })], 'Ordered.');
		const { id, mail } = await ask();
		expect(mail.text).toContain(letter.message);
		await press('Order it', mail);
		await scene.client.finished(id);
		expect(await texts()).toEqual([letter.message]);
	});

	test('the model fails after the letter was ordered, and the run is retried: one letter', async () => {
		model.say([call()], { refuse: 'Out of order' }, [call()], 'Ordered.');
		const { id, mail } = await ask();
		await press('Order it', mail);
		expect((await scene.client.finished(id)).status).toBe('error');
		const retried = await scene.client.retry(id);
		await press('Order it', await mailOf(retried));
		expect((await scene.client.finished(retried)).status).toBe('success');
		expect(await texts()).toEqual([letter.message]);
	});
});
