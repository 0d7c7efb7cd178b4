/** A workflow that looks real: three new orders get a letter each, and a returned letter starts a branch. */
import { randomUUID } from 'node:crypto';

import { ACTION, TRIGGER, withCredential } from '../n8n/examples';
import type { Workflow, WorkflowFile, WorkflowNode } from '../n8n/n8nClient';
import type { Scene } from '../n8n/scenes/scene';
import { inARow, itemNode, node, to } from '../n8n/scenes/scene';
import { sheetLetters } from './sheetPicture';

export const SEND = 'Send thank-you letter';
export const RETURNED = 'Letter event';
/** A node of each operation beside Letter > Create, whose place on the canvas matters to nobody. */
export const GET_CARD = 'Look up letter';
export const BATCH = 'Send a batch';
export const TEMPLATES = 'List templates';
export const STYLES = 'List styles';
export const TOOL = 'Letters of an agent';

/** Orders of a shop with the buyers' addresses, as a shop system hands them over. */
export const orders = sheetLetters.map(
	({ to: { name, address_line1: street, city, state, zip } }, index) => ({
		order: `P-${1001 + index}`,
		name,
		street,
		city,
		state,
		zip,
	}),
);

const letter = {
	resource: 'card',
	operation: 'create',
	name: '={{ $json.name }}',
	addressLine1: '={{ $json.street }}',
	city: '={{ $json.city }}',
	state: '={{ $json.state }}',
	zip: '={{ $json.zip }}',
	message: '=Olá, {{ $json.name }}!\n\nObrigada pela sua compra. Volte sempre.\n\nCom carinho,\nMarina',
	externalId: '={{ $json.order }}',
};

function below(one: WorkflowNode, y: number): WorkflowNode {
	return { ...one, position: [one.position[0], y] };
}

function thankYou(orderingMode: string, schedule: object): WorkflowFile {
	const ask = node('Ask for new address', 'n8n-nodes-base.noOp', 1, 1, {});
	const file = inARow(
		'Thank-you letters',
		node('Every morning', 'n8n-nodes-base.scheduleTrigger', 1.2, 0, { rule: { interval: [schedule] } }),
		itemNode('New orders', 1, { orders }),
		node('One per order', 'n8n-nodes-base.splitOut', 1, 2, { fieldToSplitOut: 'orders', options: {} }),
		node(SEND, ACTION, 1, 3, { ...letter, orderingMode }),
	);
	file.nodes.push(below(node(RETURNED, TRIGGER, 2, 0, {}), 208), below(ask, 208));
	file.connections[RETURNED] = to(ask.name);
	return file;
}

function operations(): WorkflowFile {
	return {
		name: 'Every operation',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, 0, {}),
			node(SEND, ACTION, 1, 1, { resource: 'card', operation: 'create' }),
			node(GET_CARD, ACTION, 1, 2, { resource: 'card', operation: 'get' }),
			node(BATCH, ACTION, 1, 3, { resource: 'batch', operation: 'create' }),
			below(node(TEMPLATES, ACTION, 1, 1, { resource: 'template', operation: 'getMany' }), 240),
			below(node(STYLES, ACTION, 1, 2, { resource: 'style', operation: 'getMany' }), 240),
			below(node(TOOL, `${ACTION}Tool`, 1, 3, { resource: 'card', operation: 'create' }), 240),
			below(node(RETURNED, TRIGGER, 2, 0, {}), 480),
		],
		connections: {
			Start: { main: [[SEND, GET_CARD, TEMPLATES].map((one) => ({ node: one, type: 'main', index: 0 }))] },
			[SEND]: to(STYLES),
		},
		settings: { executionOrder: 'v1' },
	};
}

/** Where a workflow is made, and the credential its nodes use. */
type Place = Pick<Scene, 'client' | 'credential'>;

/** The editor tells nodes apart by an id, which the API does not ask for. */
function create({ client, credential }: Place, workflow: WorkflowFile): Promise<Workflow> {
	const { nodes, ...rest } = withCredential(workflow, credential);
	return client.createWorkflow({ ...rest, nodes: nodes.map((one) => ({ ...one, id: randomUUID() })) });
}

/** The workflow of the pictures. */
export const createThankYou = (
	place: Place,
	orderingMode = 'checkInEditor',
	schedule: object = { triggerAtHour: 8 },
): Promise<Workflow> => create(place, thankYou(orderingMode, schedule));

/** One node of every operation, with its defaults. */
export const createOperations = (place: Place): Promise<Workflow> => create(place, operations());

/** The trigger alone, with its defaults. */
export const createTrigger = (place: Place): Promise<Workflow> =>
	create(place, inARow('Events', node(RETURNED, TRIGGER, 2, 0, {})));
