/** The hints for n8n's AI builder: found by every generation of it, and true of the nodes' fields. */
import { join, resolve } from 'node:path';

import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { HandwrittenLetters } from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import { HandwrittenLettersTrigger } from '../../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';

type Hint = Readonly<Record<string, unknown>>;

const nodes: INodeTypeDescription[] = [
	new HandwrittenLetters().description,
	new HandwrittenLettersTrigger().description,
];
const fields = (description: INodeTypeDescription): INodeProperties[] => description.properties;
const hinted = nodes
	.flatMap(fields)
	.flatMap((field) => [field, ...(field.type === 'collection' ? (field.options as INodeProperties[]) : [])])
	.filter(({ builderHint }) => builderHint !== undefined);

it.each(nodes)('$name has a hint under the name that each generation reads', ({ builderHint }) => {
	const { message, searchHint, extraTypeDefContent, ...others } = builderHint as Hint;
	expect(message).toMatch(/\w/);
	expect(searchHint).toBe(message);
	expect(extraTypeDefContent).toBeDefined();
	expect(others).toEqual({});
});

it('so have the fields in which a wrong value orders a letter twice, to nobody, or where nobody asked for it', () => {
	const names = new Set(hinted.map(({ name }) => name));
	expect([...names].sort()).toEqual([
		'events',
		'idempotencyKey',
		'includeInputFields',
		'letAgentsOrder',
		'orderOnLetterEvents',
		'orderingMode',
		'textThatIsMeant',
		'zip',
	]);
	for (const { builderHint } of hinted) {
		const { message, propertyHint, ...others } = builderHint as unknown as Hint;
		expect(message).toMatch(/\w/);
		expect(propertyHint).toBe(message);
		expect(others).toEqual({});
	}
});

it('each value that a field’s hint quotes is one of its options', () => {
	for (const { builderHint, options = [] } of hinted) {
		const quoted = [...(builderHint?.propertyHint ?? '').matchAll(/"([^"]+)"/g)].map(([, text]) => text);
		const values = options.map((option) => ('value' in option ? option.value : undefined));
		expect(values).toEqual(expect.arrayContaining(quoted));
	}
});

it('the field that the action node’s hint names is there', () => {
	const [action] = nodes;
	const names = action?.properties.map(({ name }) => name);
	const [, named] = /set (\w+) to it/.exec(action?.builderHint?.searchHint ?? '') ?? [];
	expect(named).toBe('externalId');
	expect(names).toContain(named);
});

it('n8n loads both nodes: it refuses one with a hint on resource, operation or mode', () => {
	const loader = resolve(__dirname, '../../../node_modules/n8n-core/dist/nodes-loader');
	const { validateNodeDescription } = jest.requireActual<{
		validateNodeDescription: (description: INodeTypeDescription) => void;
	}>(join(loader, 'validate-node-description.js'));
	for (const description of nodes) validateNodeDescription(description);
	const [action] = nodes as [INodeTypeDescription];
	const properties = action.properties.map((field) =>
		field.name === 'operation' ? { ...field, builderHint: { propertyHint: 'Choose one.' } } : field,
	);
	expect(() => validateNodeDescription({ ...action, properties })).toThrow('discriminator property');
});

it('as a tool of an agent, the action node says that it only checks', () => {
	const { usableAsTool } = nodes[0] as INodeTypeDescription;
	expect(usableAsTool).toMatchObject({
		replacements: { description: expect.stringContaining('Let AI Agents Order') as string },
	});
});
