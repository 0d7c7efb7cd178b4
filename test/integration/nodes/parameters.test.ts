/**
 * A plain reference to the item is read without n8n's expression engine. Here the same letters are
 * ordered with references and with the same expressions in parentheses, which n8n evaluates itself:
 * whatever stands in the item, the requests and the errors must be the same.
 */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { runLetters } from '../../support/letterRuns';
import { withSandbox } from '../../support/withSandbox';

const fields: INodeParameters = {
	resource: 'card',
	operation: 'create',
	name: '={{ $json.name }}',
	addressLine1: `={{ $json["address line"] }}`,
	addressLine2: '={{ $json.extra.floor }}',
	city: '={{ $json.city }}',
	state: '={{ $json.state }}',
	zip: '={{ $json.zip }}',
	country: 'BR',
	message: '={{ $json.message }}',
	style: { __rl: true, mode: 'id', value: '={{ $json.style }}' },
	externalId: '={{ $json.order }}',
};
const template: INodeParameters = {
	...fields,
	name: '={{ $json.first }} {{ $json.last }}',
	addressLine2: '=Bloco {{ $json.extra.block }}, ap. {{ $json.extra.floor }}',
	message: '=Oi {{ $json.first }},\n{{ $json.message }}',
	externalId: '={{ $json.shop }}-{{ $json.order }}',
};

const plain = {
	name: 'Ana',
	'address line': 'Rua A, 1',
	city: 'Recife',
	state: 'PE',
	zip: '50030-230',
	message: 'Oi',
};
const cases: Array<[string, INodeParameters, object]> = [
	['everything', fields, { ...plain, extra: { floor: '2' }, style: 'sty_casual', order: 'o-1' }],
	['nothing but what is needed', fields, plain],
	['nothing at all', fields, {}],
	['numbers', fields, { ...plain, zip: 50030230, order: 7, extra: { floor: 2 } }],
	['nulls', fields, { ...plain, order: null, extra: null, style: null }],
	['truth values', fields, { ...plain, order: false, extra: { floor: true } }],
	['objects and arrays where text belongs', fields, { ...plain, order: { a: 1 }, extra: ['2'] }],
	['text that looks like an expression', fields, { ...plain, name: '={{ 1 + 1 }}' }],
	['a date', fields, { ...plain, order: new Date(0) }],
	[
		'a whole locator',
		{ ...fields, style: '={{ $json.style }}' },
		{ ...plain, style: { __rl: true, mode: 'id', value: 'sty_casual' } },
	],
	[
		'an id instead of a locator',
		{ ...fields, style: '={{ $json.style }}' },
		{ ...plain, style: 'sty_casual' },
	],
	[
		'texts of several parts',
		template,
		{ ...plain, first: 'Ana', last: 'Lima', extra: { block: 'B', floor: 2 }, shop: 7, order: 0 },
	],
	['texts of several parts, one with a gap', template, { ...plain, first: 'Ana', extra: { block: '' } }],
];

/** The same expressions in a form that is left to n8n. */
function inParentheses(parameters: INodeParameters): INodeParameters {
	const text = JSON.stringify(parameters).replace(/\{\{ (.*?) \}\}/g, '{{ ($1) }}');
	return JSON.parse(text) as INodeParameters;
}

describe('parameters read from the item', () => {
	const sandbox = withSandbox();

	const order = async (parameters: INodeParameters, item: object) => {
		await sandbox.control('POST', '/reset');
		const items = [{ json: item }] as INodeExecutionData[];
		const { error, said } = await runLetters(sandbox.credential, parameters, { items });
		const cards = await sandbox.cards();
		const words = said.replace(/\{\{ \((.*?)\) \}\}/g, '{{ $1 }}');
		return { requests: cards.map(({ request }) => request), error: error && words };
	};

	it.each(cases)('are what n8n would make of %s', async (_case, parameters, item) => {
		const evaluated = inParentheses(parameters);
		expect(evaluated).not.toEqual(parameters);
		const own = await order(parameters, item);
		expect(own).toEqual(await order(evaluated, item));
		// An item of nothing at all is skipped.
		const isOrdered = own.error === undefined && Object.keys(item).length > 0;
		expect(own.requests).toHaveLength(isOrdered ? 1 : 0);
	});
});
