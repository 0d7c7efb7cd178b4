import { splitText } from '../../../nodes/HandwrittenLetters/read/parameters/splitText';

describe('splitText', () => {
	it('cuts a text into its own words and its expressions', () => {
		expect(splitText('=Oi {{ $json.Nome }}, {{ $now }}')).toEqual({
			pieces: [
				'Oi ',
				{ expression: '{{ $json.Nome }}', path: ['Nome'], mayBeNothing: false },
				', ',
				{ expression: '{{ $now }}', path: undefined, mayBeNothing: false },
			],
			literal: true,
		});
	});

	it('knows an expression that may give nothing on purpose', () => {
		expect(splitText("=Oi {{ $json.Nome ?? '' }}")?.pieces[1]).toMatchObject({ mayBeNothing: true });
	});

	it('keeps brackets that an expression has escaped', () => {
		expect(splitText(String.raw`=Oi {{ "a\}}" }}`)?.pieces[1]).toMatchObject({
			expression: String.raw`{{ "a\}}" }}`,
		});
	});

	it.each([
		['a space after the only expression', '={{ $json.a }} '],
		['nothing between two', '={{ $json.a }}{{ $json.b }}'],
		['an end that is missing', '=Oi {{ $json.a'],
	])('knows a text with %s', (_case, raw) => {
		expect(splitText(raw)?.pieces).toHaveLength(2);
	});

	it.each([
		['a fixed text', 'Oi {{ $json.a }}'],
		['an expression alone', '={{ $json.a }}'],
		['words alone', '=Oi'],
		['nothing', '='],
	])('leaves %s as it is', (_case, raw) => {
		expect(splitText(raw)).toBeUndefined();
	});

	it('says where n8n would write the words otherwise', () => {
		expect(splitText(String.raw`=a\\b {{ $json.a }}`)?.literal).toBe(false);
	});
});
