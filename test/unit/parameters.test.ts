import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { follow, ParameterReader, readReference } from '../../nodes/HandwrittenLetters/parameters';

describe('readReference', () => {
	it.each([
		['={{ $json.city }}', ['city']],
		['={{$json.to.address_line1}}', ['to', 'address_line1']],
		[`={{ $json['postal code'].zip }}`, ['postal code', 'zip']],
		['={{\n$json["to"]["zip"]\n}}', ['to', 'zip']],
	])('reads %s', (expression, path) => {
		expect(readReference(expression)).toEqual(path);
	});

	it.each([
		'={{ $json }}',
		'={{ $json.name.trim() }}',
		'={{ $json.list[0] }}',
		'={{ $json?.name }}',
		'={{ $json.name ?? "" }}',
		'={{ $json.name }} ',
		'=Oi {{ $json.name }}',
		'={{ $json.name }}{{ $json.city }}',
		`={{ $json['a\\'b'] }}`,
		'={{ $("Split").item.json.name }}',
		'{{ $json.name }}',
	])('leaves %s to n8n', (expression) => {
		expect(readReference(expression)).toBeUndefined();
	});
});

describe('follow', () => {
	const json = {
		name: 'Ana',
		zip: 0,
		note: null,
		to: { city: 'Recife', lines: ['a', { b: true }] },
		at: new Date(0) as unknown as string,
		deep: { at: new Date(0) as unknown as string },
		constructor: 'own',
		toString: 'own',
	};

	it.each([
		[['name'], 'Ana'],
		[['zip'], 0],
		[['note'], null],
		[['to', 'city'], 'Recife'],
		[['to'], json.to],
	])('finds %j', (path, value) => {
		expect(follow(json, path)).toEqual(value);
	});

	it.each([
		['nothing there', ['missing']],
		['no object on the way', ['name', 'length']],
		['an array on the way', ['to', 'lines', 'length']],
		['a name n8n refuses', ['constructor']],
		['a name every object has', ['toString']],
		['the prototype', ['__proto__']],
		['a value that is no JSON', ['at']],
		['a value that holds no JSON', ['deep']],
	])('leaves %s to n8n', (_case, path) => {
		expect(follow(json, path)).toBeUndefined();
	});
});

describe('ParameterReader', () => {
	/** What n8n was asked to evaluate, as `name of item`. */
	let evaluated: string[];
	const readerOf = (parameters: INodeParameters, items: object[]) => {
		evaluated = [];
		const context = {
			getInputData: () => items.map((json) => ({ json })),
			getNodeParameter: (
				name: string,
				itemIndex: number,
				_fallback: unknown,
				options: { rawExpressions?: boolean },
			) => {
				if (options.rawExpressions) return parameters[name];
				evaluated.push(`${name} of ${itemIndex}`);
				return `${name} by n8n`;
			},
		};
		return new ParameterReader(context as unknown as IExecuteFunctions);
	};

	it('asks n8n once for a parameter that is the same for every item', () => {
		const reader = readerOf({ city: 'Recife', extra: { pairs: [{ key: 'a', value: '1' }] } }, [{}, {}]);
		for (const index of [0, 1]) for (const name of ['city', 'extra']) reader.read(name, index);
		expect(evaluated).toEqual(['city of 0', 'extra of 0']);
	});

	it('does not ask n8n for what stands in the item', () => {
		const style = { __rl: true, mode: 'id', value: '={{ $json.style }}' };
		const reader = readerOf({ city: '={{ $json.city }}', style }, [
			{ city: 'Recife', style: 'sty_casual' },
			{ city: 'Olinda', style: 'sty_classic' },
		]);
		expect([0, 1].map((index) => [reader.read('city', index), reader.readLocator('style', index)])).toEqual([
			['Recife', 'sty_casual'],
			['Olinda', 'sty_classic'],
		]);
		expect(evaluated).toEqual([]);
	});

	it('asks n8n for each item where it must: other expressions, missing values, whole locators', () => {
		const extra = { pairs: [{ key: 'a', value: '={{ $itemIndex }}' }] };
		const reader = readerOf(
			{ message: '=Oi {{ $json.name }}', city: '={{ $json.city }}', style: '={{ $json.style }}', extra },
			[{}, { city: 'Olinda', style: { __rl: true, mode: 'id', value: 'sty_casual' } }],
		);
		for (const index of [0, 1]) {
			for (const name of ['message', 'city', 'extra']) reader.read(name, index);
			reader.readLocator('style', index);
		}
		expect(evaluated).toEqual([
			'message of 0',
			'city of 0',
			'extra of 0',
			'style of 0',
			'message of 1',
			'extra of 1',
			'style of 1',
		]);
	});
});
