/** The two workflows of the user, with both nodes in each, and what n8n and the service have of them. */
import { randomUUID } from 'node:crypto';

import { ACTION, TRIGGER, webhookUrl, withCredential } from '../../tools/n8n/examples';
import type { Execution } from '../../tools/n8n/execution';
import { FINAL } from '../../tools/n8n/execution';
import type { Credential, N8nClient, Workflow, WorkflowFile } from '../../tools/n8n/n8nClient';
import { inARow, itemNode, node } from '../../tools/n8n/scenes/scene';
import { sendRaw } from '../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../tools/signedDelivery';
import { until } from '../../tools/waiting';
import { letterItem, letterParameters } from '../support/letters';

const ALL = [...FINAL, 'new', 'running', 'waiting'];

/** So many that one is always under way while n8n changes the code. */
const SENDERS = 4;

export const EVENTS = 'Letter returned';
export const LETTERS = 'Letters';

const rows = ['Maria Aparecida da Silva', 'João Pereira dos Santos'].map((name) => letterItem(name).json);

/** A returned letter orders two others. */
const orders = inARow(
	'Order again',
	node(EVENTS, TRIGGER, 2, 0, { events: ['card.returned'], options: { tolerance: 120 } }),
	itemNode('Rows', 1, { rows }),
	node('Split', 'n8n-nodes-base.splitOut', 1, 2, { fieldToSplitOut: 'rows', options: {} }),
	node(LETTERS, ACTION, 1, 3, {
		...letterParameters,
		style: { __rl: true, mode: 'id', value: 'sty_casual' },
		additionalFields: { metadata: { values: [{ key: 'campaign', value: 'again' }] } },
		options: { deadline: 2, orderOnLetterEvents: true },
	}),
);

/** Every event asks for the styles of the account. */
const lookUps: WorkflowFile = {
	name: 'Look up',
	nodes: [
		node(EVENTS, TRIGGER, 2, 0, { events: ['*'], options: { outputPerEvent: true } }),
		node(LETTERS, ACTION, 1, 1, { resource: 'style', operation: 'getMany', returnAll: false, limit: 2 }),
	],
	// The output of card.delivered.
	connections: {
		[EVENTS]: { main: [[], [], [], [{ node: LETTERS, type: 'main', index: 0 }]] },
	},
	settings: { executionOrder: 'v1' },
};

export class PublishedWorkflow {
	private constructor(
		private readonly client: N8nClient,
		readonly workflow: Workflow,
		readonly url: string,
		private readonly event: string,
	) {}

	static orders(client: N8nClient, n8nUrl: string, credential: Credential): Promise<PublishedWorkflow> {
		return PublishedWorkflow.publish(client, n8nUrl, credential, orders, 'card.returned');
	}

	static lookUps(client: N8nClient, n8nUrl: string, credential: Credential): Promise<PublishedWorkflow> {
		return PublishedWorkflow.publish(client, n8nUrl, credential, lookUps, 'card.delivered');
	}

	private static async publish(
		client: N8nClient,
		n8nUrl: string,
		credential: Credential,
		file: WorkflowFile,
		event: string,
	): Promise<PublishedWorkflow> {
		const { nodes, ...rest } = withCredential(file, credential);
		const [trigger] = nodes;
		if (!trigger) throw new Error('The workflow has no node.');
		const workflow = await client.createWorkflow({
			...rest,
			// The editor tells nodes apart by an id, which the API does not ask for.
			nodes: nodes.map((one) => ({ ...one, id: randomUUID() })),
		});
		await client.activate(workflow);
		return new PublishedWorkflow(client, workflow, webhookUrl(n8nUrl, trigger), event);
	}

	/** An event of a letter nobody has heard of, as the service would send it. */
	newEvent(): string {
		return JSON.stringify(eventBody({ event: this.event }));
	}

	/** The status of n8n's answer. */
	async deliver(event: string): Promise<number> {
		return (await sendRaw(this.url, signedDelivery({ body: event }))).status;
	}

	/** Delivers an event; gives the id of the execution that it has started. */
	async start(event = this.newEvent()): Promise<string> {
		const before = await this.count();
		expect(await this.deliver(event)).toBe(200);
		await until('the execution', async () => (await this.count()) > before);
		return await this.newest();
	}

	/** Delivers new events, several at a time, until the other thing is done; gives n8n's answers. */
	async deliverUntil(done: Promise<void>): Promise<number[]> {
		const over = new AbortController();
		const deliver = async (): Promise<number[]> => {
			const statuses: number[] = [];
			do statuses.push(await this.deliver(this.newEvent()));
			while (!over.signal.aborted);
			return statuses;
		};
		const senders = Array.from({ length: SENDERS }, deliver);
		await done.finally(() => over.abort());
		return (await Promise.all(senders)).flat();
	}

	/** Delivers the event and waits for the end of its execution, which is to be the only new one. */
	async run(event = this.newEvent()): Promise<Execution> {
		const before = await this.count();
		expect(await this.deliver(event)).toBe(200);
		await this.allEnded(before + 1);
		return await this.client.execution(await this.newest());
	}

	/** Waits until there are at least so many executions and all have ended; they are to be so many. */
	async allEnded(count: number): Promise<void> {
		await until(`${count} executions of "${this.workflow.name}"`, async () => {
			const ended = await this.client.countExecutions(this.workflow);
			return ended >= count && ended === (await this.count());
		});
		expect(await this.count()).toBe(count);
	}

	count(states = ALL): Promise<number> {
		return this.client.countExecutions(this.workflow, states);
	}

	private async newest(): Promise<string> {
		const ids = (await this.client.executions(this.workflow)).map(({ id }) => Number(id));
		return String(Math.max(...ids));
	}
}
