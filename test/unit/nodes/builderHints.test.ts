/** The hints for n8n's AI builder: found by every generation of it, and true of the nodes' fields. */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { HandwrittenLetters } from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import { HandwrittenLettersTrigger } from '../../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';

type Hint = Readonly<Record<string, unknown>>;

const nodes: INodeTypeDescription[] = [
	new HandwrittenLetters().description,
	new HandwrittenLettersTrigger().description,
];
const fields = (description: INodeTypeDescription): INodeProperties[] => description.properties;
const hinted = nodes.flatMap(fields).filter(({ builderHint }) => builderHint !== undefined);

it.each(nodes)('$name has a hint under the name that each generation reads', ({ builderHint }) => {
	const { message, searchHint, ...others } = builderHint as Hint;
	expect(message).toMatch(/\w/);
	expect(searchHint).toBe(message);
	expect(others).toEqual({});
});

it('so have the fields in which a wrong value orders a letter twice, or to nobody', () => {
	const names = new Set(hinted.map(({ name }) => name));
	expect([...names].sort()).toEqual(['events', 'idempotencyKeyMode', 'orderingMode', 'zip']);
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

it('each field that the action node’s hint names is there', () => {
	const [action] = nodes;
	const names = action?.properties.map(({ name }) => name);
	expect(action?.builderHint?.searchHint).toContain('idempotencyKeyMode to "externalId"');
	expect(names).toEqual(expect.arrayContaining(['externalId', 'idempotencyKeyMode']));
});
