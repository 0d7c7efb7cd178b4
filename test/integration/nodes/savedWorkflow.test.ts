/**
 * A workflow saved with the version that is released first opens and runs unchanged. The vectors were made
 * with it: every field it had, a workflow that stores each of them, the requests it sent,
 * and what its trigger kept of an event.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type {
	IDataObject,
	INode,
	INodeProperties,
	INodePropertyCollection,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { HandwrittenLetters } from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import { HandwrittenLettersTrigger } from '../../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';
import { runActionNode } from '../../../tools/engine/engine';
import type { EngineWebhook } from '../../../tools/engine/engineWebhook';
import { startTrigger } from '../../../tools/engine/engineWebhook';
import { ACTION, TRIGGER } from '../../../tools/n8n/examples';
import { sendRaw } from '../../../tools/rawRequest';
import { signedDelivery } from '../../../tools/signedDelivery';
import { card, withService } from '../../support/peers/scriptedService';
import { CREDENTIAL_DATA } from '../../support/trigger/triggerReceivers';

interface Field {
	/** Names from the outside in, those of the operation it belongs to before it. */
	path: string;
	type: string;
	default: unknown;
	values?: string[];
}

interface Vectors {
	fields: Record<string, Field[]>;
	establishedAt: number;
	items: IDataObject[];
	nodes: INode[];
	/** By the name of the node that sent them. */
	requests: Record<string, Array<{ method: string; path: string; key?: string; body?: unknown }>>;
	event: { receivedAt: number; body: string; outputs: IDataObject[][]; staticData: IDataObject };
}

const { fields, establishedAt, items, nodes, requests, event } = JSON.parse(
	readFileSync(join(__dirname, '../../vectors/savedWorkflow.json'), 'utf8'),
) as Vectors;

const descriptions: Record<string, INodeTypeDescription> = {
	[ACTION]: new HandwrittenLetters().description,
	[TRIGGER]: new HandwrittenLettersTrigger().description,
};

function descriptionOf(type: string): INodeTypeDescription {
	const description = descriptions[type];
	if (!description) throw new Error(`There is no node of the type ${type}.`);
	return description;
}

const nodesOf = (wanted: string): Array<[string, INode]> =>
	nodes.filter(({ type }) => type === wanted).map((node) => [node.name, node]);

function valuesOf({ type, options = [], modes }: INodeProperties): unknown[] | undefined {
	if (modes) return modes.map(({ name }) => name);
	if (type !== 'options' && type !== 'multiOptions') return undefined;
	return options.map((option) => ('value' in option ? option.value : undefined));
}

function innerFields({ type, options = [] }: INodeProperties, path: string): Field[] {
	if (type === 'collection') return fieldsOf(options as INodeProperties[], path);
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
		fieldsOf(values, `${path}.${name}`),
	);
}

/** As the vectors list them. */
function fieldsOf(properties: INodeProperties[], outer?: string): Field[] {
	return properties
		.filter(({ type }) => type !== 'notice')
		.flatMap((property) => {
			const { resource = [], operation = [] } = property.displayOptions?.show ?? {};
			const path = [outer ?? [], resource, operation, property.name].flat().map(String).join('.');
			const values = valuesOf(property) as string[] | undefined;
			return [
				{ path, type: property.type, default: property.default, values },
				...innerFields(property, path),
			];
		});
}

describe.each([ACTION, TRIGGER])('%s', (type) => {
	const today = new Map(fieldsOf(descriptionOf(type).properties).map((field) => [field.path, field]));

	// A node stores no value that is the default: another default would change what it does.
	it('still has every field, with the same default', () => {
		const lost = (fields[type] ?? []).filter((then) => {
			const now = today.get(then.path);
			return (
				now?.type !== then.type ||
				!isDeepStrictEqual(now.default, then.default) ||
				!(then.values ?? []).every((value) => now.values?.includes(value))
			);
		});
		expect(lost).toEqual([]);
	});

	it.each(nodesOf(type))('"%s" opens with every value it was saved with', (_name, node) => {
		const { properties } = descriptionOf(type);
		const opened = NodeHelpers.getNodeParameters(
			properties,
			node.parameters,
			true,
			false,
			node,
			descriptionOf(type),
		);
		expect(opened).toMatchObject(node.parameters);
		expect(NodeHelpers.getNodeParametersIssues(properties, node, descriptionOf(type))).toBeNull();
	});
});

it('keeps the switch that lets agents order in a tool alone: in no other node does it do anything', () => {
	const [[, node] = []] = nodesOf(ACTION);
	const description = descriptionOf(ACTION);
	const openAs = (name: string) =>
		NodeHelpers.getNodeParameters(
			description.properties,
			{ ...node?.parameters, options: { letAgentsOrder: true } },
			true,
			false,
			node ?? null,
			{ ...description, name },
		)?.options;
	expect(openAs(`${description.name}Tool`)).toEqual({ letAgentsOrder: true });
	expect(openAs(description.name)).toEqual({});
});

const service = withService();

it.each(nodesOf(ACTION))('"%s" sends what it sent, with the same keys', async (name, node) => {
	const body = { ...card('crd_1'), batch_id: 'bat_1', total_cards: 1, templates: [], styles: [] };
	await service.answers([{ status: 201, body }]);
	const { error } = await runActionNode({
		parameters: {
			...node.parameters,
			// One after the other, so that the requests have an order.
			options: { ...(node.parameters.options as IDataObject | undefined), maxInFlight: 1 },
		},
		items: items.map((json) => ({ json })),
		credential: service.credential,
		executionContext: { version: 1, establishedAt, source: 'trigger' },
	});
	expect(error).toBeUndefined();
	const sent = service.received.map(({ method, path, headers, body: text }) => ({
		method,
		path,
		...(headers['idempotency-key'] !== undefined && { key: headers['idempotency-key'] }),
		...(text !== '' && { body: JSON.parse(text) as unknown }),
	}));
	expect(sent).toEqual(requests[name]);
});

describe('the trigger', () => {
	const [, saved] = nodesOf(TRIGGER)[0] ?? [];
	let trigger: EngineWebhook;
	const start = async (staticData: IDataObject): Promise<void> => {
		trigger = await startTrigger({
			parameters: saved?.parameters ?? {},
			credential: { ...CREDENTIAL_DATA, webhookSecret: 'whsec_test' },
			staticData,
		});
	};

	beforeEach(() => {
		// When the event of the vectors arrived: records grow old.
		jest.spyOn(Date, 'now').mockReturnValue(event.receivedAt);
	});
	afterEach(async () => {
		await trigger.close();
		jest.restoreAllMocks();
	});

	it('gives an event out as it did, at the same output', async () => {
		await start({});
		expect((await sendRaw(trigger.url, signedDelivery({ body: event.body }))).status).toBe(200);
		const outputs = (await trigger.runs[0])?.outputs.map((output) => output.map(({ json }) => json));
		expect(outputs).toEqual(event.outputs);
	});

	it('knows an event again of which the first version kept the record', async () => {
		await start(event.staticData);
		expect((await sendRaw(trigger.url, signedDelivery({ body: event.body }))).status).toBe(200);
		expect(trigger.executions).toEqual([]);
	});
});
