import { follow, readReference, splitText } from '../../../nodes/HandwrittenLetters/letter/expression';

it('a fixed text is not split, whatever brackets it has', () => {
	expect(splitText('Oi {{ $json.a }}')).toBeUndefined();
});

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
