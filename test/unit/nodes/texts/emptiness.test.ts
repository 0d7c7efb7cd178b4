import { isEmptinessMeant } from '../../../../nodes/HandwrittenLetters/letter/parameters/expression';
import type { TextPiece } from '../../../../nodes/HandwrittenLetters/letter/parameters/fieldValue';
import { closeGaps, leavesHole } from '../../../../nodes/HandwrittenLetters/letter/texts/emptiness';

const part = (value: unknown, leftOut?: boolean): TextPiece => ({ expression: '{{ a }}', value, leftOut });
const gone = part('', true);

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

describe('a part that was left out on purpose', () => {
	it.each<[string, TextPiece[], string]>([
		['and one of the spaces around it', ['Oi ', gone, ' Ana'], 'Oi Ana'],
		['and the space at the beginning', [gone, '\n Oi'], 'Oi'],
		['but not the larger gap between paragraphs', ['Oi ', gone, '\n\nAna'], 'Oi\n\nAna'],
		['but not the line end before it', ['Oi.\n', gone, ' Ana'], 'Oi.\nAna'],
		['and no punctuation', ['Oi ', gone, ', Ana'], 'Oi, Ana'],
		['though others beside it go as well', ['Oi ', gone, gone, ' Ana'], 'Oi Ana'],
		['though one beside it is empty', ['Oi ', gone, part(''), ' Ana '], 'Oi Ana '],
		['and nothing that touches no gap', ['Oi ', gone, ' Ana', ' e', '  Bia '], 'Oi Ana e  Bia '],
		['with the separator after it', [gone, ' - ', part('Centro')], 'Centro'],
		['with one of two separators', [part('A'), ' - ', gone, ' - ', part('B')], 'A - B'],
		['with the separators of several', [part('A'), ' - ', gone, ' - ', gone], 'A'],
		['but no word', [part('A'), ' ap. ', gone], 'A ap.'],
	])('goes %s', (_with, pieces, text) => {
		expect(closeGaps(pieces)).toBe(text);
	});

	it.each<[string, TextPiece[]]>([
		['\n Ana', ['\n', ' Ana']],
		['Oi , Ana', ['Oi ', part(''), ', Ana']],
		['Oi !', ['Oi ', part(NaN), '!']],
	])('is the only one whose gap is closed: %j', (text, pieces) => {
		expect(closeGaps(pieces)).toBe(text);
	});

	it('has its value where it gave one', () => {
		expect(closeGaps(['Oi ', { expression: '{{ a }}', value: 'Ana' }, '!'])).toBe('Oi Ana!');
		expect(closeGaps(['Oi ', part('Ana', true), '!'])).toBe('Oi Ana!');
	});
});

describe('a hole', () => {
	it.each<[TextPiece[], boolean]>([
		[['Dear ', gone, ','], true],
		[[gone, ', obrigado'], true],
		[['Oi ', gone, part('!')], true],
		[['Oi Ana', gone, '!'], false],
		[['Oi ', gone, ' Ana'], false],
		[['Oi ', gone, '\n\nObrigado.'], false],
	])('is left in %j: %s', (pieces, isHole) => {
		expect(leavesHole(pieces, pieces.indexOf(gone))).toBe(isHole);
	});
});
