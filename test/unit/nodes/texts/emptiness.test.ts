import { isNothing, joinPieces, NOTHING_SIGN } from '../../../../nodes/HandwrittenLetters/letter/emptiness';
import { isEmptinessMeant } from '../../../../nodes/HandwrittenLetters/letter/expression';
import type { TextPiece } from '../../../../nodes/HandwrittenLetters/letter/parameterReader';

const part = (value: unknown): TextPiece => ({ expression: '{{ a }}', value });
const gone = part('');

describe('an empty value is meant', () => {
	it.each([
		"={{ $json.ps ?? '' }}",
		'={{ $json.vip ? "PS…" : "" }}',
		'={{ $json.vip ? `` : "PS…" }}',
		"={{ $if($json.vip, 'PS…', '') }}",
		"={{ $json.ps.ifEmpty('') }}",
		"={{ (() => { return '' })() }}",
		"=Oi {{ $json.name }}{{ $json.ps ?? '' }}",
		"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('External_ID', ``, 'string') }}",
		"={{ $fromai('ps', 'A postscript, if any') }}",
	])('by an empty text in its expression, or by the model that fills it in: %s', (expression) => {
		expect(isEmptinessMeant(expression)).toBe(true);
	});

	it.each([
		"={{ $json.ps ?? ' ' }}",
		"={{ $json.vip ? 'PS…' : $json.ps }}",
		'={{ $json.ps ?? null }}',
		"={{ $json.ps?.replace('-', '') }}",
		"={{ [$json.ps].join('') }}",
		'={{ $json.ps.split("")[0] }}',
		'',
	])('by nothing in %s', (expression) => {
		expect(isEmptinessMeant(expression)).toBe(false);
	});
});

describe('an empty part', () => {
	it.each<[string, TextPiece[], string]>([
		['and one of the spaces around it', ['Oi ', gone, ' Ana'], 'Oi Ana'],
		['and the space at the beginning', [gone, '\n Oi'], 'Oi'],
		['and the space at the end', ['Oi.\n\n', gone], 'Oi.'],
		['but not the larger gap between paragraphs', ['Oi ', gone, '\n\nAna'], 'Oi\n\nAna'],
		['but not the line end before it', ['Oi.\n', gone, ' Ana'], 'Oi.\nAna'],
		['and one of two empty lines', ['Oi Ana,\n\n', gone, '\n\nAté'], 'Oi Ana,\n\nAté'],
		['and its own line', ['- a\n', gone, '\n- b'], '- a\n- b'],
		['and no punctuation before it', ['Oi ', part('Ana'), '. ', gone, ' Até.'], 'Oi Ana. Até.'],
		['and no sign before it', ['Desconto de ', part(10), '%', gone], 'Desconto de 10%'],
		['and no bracket before it', ['(', part('Ana'), ')', gone], '(Ana)'],
		['and no punctuation after it', ['Oi Ana', gone, ', até'], 'Oi Ana, até'],
		['though others beside it are empty', ['Oi ', gone, gone, ' ', gone, ' Ana'], 'Oi Ana'],
		['and nothing that touches no gap', ['Oi ', gone, ' Ana', ' e', '  Bia '], 'Oi Ana e  Bia '],
		['before a smile', ['Oi! ', gone, ' :)'], 'Oi! :)'],
		['before an ellipsis', ['Até ', gone, ' ...'], 'Até ...'],
		['beside a greeting', ['Oi Ana,\n', gone], 'Oi Ana,'],
		['beside a dash of the message', ['Beijos - ', gone], 'Beijos -'],
	])('takes white space with it, %s', (_what, pieces, text) => {
		expect(joinPieces(pieces)).toEqual({ text, hole: undefined });
	});

	it.each<[TextPiece[], string]>([
		[[gone, ' - ', part('Centro')], 'Centro'],
		[[gone, ', ', gone, ' - ', part('Centro')], 'Centro'],
		[[part('A'), ' - ', gone, ' - ', part('B')], 'A - B'],
		[[part('A'), ', ', gone, ' / ', part('B')], 'A / B'],
		[[part('A'), ' - ', gone, ' - ', gone], 'A'],
		[[part('A'), ' / ', gone], 'A'],
		[[part('A'), gone, ' - ', part('B')], 'A - B'],
		[[part('A'), ', ', gone, ' ap. 2'], 'A, ap. 2'],
		[['Rua X , ', part('A'), gone], 'Rua X , A'],
		[[part('A'), ' ap. ', gone], 'A ap.'],
	])('takes one separator with it in a line of an address: %j', (pieces, text) => {
		expect(joinPieces(pieces, { isLine: true, dropsSeparator: true })).toEqual({ text, hole: undefined });
	});

	it.each<[TextPiece[], string]>([
		[['Dear ', gone, ', thank you'], 'Dear , thank you'],
		[[gone, ', obrigado'], ', obrigado'],
		[['Oi\n', gone, '; até'], 'Oi\n; até'],
		[['Oi ', gone, ' !'], 'Oi !'],
		[['Oi ', gone, part('!')], 'Oi !'],
		[['Pedido (', gone, ') de hoje'], 'Pedido () de hoje'],
		[['O livro “', gone, '” chegou'], 'livro “” chegou'],
		[['O livro "', gone, '" chegou'], 'livro "" chegou'],
		[['Obrigado pela compra de ', gone, '? Não'], 'compra de ? Não'],
	])('is not meant where the text shows it: %j', (pieces, hole) => {
		expect(joinPieces(pieces).hole).toBe(hole);
	});

	it.each<[TextPiece[], string]>([
		[[part('Ana'), ' - ', gone], 'Ana -'],
		[[gone, ', ', part('Ana')], ', Ana'],
		[[part(1), '-', gone], '1-'],
		[[part(1), '_', gone], '1_'],
		[[gone, '/', part(1)], '/1'],
		[[part('Ana'), ' (', gone, ')'], 'Ana ()'],
	])('is not meant at the end of a line or an identifier: %j', (pieces, hole) => {
		expect(joinPieces(pieces, { isLine: true }).hole).toBe(hole);
		expect(joinPieces(['Rua X , ', part('-')], { isLine: true }).hole).toBeUndefined();
	});

	it('has its value where it gave one', () => {
		expect(joinPieces(['Oi ', part('Ana'), ' !'])).toEqual({ text: 'Oi Ana !', hole: undefined });
	});
});

it.each(['-', ' -- ', '—', 'x', 'X', '.', 'N/A', 'n/a', 'não tem', 'Nao tem'])(
	'nothing in an address is also written %s',
	(sign) => {
		expect([isNothing(sign), NOTHING_SIGN.test(sign)]).toEqual([false, true]);
	},
);

it.each(['0', 'X1', 'ap. x', '1-', '...', 'tem', ''])('nothing is not written %s', (text) => {
	expect(NOTHING_SIGN.test(text)).toBe(false);
});
