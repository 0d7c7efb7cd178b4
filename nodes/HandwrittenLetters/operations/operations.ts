/**
 * Every operation of the node, in one table: it drives the dropdowns, the fields shown and the
 * dispatch. A new operation is one file and one row here.
 */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { nodeHint } from '../../n8n/builderHints';
import { isAgentTool } from '../../n8n/run';
import { quoteValue } from '../../words/problems';
import { Refusal } from '../../words/refusal';
import { toAgentError, toRefusedItems, toShownError } from '../report/refusedRun';
import { createBatch } from './batch.create';
import { createCard, createCardFromCheck } from './card.create';
import { getCard } from './card.get';
import { getStyles, getTemplates } from './catalog.getMany';
import { countOrdered } from './mayOrder';
import type { Operation } from './operation';

interface Resource {
	value: string;
	name: string;
	operations: Operation[];
	/** n8n stores no defaults: another one would change what saved nodes do. */
	defaultOperation: string;
}

const resources: Resource[] = [
	{ value: 'batch', name: 'Batch', operations: [createBatch], defaultOperation: 'create' },
	{
		value: 'card',
		name: 'Letter',
		operations: [createCard, createCardFromCheck, getCard],
		defaultOperation: 'create',
	},
	{ value: 'style', name: 'Style', operations: [getStyles], defaultOperation: 'getMany' },
	{ value: 'template', name: 'Template', operations: [getTemplates], defaultOperation: 'getMany' },
];

const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map(({ name, value }) => ({ name, value })),
	default: 'card',
};

function operationField({ value, operations, defaultOperation }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map((operation) => ({
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: operation.description,
		})),
		default: defaultOperation,
	};
}

/** Every operation, with where its fields and outputs belong. */
const rows = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		resource,
		operation,
		displayOptions: { show: { resource: [resource.value], operation: [operation.value] } },
	})),
);

const titles = Object.fromEntries(
	rows.map(({ resource, operation }) => [
		`${resource.value}.${operation.value}`,
		`${operation.name}: ${resource.name}`,
	]),
);

/** What the canvas shows below the node's name: "Get Many: Style", not the values' "getMany: style". */
export const subtitle = `={{ (${JSON.stringify(titles)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

export const properties: INodeProperties[] = [
	resourceField,
	...resources.map(operationField),
	...rows.flatMap(({ operation, displayOptions }) => updateDisplayOptions(displayOptions, operation.fields)),
];

/** What n8n's AI builders read of the node, and once with each operation what it gives. */
export const builderHint = nodeHint(
	'Letter > Create orders one physical letter per input item, which costs money and cannot be taken back. It sends many items at once, waits out rate limits and retries by itself: add no loop, no Wait and no Retry On Fail around it. If the items have a stable ID of the order, set externalId to it, so that no later run orders a second letter. Every item has outcome: test that, never id. To act when a letter is delivered or returned, use Handwritten Letters Trigger instead of asking for its status.',
	rows.map(({ operation, displayOptions }) => ({ displayOptions, content: operation.output.words })),
);

/** By resource and operation, for example `card/create`. */
export const outputSchemas = Object.fromEntries(
	rows.map(({ resource, operation }) => [`${resource.value}/${operation.value}`, operation.output.schema]),
);

/**
 * Does what the parameters name. Where nothing of it may be sent, each item says so with On Error → Continue.
 * @throws an n8n error that says why, and what the execution has ordered before
 */
export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	try {
		return await findOperation(context).execute(context);
	} catch (error) {
		const before = countOrdered(context);
		if (context.continueOnFail()) return toRefusedItems(context, error, before);
		throw isAgentTool(context) ? toAgentError(context, error) : toShownError(context, error, before);
	}
}

/** @throws Refusal where there is none */
function findOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const row = rows.find((one) => one.resource.value === resource && one.operation.value === name);
	if (row) return row.operation;
	throw new Refusal(
		'The resource has no such operation',
		`Operation is ${quoteValue(name)}, Resource ${quoteValue(resource)}.`,
	);
}
