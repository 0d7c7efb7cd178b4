/**
 * Every operation of the node, in one table: it drives the dropdowns, the fields shown and the
 * dispatch. A new operation is one file and one row here.
 */
import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { createBatch } from './batch.create';
import { createCard } from './card.create';
import { getCard } from './card.get';
import type { Operation } from './operation';
import { getStyles } from '../style/getMany.operation';
import { getTemplates } from '../template/getMany.operation';

interface Resource {
	value: string;
	name: string;
	operations: Operation[];
}

const resources: Resource[] = [
	{ value: 'batch', name: 'Batch', operations: [createBatch] },
	{ value: 'card', name: 'Card', operations: [createCard, getCard] },
	{ value: 'style', name: 'Style', operations: [getStyles] },
	{ value: 'template', name: 'Template', operations: [getTemplates] },
];

const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map(({ name, value }) => ({ name, value })),
	default: 'card',
};

function operationField({ value, operations }: Resource): INodeProperties {
	const field: INodeProperties = {
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
		default: '',
	};
	return { ...field, default: operations[0]?.value };
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

/** The operation the parameters name; undefined when there is none. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
}
