import { splitText } from '../../../../nodes/HandwrittenLetters/input/splitText';
import {
	closeGap,
	LEFT_OUT,
	markEmptyBranches,
} from '../../../../nodes/HandwrittenLetters/input/texts/optionalSentence';

const M = `'${LEFT_OUT}'`;

describe('an empty text as a branch', () => {
	it.each([
		["{{ $json.vip ? 'PS…' : '' }}", `{{ $json.vip ? 'PS…' : ${M} }}`],
		['{{ $json.vip ? "" : "PS…" }}', `{{ $json.vip ? ${M} : "PS…" }}`],
		['{{ $json.vip ? `` : "PS…" }}', `{{ $json.vip ? ${M} : "PS…" }}`],
		["{{ ($json.vip ? 'a' : '') }}", `{{ ($json.vip ? 'a' : ${M}) }}`],
		["{{ a ? 'x' : b ? 'y' : '' }}", `{{ a ? 'x' : b ? 'y' : ${M} }}`],
		["{{ a ? (b ? '' : 'y') : '' }}", `{{ a ? (b ? ${M} : 'y') : ${M} }}`],
		["{{ a ? b ? '' : 'y' : '' }}", `{{ a ? b ? ${M} : 'y' : ${M} }}`],
		["{{ $if($json.vip, 'PS…', '') }}", `{{ $if($json.vip, 'PS…', ${M}) }}`],
		["{{ $if(f('a', ''), '', $json.x) }}", `{{ $if(f('a', ''), ${M}, $json.x) }}`],
		["{{ a?.b ?? c ? 'x' : '' }}", `{{ a?.b ?? c ? 'x' : ${M} }}`],
		["{{ a === '' ? '' : 'x' }}", `{{ a === '' ? ${M} : 'x' }}`],
		["{{ a ? ':' : '' }}", `{{ a ? ':' : ${M} }}`],
	])('is found in %s', (expression, marked) => {
		expect(markEmptyBranches(expression)).toBe(marked);
	});

	it.each([
		"{{ $json.a || '' }}",
		"{{ $json.a ?? '' }}",
		"{{ $json.vip ? $json.a : $json.b || '' }}",
		"{{ f(a, '') }}",
		"{{ $if($json.a, 'x', $json.b ?? '') }}",
		"{{ $if('', 'x', 'y') }}",
		"{{ $json.a.replace('x', '') }}",
		"{{ (a ? 'x' : '') + 'y' }}",
		"{{ $if(a, 'x', '').trim() }}",
		"{{ '' }}",
		'{{ $json.a }}',
		"{{ { a: b ? 'x' : '' } }}",
		"{{ a ? 'x' : ' ' }}",
	])('is not found in %s', (expression) => {
		expect(markEmptyBranches(expression)).toBeUndefined();
	});

	it('is found where a field is cut into its parts', () => {
		expect(splitText("=Oi {{ a ? 'x' : '' }}!")?.pieces[1]).toMatchObject({
			marked: `{{ a ? 'x' : ${M} }}`,
		});
	});
});

describe('the place of a sentence that was left out', () => {
	it.each([
		['Oi ', ' Ana', 'Oi Ana'],
		['Oi ', ', Ana', 'Oi, Ana'],
		['Oi.\n\n', '\n\nAna', 'Oi.\n\nAna'],
		['Oi ', '\nAna', 'Oi\nAna'],
		['Oi.\n', ' Ana', 'Oi.\nAna'],
		['Oi', '\nAna', 'Oi\nAna'],
		['Oi ', 'Ana', 'Oi Ana'],
		['Oi\n', '', 'Oi'],
		['', '\n Oi', 'Oi'],
		['(a', ')', '(a)'],
	])('%j and %j become %j', (before, after, whole) => {
		expect(closeGap(before, after).join('')).toBe(whole);
	});
});
