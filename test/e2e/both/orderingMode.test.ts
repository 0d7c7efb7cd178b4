/**
 * What the default Ordering Mode does, by how a run began, in a real n8n. The editor's run and what it
 * calls stand in checking.test.ts, evaluations in whoOrders.test.ts, n8n's Agents in agents.test.ts.
 */
import { randomUUID } from 'node:crypto';

import { Assistant } from '../../../tools/n8n/assistant';
import { ACTION, CREDENTIAL, withCredential } from '../../../tools/n8n/examples';
import type { Credential, Workflow, WorkflowNode } from '../../../tools/n8n/n8nClient';
import type { Scene } from '../../../tools/n8n/scenes/scene';
import { inARow, LETTERS, major, node, traits, webhookNode } from '../../../tools/n8n/scenes/scene';
import { until } from '../../../tools/waiting';
import { letterFields } from '../../support/letters';
import { ScriptedModel } from '../../support/peers/scriptedModel';
import { withScene } from '../../support/withScene';

/** A letter to Ana, whatever comes in. */
const parameters = {
	...letterFields,
	name: 'Ana',
	addressLine1: 'Rua A, 1',
	city: 'Recife',
	state: 'PE',
	zip: '50030-230',
	message: 'Oi!',
};

let scene: Scene;
let model: ScriptedModel;

withScene(async (started) => {
	scene = started;
	model = await ScriptedModel.start();
});
beforeEach(async () => {
	await scene.reset();
});
afterAll(() => model.close());

const beginningWith = (start: WorkflowNode): Promise<Workflow> => {
	const file = inARow(start.name, start, node(LETTERS, ACTION, 1, 1, parameters));
	return scene.client.createWorkflow(withCredential(file, scene.credential));
};
const schedule = (): WorkflowNode => {
	const rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
	return node('Schedule', 'n8n-nodes-base.scheduleTrigger', 1.2, 0, { rule });
};
const chat = (webhookId: string): WorkflowNode => ({
	...node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', 1.3, 0, {
		public: true,
		options: { responseMode: 'lastNode' },
	}),
	webhookId,
});
const chatMessage = () => ({ sessionId: randomUUID(), action: 'sendMessage', chatInput: 'Oi' });
const ordered = async (): Promise<boolean> => (await scene.sandbox.letters()) > 0;

it('orders on a schedule', async () => {
	const workflow = await beginningWith(schedule());
	await scene.client.activate(workflow);
	await until('the schedule to order', ordered);
	await scene.client.deactivate(workflow);
	// One that has begun meanwhile would order in the next test.
	const underWay = () => scene.client.countExecutions(workflow, ['new', 'running', 'waiting']);
	await until('its runs to end', async () => (await underWay()) === 0);
});

it('orders in an error workflow', async () => {
	const failing = await beginningWith(node('Error', 'n8n-nodes-base.errorTrigger', 1, 0, {}));
	// n8n 1 activates no workflow that others alone start.
	if (major !== 1) await scene.client.activate(failing);
	const path = randomUUID();
	const stop = node('Stop', 'n8n-nodes-base.stopAndError', 1, 1, { errorMessage: 'No' });
	const { settings, ...file } = inARow('Fails', webhookNode(path), stop);
	const withErrorWorkflow = { ...file, settings: { ...settings, errorWorkflow: failing.id } };
	await scene.client.activate(await scene.client.createWorkflow(withErrorWorkflow));
	await fetch(`${scene.n8n.url}/webhook/${path}`, { method: 'POST' });
	await until('the error workflow to order', ordered);
});

it('orders on the command line', async () => {
	const workflow = await beginningWith(node('Start', 'n8n-nodes-base.manualTrigger', 1, 0, {}));
	await scene.executeOnCommandLine(workflow);
	expect(await scene.sandbox.letters()).toBe(1);
});

describe('a chat', () => {
	it('orders where the workflow is published', async () => {
		const id = randomUUID();
		await scene.client.activate(await beginningWith(chat(id)));
		const answer = await fetch(`${scene.n8n.url}/webhook/${id}/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(chatMessage()),
		});
		expect(await answer.json()).toMatchObject({ status: 'queued' });
	});

	it('only checks in the editor', async () => {
		const workflow = await beginningWith(chat(randomUUID()));
		const id = await scene.client.run(workflow, 'Chat', chatMessage());
		const run = await scene.client.finished(id);
		expect(run.hints(LETTERS)[0]).toMatch(/^Only checked, because this run was started in the editor\./);
		expect(await ordered()).toBe(false);
	});
});

const whereTheAssistantIs = traits.hasAgents ? describe : describe.skip;

whereTheAssistantIs("n8n's own chats", () => {
	let openAi: Credential;
	beforeAll(async () => {
		openAi = await scene.client.createCredential('Model', 'openAiApi', model.credential);
	});

	it.each([
		['webhook', () => webhookNode(randomUUID())],
		['trigger', schedule],
		['chat', () => chat(randomUUID())],
		['manual', () => node('Start', 'n8n-nodes-base.manualTrigger', 1, 0, {})],
	])('the assistant only checks, also where n8n calls its run "%s"', async (mode, start) => {
		const assistant = await Assistant.start(scene.client, openAi);
		const workflow = await beginningWith(start());
		model.say([{ tool: 'executions', args: { action: 'run', workflowId: workflow.id } }], 'Done');
		await assistant.ask('Run it');
		const [{ id } = { id: '' }] = await scene.client.executions(workflow);
		const run = await scene.client.finished(id);
		expect(run.mode).toBe(mode);
		expect(run.hints(LETTERS)[0]).toMatch(/^Only checked, because this run was started by n8n's assistant\./);
		expect(await ordered()).toBe(false);
	});

	/** Its tools take no expression but the model's own values, so no External ID comes from a workflow. */
	it('Chat orders nothing, even by a tool that may', async () => {
		const { api } = scene.client;
		await api.call('PUT', '/chat/enabled', { enabled: true });
		const own = { ...parameters, descriptionType: 'manual', toolDescription: 'Orders a letter' };
		const { id, name } = scene.credential;
		const definition = {
			id: randomUUID(),
			...node('Order', `${ACTION}Tool`, 1, 0, { ...own, options: { letAgentsOrder: true } }),
			credentials: { [CREDENTIAL]: { id, name } },
		};
		await api.call('POST', '/chat/tools', { definition });
		const { apiKey, url } = model.credential;
		const credential = await scene.client.createCredential('Router', 'openRouterApi', { apiKey, url });
		model.say([{ tool: 'Order', args: {} }], 'Done', 'The title of the chat');
		await api.call('POST', '/chat/conversations/send', {
			messageId: randomUUID(),
			sessionId: randomUUID(),
			message: 'Order',
			model: { provider: 'openRouter', model: 'any' },
			previousMessageId: null,
			credentials: { openRouterApi: { id: credential.id, name: credential.name } },
			attachments: [],
		});
		await until('the title of the chat', () => Promise.resolve(model.requests.length === 3));
		expect(JSON.stringify(model.requests)).toContain('must come from the workflow');
		expect(await scene.sandbox.letters()).toBe(0);
	});
});
