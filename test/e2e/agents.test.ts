/** A model that makes the same call again gets the same letter, whatever in n8n runs its tool. */
import { randomUUID } from 'node:crypto';

import { Agent, WITH_AGENTS } from '../../tools/n8n/agents';
import { ACTION, CREDENTIAL, withCredential } from '../../tools/n8n/examples';
import type { Credential, WorkflowNode } from '../../tools/n8n/n8nClient';
import type { Item, Scene } from '../../tools/n8n/scene';
import { LETTERS, node, to, traits } from '../../tools/n8n/scene';
import { until } from '../../tools/waiting';
import { letterFields } from '../support/letters';
import { McpClient } from '../support/peers/mcpClient';
import { ScriptedModel } from '../support/peers/scriptedModel';
import { withScene } from '../support/withScene';

jest.setTimeout(120_000);

const TOOL = 'Order';
const ORDERED_BEFORE = /"ordered_before\W+true/;
const address = { addressLine1: 'Rua A, 1', city: 'Recife', state: 'PE', zip: '50030-230' };
const fields = { ...letterFields, ...address, message: 'Oi!' };
const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
/** Ordering Mode is the default: the option alone lets an agent order. */
const parameters = {
	...fields,
	name: fromModel('name'),
	externalId: fromModel('id'),
	descriptionType: 'manual',
	toolDescription: 'Orders a letter',
	// So short a deadline that the node gives up after the first attempt.
	options: { letAgentsOrder: true, deadline: 0.000001 },
};
const ana = { name: 'Ana', id: '' };
const call = (args: Item = ana) => ({ tool: TOOL, args });

let scene: Scene;
let model: ScriptedModel;
let openAi: Credential;
let tool: WorkflowNode;

withScene(
	async (started) => {
		scene = started;
		model = await ScriptedModel.start();
		openAi = await scene.client.createCredential('Model', 'openAiApi', model.credential);
		tool = {
			...node(TOOL, `${ACTION}Tool`, 1, 3, parameters),
			credentials: { [CREDENTIAL]: scene.credential },
		};
	},
	{ env: traits.hasAgents ? WITH_AGENTS : {} },
);

beforeEach(async () => {
	await scene.sandbox.control('POST', '/reset');
});
afterAll(() => model.close());

const cutFirst = async () => {
	await scene.sandbox.control('PUT', '/faults', { rules: [{ when: { next: 1 }, fault: { cut: true } }] });
};
/** What the model was told of each call, in order: the last request holds them all. */
const told = (): string[] => model.told;
const ids = async (): Promise<unknown[]> =>
	(await scene.sandbox.cards()).map(({ external_id: id }) => id ?? '');

describe('the AI Agent', () => {
	/** Begins it; its workflow is active. */
	const withTool = async (settings: Item) => {
		const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, 1, {
			promptType: 'define',
			text: 'Order',
		});
		const toAgent = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
		const chat = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, 2, {
			model: { __rl: true, mode: 'id', value: 'gpt-4.1-mini' },
			options: {},
		});
		const path = randomUUID();
		const webhook = { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} };
		const workflow = await scene.client.createWorkflow({
			name: 'Agent',
			nodes: [
				{ ...node('Webhook', 'n8n-nodes-base.webhook', 2, 0, webhook), webhookId: path },
				{ ...agent, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
				{ ...chat, credentials: { openAiApi: openAi } },
				{ ...tool, ...settings },
			],
			connections: {
				Webhook: to('Agent'),
				Model: toAgent('ai_languageModel'),
				[TOOL]: toAgent('ai_tool'),
			},
			settings: { executionOrder: 'v1' },
		});
		await scene.client.activate(workflow);
		await fetch(`${scene.n8n.url}/webhook/${path}`, { method: 'POST' });
		return workflow;
	};

	it('makes one letter for the same call, also after a lost answer and after Retry On Fail', async () => {
		await cutFirst();
		const first = [[call()], [call(), call()], { refuse: 'Try again' }];
		model.say(...first, [call()], [call({ ...ana, id: 'a second letter' })], 'Done');
		await withTool(traits.tellsModelsOfErrors ? {} : { onError: 'continueRegularOutput' });
		expect(JSON.stringify(model.requests[1]?.messages)).toContain('Call again with exactly the same values');
		expect(told().slice(-2)).toEqual([
			expect.stringMatching(ORDERED_BEFORE),
			expect.not.stringMatching(ORDERED_BEFORE),
		]);
		expect(await ids()).toEqual(['', 'a second letter']);
	});

	it('is ended by a tool that stops the workflow, and makes no second letter when it is retried', async () => {
		await cutFirst();
		model.say([call()], 'Done');
		const workflow = await withTool({ onError: 'stopWorkflow' });
		const [{ id } = { id: '' }] = await scene.client.executions(workflow);
		const { status, error } = await scene.client.finished(id);
		expect(status).toBe('error');
		expect(error?.message).toContain('Call again with exactly the same values');
		expect(model.requests).toHaveLength(1);
		const retried = await scene.client.finished(await scene.client.retry(id));
		expect(retried.status).toBe('success');
		expect(told()[0]).toContain('queued');
		expect(await ids()).toEqual(['']);
	});
});

it('the MCP Server Trigger: one letter for the same call of the same day, from two clients', async () => {
	const path = randomUUID();
	const workflow = await scene.client.createWorkflow({
		name: 'MCP',
		nodes: [{ ...node('MCP', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, 0, { path }), webhookId: path }, tool],
		connections: { [TOOL]: { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await scene.client.activate(workflow);
	await cutFirst();
	const url = `${scene.n8n.url}/mcp/${path}`;
	const one = await McpClient.connect(url);
	expect(await one.call(TOOL, ana)).toContain('Call again with exactly the same values');
	expect(await one.call(TOOL, ana)).toContain('queued');
	const another = await McpClient.connect(url);
	expect(await another.call(TOOL, ana)).toMatch(ORDERED_BEFORE);
	expect(await another.call(TOOL, { ...ana, id: 'a second letter' })).not.toMatch(ORDERED_BEFORE);
	expect(await ids()).toEqual(['', 'a second letter']);
});

const whereAgentsAre = traits.hasAgents ? describe : describe.skip;

whereAgentsAre("n8n's Agents", () => {
	/** Its tool is the node itself. */
	const withNode = () => {
		const { id, name } = scene.credential;
		const { type: nodeType, typeVersion: nodeTypeVersion, parameters: nodeParameters } = tool;
		const credentials = { [CREDENTIAL]: { id, name } };
		const own = { nodeType, nodeTypeVersion, nodeParameters, credentials };
		return Agent.create(scene.client, openAi, [{ type: 'node', name: TOOL, node: own }]);
	};
	/** Its tool is a workflow that orders. */
	const withWorkflow = async (ownParameters: Item) => {
		const inputs = { values: ['name', 'id'].map((name) => ({ name, type: 'string' })) };
		const file = {
			name: `Tool ${randomUUID()}`,
			nodes: [
				node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, 0, { workflowInputs: inputs }),
				node(LETTERS, ACTION, 1, 1, { ...fields, ...ownParameters, externalId: '={{ $json.id }}' }),
			],
			connections: { Called: to(LETTERS) },
			settings: { executionOrder: 'v1' },
		};
		const workflow = await scene.client.createWorkflow(withCredential(file, scene.credential));
		await scene.client.activate(workflow);
		const { id: workflowId } = workflow;
		const own = { type: 'workflow', workflowId, workflow: file.name, name: TOOL };
		return Agent.create(scene.client, openAi, [own]);
	};

	it('a node as a tool: one letter for the same call of the same day, in all chats', async () => {
		const agent = await withNode();
		await cutFirst();
		model.say([call()], [call(), call()], 'Done');
		await agent.chat('Order');
		expect(told()[0]).toContain('Call again with exactly the same values');
		expect(told().map((text) => ORDERED_BEFORE.test(text))).toEqual([false, false, true]);
		model.say([call()], [call({ ...ana, id: 'a second letter' })], 'Done');
		await agent.chat('Order');
		expect(told().map((text) => ORDERED_BEFORE.test(text))).toEqual([true, false]);
		expect(await ids()).toEqual(['', 'a second letter']);
	});

	it('a workflow as a tool: one letter for the same call of a run, and another for the next run', async () => {
		const agent = await withWorkflow({ orderingMode: 'order' });
		for (const letters of [1, 2]) {
			model.say([call(), call()], [call()], 'Done');
			await agent.chat('Order');
			expect(await scene.sandbox.letters()).toBe(letters);
		}
	});

	it('a workflow as a tool only checks while a person tries the agent out', async () => {
		const agent = await withWorkflow({});
		model.say([call()], 'Done');
		await agent.chat('Order');
		expect(told()[0]).toContain('"ok');
		expect(await scene.sandbox.letters()).toBe(0);
	});

	it('a workflow as a tool orders on the schedule of a published agent', async () => {
		const agent = await withWorkflow({});
		await agent.schedule('Order');
		model.say([call()], 'Done');
		await agent.publish();
		await until('the task to order', async () => (await scene.sandbox.letters()) === 1);
		await agent.unpublish();
	});

	it('a workflow as a tool is rejected where a workflow asks the agent', async () => {
		const agent = await withWorkflow({});
		await agent.publish();
		const path = randomUUID();
		const webhook = { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} };
		const asking = await scene.client.createWorkflow({
			name: 'Asking',
			nodes: [
				{ ...node('Webhook', 'n8n-nodes-base.webhook', 2, 0, webhook), webhookId: path },
				node('Ask', 'n8n-nodes-base.messageAnAgent', 1, 1, {
					agentId: { __rl: true, mode: 'id', value: agent.id },
					message: 'Order',
				}),
			],
			connections: { Webhook: to('Ask') },
			settings: { executionOrder: 'v1' },
		});
		await scene.client.activate(asking);
		model.say([call()], 'Done');
		await fetch(`${scene.n8n.url}/webhook/${path}`, { method: 'POST' });
		expect(told()[0]).toContain('set Ordering Mode to Order or Only check');
		expect(await scene.sandbox.letters()).toBe(0);
	});
});
