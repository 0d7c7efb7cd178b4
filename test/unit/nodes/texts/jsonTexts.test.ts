import { textsOfJson } from '../../../../nodes/HandwrittenLetters/input/texts/jsonTexts';

const part = (value: unknown, expression = '{{ a }}') => ({ expression, value });

it('finds the texts of JSON that expressions are part of', () => {
	const [nome, cidade, whole] = [part('Ana'), part(null, '{{ b }}'), part('"x"', '{{ c }}')];
	expect(
		textsOfJson([
			'{"to": {"name": "Sra. ',
			nome,
			'", "city": "',
			cidade,
			'", "zip": ',
			whole,
			String.raw`, "\"key": "a\n\"{{ `,
			nome,
			'"}, "list": ["',
			nome,
			cidade,
			'", "own words"]}',
		]),
	).toEqual([
		{ path: 'to.name', pieces: ['Sra. ', nome] },
		{ path: 'to.city', pieces: [cidade] },
		{ path: 'to."key', pieces: ['a\n"{{ ', nome] },
		{ path: 'list.0', pieces: [nome, cidade] },
	]);
});

it.each([
	['what is no JSON', ['{"a": "', part('x'), '"']],
	['an expression outside of texts that gives none', ['{"a": ', part(undefined), '}']],
	['a text with the mark itself', ['{"a": "\uf8ff0\uf8ff', part('x'), '"}']],
	['JSON without texts', ['[1, ', part(2), ']']],
])('finds nothing in %s', (_what, pieces) => {
	expect(textsOfJson(pieces)).toEqual([]);
});
