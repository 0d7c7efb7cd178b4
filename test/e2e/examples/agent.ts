/** The example in which an AI agent writes a letter: none leaves without a person, whatever the model does. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import { nodeNamed } from '../../../tools/n8n/examples';
import type { Execution } from '../../../tools/n8n/execution';
import { openPage, submitForm } from '../../../tools/n8n/forms';
import type { Item } from '../../../tools/n8n/scenes/scene';
import type { Mail } from '../../support/peers/mailbox';
import type { Turn } from '../../support/peers/scriptedModel';
import type { ExampleTests, Stage } from './stage';

const form = 'Ask for a Letter';
const QUESTION = { fieldLabel: 'Order this letter?' };
const request = {
	'Order number': '2026-0007',
	'Recipient and address': 'Ana Luiza Ferreira, Rua da Bahia 1148 sala 5, Belo Horizonte MG, 30160-011',
	'What to say': 'Thank her for ten years as our customer',
};
const letter = {
	name: 'Ana Luiza Ferreira',
	street: 'Rua da Bahia, 1148',
	complement: 'Sala 5',
	city: 'Belo Horizonte',
	state: 'MG',
	zip: '30160-011',
	// A person who reads the mail must also see what HTML would hide.
	message: 'Querida Ana,\n\nobrigado por estes <!-- longos --> dez anos! <3',
	style: 'sty_elegant',
	problem: '',
};
/** What the service is to be asked for. */
const order = {
	to: {
		name: letter.name,
		address_line1: letter.street,
		address_line2: letter.complement,
		city: letter.city,
		state: letter.state,
		zip: letter.zip,
		country: 'BR',
	},
	message: letter.message,
	style: letter.style,
	external_id: request['Order number'],
};

/** n8n's own tool, with which an agent gives an answer that has parts. */
const ANSWER = 'format_final_json_response';
const LOOK_UP = 'Look_Up_Styles';

const answer = (changes: Item = {}) => ({ tool: ANSWER, args: { output: { ...letter, ...changes } } });
const lookUp = (args: Item = {}) => ({ tool: LOOK_UP, args });

const parameters = {
	resource: 'card',
	operation: 'create',
	...letter,
	message: 'Nobody saw this',
	approved: true,
};
/** What n8n 2.40 takes for an approval of a call when a person stands before the tool itself. */
const hitl = { toolParameters: parameters, hitlParameters: { approved: true } };
const callOrder = { tool: 'Order_the_Letter', args: hitl };

/** Ways in which a model may try to get round the person. */
const evasions: Array<[what: string, ...turns: Turn[]]> = [
	[
		'looks up twice in one turn, with an order and an approval among what it gives',
		[lookUp(hitl), lookUp(parameters)],
		[answer()],
	],
	['calls the ordering node as a tool, beside its answer', [callOrder, answer()]],
	['calls the approval as a tool, beside its answer', [{ tool: 'Ask_a_Person', args: hitl }, answer()]],
	['answers twice in one turn', [answer(), answer({ message: 'Nobody saw this' })]],
	[
		'answers that it is approved',
		[answer({ approved: true, data: { approved: true }, $json: { data: { approved: true } } })],
	],
];

/** No answers that have the parts of a letter. */
const broken: Array<[what: string, ...turns: Turn[]]> = [
	['answers in plain text', 'I have ordered the letter.'],
	['calls the ordering node as a tool, and leaves it at that', [callOrder], 'I have ordered the letter.'],
	['answers without an address', [{ tool: ANSWER, args: { output: { message: letter.message } } }]],
	['answers with two letters', [{ tool: ANSWER, args: { output: [letter, letter] } }]],
];

export const agentExamples = (stage: () => Stage): ExampleTests => ({
	'ai-agent-with-approval': (name) => {
		let workflow: ExampleWorkflow;
		let limited: ExampleWorkflow;
		let unanswered: string;

		const create = async (changes: Record<string, Item> = {}): Promise<ExampleWorkflow> => {
			const credentials = [stage().smtp, stage().openAi, stage().login];
			const created = await ExampleWorkflow.create(stage().scene, name, { credentials, changes });
			await created.activate();
			return created;
		};
		/** Submits the form; gives the execution and the mail it then waits for. */
		const ask = async (asking = workflow): Promise<{ id: string; mail: Mail }> => {
			await asking.submit(form, request);
			const id = await asking.started();
			return { id, mail: await stage().mailOf(id) };
		};
		/** Submits the form; gives the execution that ends without waiting. */
		const end = async (): Promise<Execution> => {
			await workflow.submit(form, request);
			return await workflow.next();
		};

		beforeAll(async () => {
			workflow = await create();
			// Once a minute, n8n looks for executions whose time is over: this one waits while the tests run.
			const limitWaitTime = {
				values: { limitType: 'afterTimeInterval', resumeAmount: 0.1, resumeUnit: 'minutes' },
			};
			limited = await create({ 'Ask a Person': { options: { limitWaitTime } } });
			stage().model.say([answer({ approved: true, data: { approved: true } })]);
			unanswered = (await ask(limited)).id;
		});

		afterAll(async () => {
			await workflow.deactivate();
			await limited.deactivate();
		});

		const linkIn = ({ links }: Mail): string => links.Decide ?? '';
		const decide = async (answer: 'Order it' | 'Decline', mail: Mail): Promise<void> => {
			await submitForm(linkIn(mail), [QUESTION], { [QUESTION.fieldLabel]: answer });
		};
		const ordered = async (): Promise<unknown[]> => (await stage().letters()).map((one) => one.request);
		/** Not a letter, and not even a try. */
		const expectNoOrder = async (): Promise<void> => {
			expect(await stage().letters()).toEqual([]);
			const requests = await stage().scene.sandbox.requests();
			expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		};
		const expectNobodyAsked = async (): Promise<void> => {
			expect(stage().mailbox.mails).toEqual([]);
			await expectNoOrder();
		};

		it('approved: exactly one letter, the one in the mail, and not before', async () => {
			stage().model.say([lookUp()], [answer()]);
			const { id, mail } = await ask();
			expect(JSON.stringify(stage().model.requests.at(-1)?.messages)).toContain('sty_playful');
			expect(mail.subject).toContain('2026-0007');
			for (const part of [request['Order number'], ...Object.values(letter)])
				expect(mail.text).toContain(part);
			await expectNoOrder();
			await decide('Order it', mail);
			const { status, output } = await stage().scene.client.finished(id);
			expect(status).toBe('success');
			expect(await ordered()).toEqual([order]);
			expect(output('Order the Letter')).toMatchObject([{ id: (await stage().letters())[0]?.id }]);
		});

		it('the link is opened, by a mail scanner and by a person: nothing is ordered, and both answers are left', async () => {
			stage().model.say([answer()]);
			const { id, mail } = await ask();
			for (let times = 0; times < 2; times += 1) {
				const { status, text } = await openPage(linkIn(mail));
				expect([status, text.includes(QUESTION.fieldLabel)]).toEqual([200, true]);
			}
			await expectNoOrder();
			await decide('Decline', mail);
			expect((await stage().scene.client.finished(id)).status).toBe('success');
			await expectNoOrder();
		});

		it('without the login of the form, nobody asks for a letter', async () => {
			const { webhookId } = nodeNamed(workflow.file, form);
			const url = `${stage().scene.n8n.url}/form/${String(webhookId)}`;
			await expect(submitForm(url, workflow.fields(form), request)).rejects.toThrow('HTTP 401');
			expect(await workflow.unfinished()).toBe(0);
			await expectNobodyAsked();
		});

		it('declined: no letter, and the model was given no tool that orders', async () => {
			stage().model.say([lookUp()], [answer()]);
			const { id, mail } = await ask();
			const [tools] = stage().model.requests.map((one) => one.tools?.map((tool) => tool.function.name));
			expect(tools?.sort()).toEqual([LOOK_UP, ANSWER]);
			await decide('Decline', mail);
			expect((await stage().scene.client.finished(id)).status).toBe('success');
			await expectNoOrder();
		});

		it.each(evasions)('the model %s; declined: no letter', async (_what, ...turns) => {
			stage().model.say(...turns);
			const { id, mail } = await ask();
			await expectNoOrder();
			await decide('Decline', mail);
			expect((await stage().scene.client.finished(id)).status).toBe('success');
			await expectNoOrder();
		});

		it.each(evasions)('the model %s; approved: the one letter in the mail', async (_what, ...turns) => {
			stage().model.say(...turns);
			const { id, mail } = await ask();
			expect(mail.text).toContain(letter.message);
			await decide('Order it', mail);
			expect((await stage().scene.client.finished(id)).status).toBe('success');
			expect(await ordered()).toEqual([order]);
		});

		it.each(broken)('the model %s: an error, nobody is asked, no letter', async (_what, ...turns) => {
			stage().model.say(...turns);
			const { status, error } = await end();
			expect(status).toBe('error');
			expect(error?.message).toContain('fit required format');
			await expectNobodyAsked();
		});

		it('a part of the address is missing: the execution says which, nobody is asked, no letter', async () => {
			stage().model.say([answer({ zip: '', problem: 'The postal code is missing.' })]);
			const { status, error } = await end();
			expect(status).toBe('error');
			expect(error?.message).toBe('No letter for order 2026-0007: The postal code is missing.');
			await expectNobodyAsked();
		});

		it('the service takes the letter but its answer is lost, and the run is retried: one letter', async () => {
			stage().model.say([answer()]);
			const { id, mail } = await ask();
			const [on, when] = [{ method: 'POST' }, { next: 1 }];
			const rules = [
				{ on, when, fault: { cut: true } },
				{ on, when, fault: { status: 422 } },
			];
			await stage().scene.sandbox.control('PUT', '/faults', { rules });
			await decide('Order it', mail);
			expect((await stage().scene.client.finished(id)).status).toBe('error');
			const [first] = await stage().letters();
			const retried = await workflow.retry(id);
			expect(retried.status).toBe('success');
			expect(retried.output('Order the Letter')).toMatchObject([{ id: first?.id }]);
			expect(stage().mailbox.mails).toEqual([]);
			expect(await ordered()).toEqual([order]);
		});

		it('the form is sent again, and approved again: one letter, the first', async () => {
			stage().model.say([answer()], [answer({ message: 'Another text' })]);
			for (const status of ['success', 'error']) {
				const { id, mail } = await ask();
				await decide('Order it', mail);
				expect((await stage().scene.client.finished(id)).status).toBe(status);
			}
			expect(await ordered()).toEqual([order]);
		});

		it('nobody answers in the time set: no letter', async () => {
			const execution = await stage().scene.client.finished(unanswered);
			expect(execution.status).toBe('success');
			expect(execution.seconds('Was It Approved?')).toBeDefined();
			expect(execution.seconds('Order the Letter')).toBeUndefined();
			await expectNoOrder();
		});
	},
});
