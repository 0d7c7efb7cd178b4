/**
 * A model that asks again for a letter gets the same letter, in whatever words: its External ID comes from the
 * workflow. Where it cannot, nothing is ordered.
 */
import { randomUUID } from 'node:crypto';

import { Agent } from '../../../tools/n8n/agents';
import { ACTION, CREDENTIAL, withCredential } from '../../../tools/n8n/examples';
import { calledNode } from '../../../tools/n8n/letterRun';
import type { Credential, WorkflowNode } from '../../../tools/n8n/n8nClient';
import type { Item, Scene } from '../../../tools/n8n/scenes/scene';
import { inARow, LETTERS, node, to, traits, webhookNode } from '../../../tools/n8n/scenes/scene';
import { until } from '../../../tools/waiting';
import { letterFields } from '../../support/letters';
import { McpClient } from '../../support/peers/mcpClient';
import { ScriptedModel } from '../../support/peers/scriptedModel';
import { withScene } from '../../support/withScene';

const TOOL = 'Order';
const ONLY_CHECKS = 'so this tool only checks letters';
const AGAIN = 'Order it again unchanged: the same key is sent';
const REFUSED =
	/already ordered with different contents \(crd_[^]*Do not change the recipient to get past this/;
const outcomeIn = (text: string): string | undefined => /"outcome\W+(\w+)/.exec(text)?.[1];
const idIn = (text: string): string | undefined => /crd_[-\w]+/.exec(text)?.[0];
const address = { addressLine1: 'Rua A, 1', city: 'Recife', state: 'PE', zip: '50030-230' };
const fields = { ...letterFields, ...address, message: 'Oi!' };
const fromModel = (name: string, otherwise = '') =>
	`={{ $fromAI('${name}', '', 'string'${otherwise && `, '${otherwise}'`}) }}`;
/** Ordering Mode is the default: the option alone lets an agent order. */
const parameters = {
	...fields,
	name: fromModel('name'),
	message: fromModel('message', 'Oi!'),
	externalId: fromModel('id'),
	descriptionType: 'manual',
	toolDescription: 'Orders a letter',
	// So short a deadline that the node gives up after the first attempt.
	options: { letAgentsOrder: true, deadline: 0.000001 },
};
/** A check asks the service, too. */
const PATIENT = { ...parameters, options: { letAgentsOrder: true } };
const call = (name: string, id = '', more: Item = {}) => ({ tool: TOOL, args: { name, id, ...more } });

let scene: Scene;
let model: ScriptedModel;
let openAi: Credential;
let tool: WorkflowNode;

withScene(async (started) => {
	scene = started;
	model = await ScriptedModel.start();
	openAi = await scene.client.createCredential('Model', 'openAiApi', model.credential);
	tool = {
		...node(TOOL, `${ACTION}Tool`, 1, 3, parameters),
		credentials: { [CREDENTIAL]: scene.credential },
	};
});

beforeEach(async () => {
	await scene.reset();
});
afterAll(() => model.close());

const cutFirst = async () => {
	await scene.sandbox.control('PUT', '/faults', { rules: [{ when: { next: 1 }, fault: { cut: true } }] });
};
/** What the model was told of each call, in order: the last request holds them all. */
const told = (): string[] => model.told;
const recipients = async (): Promise<string[]> =>
	(await scene.sandbox.cards()).map(({ request }) => request.to.name);

describe('the AI Agent', () => {
	/** Its workflow is active; each call of `ask` is an execution. */
	const withTool = async (settings: Item, own: Item = {}) => {
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
		const workflow = await scene.client.createWorkflow({
			name: 'Agent',
			nodes: [
				webhookNode(path, 'lastNode'),
				{ ...agent, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
				{ ...chat, credentials: { openAiApi: openAi } },
				{ ...tool, parameters: { ...tool.parameters, ...own }, ...settings },
			],
			connections: {
				Webhook: to('Agent'),
				Model: toAgent('ai_languageModel'),
				[TOOL]: toAgent('ai_tool'),
			},
			settings: { executionOrder: 'v1' },
		});
		await scene.client.activate(workflow);
		const ask = () => fetch(`${scene.n8n.url}/webhook/${path}?order=${path}`, { method: 'POST' });
		return { workflow, ask };
	};
	const toldOfErrors = traits.tellsModelsOfErrors ? {} : { onError: 'continueRegularOutput' };

	const order = "={{ $('Webhook').first().json.query.order }}";
	const named = { externalId: order };

	it('makes one letter for the same call, also after a lost answer and after Retry On Fail', async () => {
		await cutFirst();
		const ana = 'Ana Agent';
		model.say([call(ana)], [call(ana), call(ana)], { refuse: 'Try again' }, [call(ana)], 'Done');
		await (await withTool(toldOfErrors, named)).ask();
		expect(JSON.stringify(model.requests[1]?.messages)).toContain(AGAIN);
		const cards = await scene.sandbox.cards();
		expect(cards.map(({ request }) => request.to.name)).toEqual([ana]);
		// What this execution has created is ordered, not ordered before.
		expect(told().slice(-1).map(idIn)).toEqual(cards.map(({ id }) => id));
		expect(told().slice(-1).map(outcomeIn)).toEqual(['ordered']);
	});

	it.each([
		['an External ID', named],
		['an Idempotency Key', { ...named, options: { ...parameters.options, idempotencyKey: order } }],
	])(
		'asked in two chats, and in a third in other words: one letter, identified by %s',
		async (identity, own) => {
			const person = `Ana Chat ${identity}`;
			const { ask } = await withTool(toldOfErrors, own);
			const answers = [];
			for (const more of [{}, {}, { message: 'Olá!' }]) {
				model.say([call(person, '', more)], 'Done');
				await ask();
				answers.push(told()[0] ?? '');
			}
			expect(answers.slice(0, 2).map(outcomeIn)).toEqual(['ordered', 'ordered_before']);
			expect(answers[2]).toMatch(REFUSED);
			expect(await recipients()).toEqual([person]);
		},
	);

	it.each([
		['nothing', { externalId: '' }],
		['an ID that the model makes up', { externalId: fromModel('id') }],
		['a fixed ID', { externalId: 'P-1' }],
		[
			'an Idempotency Key alone',
			{ externalId: '', options: { ...parameters.options, idempotencyKey: order } },
		],
	])('orders nothing that is identified by %s, and asks for a person', async (_identity, own) => {
		const { ask } = await withTool(toldOfErrors, own);
		model.say([call('Ana', 'made up')], 'Done');
		await ask();
		expect(told()[0]).toContain('must come from the workflow');
		expect(await scene.sandbox.letters()).toBe(0);
	});

	it.each([
		['without the switch', {}],
		['with an expression in its place', { letAgentsOrder: '={{ true }}' }],
		[
			'with a value of the model in its place',
			{ letAgentsOrder: "={{ $fromAI('letAgentsOrder', '', 'boolean') }}" },
		],
	])('only checks several calls at once, %s, and says so', async (_what, options) => {
		const { ask } = await withTool({}, { orderingMode: 'order', options });
		const allowing = { letAgentsOrder: true, options: { letAgentsOrder: true } };
		model.say(
			['Ana', 'Bia'].map((name) => call(name, '', allowing)),
			'Done',
		);
		await ask();
		expect(told()).toEqual(told().map(() => expect.stringContaining('Nothing was ordered') as string));
		expect(told()).toHaveLength(2);
		expect(await scene.sandbox.letters()).toBe(0);
	});

	it('is ended by a tool that stops the workflow, and makes no second letter when it is retried', async () => {
		await cutFirst();
		const person = 'Ana Stopped';
		model.say([call(person)], [call(person)], 'Done');
		const { workflow, ask } = await withTool({ onError: 'stopWorkflow' }, named);
		await ask();
		const [{ id } = { id: '' }] = await scene.client.executions(workflow);
		const { status, error } = await scene.client.finished(id);
		expect(status).toBe('error');
		expect(error?.message).toContain(AGAIN);
		expect(model.requests).toHaveLength(1);
		const retried = await scene.client.finished(await scene.client.retry(id));
		expect(retried.status).toBe('success');
		expect(told()[0]).toContain('queued');
		expect(await recipients()).toEqual([person]);
	});
});

it('the MCP Server Trigger: a client only gets a check', async () => {
	const path = randomUUID();
	const workflow = await scene.client.createWorkflow({
		name: 'MCP',
		nodes: [
			{ ...node('MCP', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, 0, { path }), webhookId: path },
			{ ...tool, parameters: PATIENT },
		],
		connections: { [TOOL]: { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await scene.client.activate(workflow);
	const client = await McpClient.connect(`${scene.n8n.url}/mcp/${path}`);
	const said = await client.call(TOOL, call('Ana MCP', 'made up').args);
	expect(said).toContain(ONLY_CHECKS);
	expect(outcomeIn(said)).toBe('fine');
	expect(await scene.sandbox.letters()).toBe(0);
});

const whereAgentsAre = traits.hasAgents ? describe : describe.skip;

whereAgentsAre("n8n's Agents", () => {
	/** Its tool is the node itself. */
	const withNode = () => {
		const { id, name } = scene.credential;
		const { type: nodeType, typeVersion: nodeTypeVersion } = tool;
		const nodeParameters = PATIENT;
		const credentials = { [CREDENTIAL]: { id, name } };
		const own = { nodeType, nodeTypeVersion, nodeParameters, credentials };
		return Agent.create(scene.client, openAi, [{ type: 'node', name: TOOL, node: own }]);
	};
	/** Its tool is a workflow that orders. */
	const withWorkflow = async (ownParameters: Item) => {
		const letter = { ...fields, ...ownParameters, externalId: "={{ $json.id ?? '' }}" };
		const file = inARow(
			`Tool ${randomUUID()}`,
			calledNode(['name', 'id']),
			node(LETTERS, ACTION, 1, 1, letter),
		);
		const workflow = await scene.client.createWorkflow(withCredential(file, scene.credential));
		await scene.client.activate(workflow);
		const { id: workflowId } = workflow;
		const own = { type: 'workflow', workflowId, workflow: file.name, name: TOOL };
		return Agent.create(scene.client, openAi, [own]);
	};

	it('a node as a tool only checks', async () => {
		const agent = await withNode();
		model.say([call('Ana Node', 'made up')], 'Done');
		await agent.chat('Order');
		expect(told()[0]).toContain(ONLY_CHECKS);
		expect(outcomeIn(told()[0] ?? '')).toBe('fine');
		expect(await scene.sandbox.letters()).toBe(0);
	});

	it('a workflow as a tool: one letter for each External ID, in all runs, and none without', async () => {
		const agent = await withWorkflow({ orderingMode: 'order' });
		const [ana, bia] = ['Ana Workflow', 'Bia Workflow'];
		const [a, b] = [randomUUID(), randomUUID()];
		for (let runs = 0; runs < 2; runs += 1) {
			model.say([call(ana, a), call(ana, a)], [call(ana, a)], 'Done');
			await agent.chat('Order');
			expect(await recipients()).toEqual([ana]);
		}
		model.say([call(bia, b)], [call('Caio')], 'Done');
		await agent.chat('Order');
		expect(told()[1]).toContain('n8n does not say which run this is');
		expect(await recipients()).toEqual([ana, bia]);
	});

	it('a workflow as a tool only checks while a person tries the agent out', async () => {
		const agent = await withWorkflow({});
		model.say([call('Ana', randomUUID())], 'Done');
		await agent.chat('Order');
		expect(outcomeIn(told()[0] ?? '')).toBe('fine');
		expect(await scene.sandbox.letters()).toBe(0);
	});

	it('a workflow as a tool orders on the schedule of a published agent', async () => {
		const agent = await withWorkflow({});
		await agent.schedule('Order');
		model.say([call('Ana', randomUUID())], 'Done');
		await agent.publish();
		await until('the task to order', async () => (await scene.sandbox.letters()) === 1);
		await agent.unpublish();
	});

	it('a workflow as a tool is rejected where a workflow asks the agent', async () => {
		const agent = await withWorkflow({});
		await agent.publish();
		const path = randomUUID();
		const agentId = { __rl: true, mode: 'id', value: agent.id };
		const ask = node('Ask', 'n8n-nodes-base.messageAnAgent', 1, 1, { agentId, message: 'Order' });
		const file = inARow('Asking', webhookNode(path, 'lastNode'), ask);
		await scene.client.activate(await scene.client.createWorkflow(file));
		model.say([call('Ana')], 'Done');
		await fetch(`${scene.n8n.url}/webhook/${path}`, { method: 'POST' });
		expect(told()[0]).toContain('set Ordering Mode to Always order or Never order, only check');
		expect(await scene.sandbox.letters()).toBe(0);
	});
});
