/**
 * Every operation of the node, in one table: it drives the dropdowns, the fields shown and the
 * dispatch. A new operation is one file and one row here.
 */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { Refusal } from '../../n8n/refusal';
import { quoteValue } from '../tell/problems';
import { createBatch } from './batch.create';
import { createCard, createCardFromCheck } from './card.create';
import { getCard } from './card.get';
import { getStyles, getTemplates } from './catalog.getMany';
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

/** What the canvas shows below the node's name: "Get Many: Style", not the values' "getMany: style". */
export const subtitle = `={{ (${JSON.stringify(titles())})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

function titles(): Record<string, string> {
	return Object.fromEntries(
		resources.flatMap(({ value, name, operations }) =>
			operations.map((operation) => [`${value}.${operation.value}`, `${operation.name}: ${name}`]),
		),
	);
}

export const properties: INodeProperties[] = [
	resourceField,
	...resources.map(operationField),
	...resources.flatMap((resource) =>
		resource.operations.flatMap((operation) =>
			updateDisplayOptions(
				{ show: { resource: [resource.value], operation: [operation.value] } },
				operation.fields,
			),
		),
	),
];

/** Each lands once in what n8n's AI builders read, with its operation. */
export const outputShapes = resources.flatMap((resource) =>
	resource.operations.map(({ value, output }) => ({
		displayOptions: { show: { resource: [resource.value], operation: [value] } },
		content: output.words,
	})),
);

/** By resource and operation, for example `card/create`. */
export const outputSchemas = Object.fromEntries(
	resources.flatMap((resource) =>
		resource.operations.map(({ value, output }) => [`${resource.value}/${value}`, output.schema] as const),
	),
);

/**
 * Does what the parameters name.
 * @throws Refusal when nothing of the run may be sent
 */
export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === name);
	if (operation) return await operation.execute(context);
	throw new Refusal(
		'The resource has no such operation',
		`Operation is ${quoteValue(name)}, Resource ${quoteValue(resource)}.`,
	);
}
