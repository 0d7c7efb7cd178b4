import { DateTime } from 'luxon';

import { describeFault } from '../../../nodes/HandwrittenLetters/input/problems';
import {
	describeDamage,
	describeRefused,
	joined,
	readText,
} from '../../../nodes/HandwrittenLetters/input/textRules';
import type { Fault } from '../../../nodes/shared/failures/refusal';

/** `Oi {{ a }}, {{ b }}!` with these values, and what is wrong with it. */
function fill(pieces: Array<string | { expression: string; value: unknown }>, gapsAllowed = false) {
	const faults: Fault[] = [];
	const text = readText({ pieces }, 'Message', faults, gapsAllowed);
	return { text, faults: faults.map((fault) => describeFault({ ...fault, field: undefined })) };
}
const part = (value: unknown, expression = '{{ $json.Nome }}') => ({ expression, value });

describe('a text of several parts', () => {
	it.each<[string, unknown, string]>([
		['text', 'Ana', 'Oi Ana!'],
		['a number', 0, 'Oi 0!'],
	])('is joined with %s', (_what, value, text) => {
		expect(fill(['Oi ', part(value), '!'])).toEqual({ text, faults: [] });
	});

	it.each([undefined, null, NaN, '', ' \n', '\u200b', ' \u2060\n'])('is refused with a gap: %j', (value) => {
		expect(fill(['Oi ', part(value), ', obrigado!'])).toEqual({
			text: undefined,
			faults: [
				'would have a gap: {{ $json.Nome }} is empty. Check the column name or fill in the value. To allow the gap, select Message in the option Allow Gaps In',
			],
		});
	});

	it('is refused with a date that has no format, unless that is meant', () => {
		const date = DateTime.fromISO('2026-12-01T09:00:00Z', { zone: 'utc' });
		for (const value of [date, date.toJSDate()]) {
			expect(fill(['Até ', part(value), '!'])).toEqual({
				text: undefined,
				faults: [
					"would have a date as programs write it: give {{ $json.Nome }} a format, for example .toFormat('dd/MM/yyyy')",
				],
			});
		}
		expect(fill(['Até ', part(date), '!'], true).text).toBe('Até 2026-12-01T09:00:00.000Z!');
	});

	it('leaves a sentence out where that was chosen, and no double space', () => {
		const leftOut = { ...part(''), leftOut: true };
		expect(fill(['Oi Ana! ', leftOut, ' Obrigado.'])).toEqual({ text: 'Oi Ana! Obrigado.', faults: [] });
		expect(fill(['Oi Ana!\n\n', leftOut])).toEqual({ text: 'Oi Ana!', faults: [] });
		expect(fill(['Oi ', leftOut, leftOut, ', ', part('Ana')]).text).toBe('Oi, Ana');
		expect(fill(['Oi ', leftOut, part('')]).faults).toHaveLength(1);
	});

	it('names each expression that gave nothing', () => {
		expect(fill([part('Ana'), part(null, '{{ $json.a }}'), part('', '{{ $json.b }}')]).faults).toEqual([
			expect.stringContaining('{{ $json.a }} and {{ $json.b }} are empty'),
		]);
	});

	it.each([
		['Oi Ana,  !', ['Oi ', part('Ana'), ', ', part(null), ' !']],
		['Oi  !', ['Oi ', part(NaN), ' !']],
	])('keeps a gap that is meant: %s', (text, pieces) => {
		expect(fill(pieces, true)).toEqual({ text, faults: [] });
	});

	it('is not given when all its parts gave nothing', () => {
		for (const gapsAllowed of [true, false]) {
			expect(fill([part(''), ', ', part('\u200b'), ' \u3164\u200b- '], gapsAllowed)).toEqual({
				text: undefined,
				faults: [],
			});
		}
	});

	it.each<[unknown, string]>([
		[false, 'must be text, but {{ $json.Nome }} gave false'],
		[{ a: 1 }, 'must be text, but {{ $json.Nome }} gave an object'],
		[['a'], 'must be text, but {{ $json.Nome }} gave a list'],
		[[], 'must be text, but {{ $json.Nome }} gave a list'],
		[DateTime.invalid('none'), 'must be text, but {{ $json.Nome }} gave an object'],
	])('names the expression that gave no text: %j', (value, fault) => {
		for (const gapsAllowed of [true, false]) {
			expect(fill(['Oi ', part(value)], gapsAllowed)).toEqual({ text: undefined, faults: [fault] });
		}
	});

	it('is refused with a gap unless gaps are allowed', () => {
		expect(readText({ pieces: ['Oi ', part('')] }, 'Message', [])).toBeUndefined();
	});

	it('closes the gap of a sentence that was left out, and no other', () => {
		const leftOut = { ...part(''), leftOut: true };
		expect(joined(['Oi ', part('Ana '), ' '])).toBe('Oi Ana  ');
		expect(joined(['\n', ' Ana'])).toBe('\n Ana');
		expect(joined(['Oi ', leftOut, part(''), 'Ana'])).toBe('Oi Ana');
		expect(joined(['Oi ', leftOut, part(''), ' Ana '])).toBe('Oi Ana ');
		expect(joined(['Oi ', leftOut, ' Ana', ' e', '  Bia '])).toBe('Oi Ana e  Bia ');
	});

	it('is taken from n8n where it writes the words otherwise', () => {
		expect(readText({ pieces: ['a\\\\', part('b')], whole: 'a\\b' }, 'Message', [])).toBe('a\\b');
	});
});

describe('a word where a value is missing', () => {
	const read = (value: string, byExpression: boolean, allowed = false) => {
		const faults: Fault[] = [];
		const text = readText({ value, byExpression }, 'Message', faults, allowed);
		return { text, faults };
	};
	const words = [
		'Oi undefined',
		'null',
		'Total: NaN,',
		'[object Object]',
		'Oi [object Object]s',
		'em Invalid DateTime',
		'Invalid Date',
		'order-undefined',
		'id_null',
	];

	it.each(words)('is refused in a text that an expression made: %s', (value) => {
		expect(read(value, true)).toEqual({
			text: undefined,
			faults: [
				{
					field: 'Message',
					text: expect.stringMatching(/^would say "/) as string,
					hint: expect.stringMatching(/Allow Gaps In$/) as string,
				},
			],
		});
		expect(fill(['Oi ', part(value)]).faults).toHaveLength(1);
	});

	it.each(words)("is the user's own in a fixed text, or where it is meant: %s", (value) => {
		expect(read(value, false)).toEqual({ text: value, faults: [] });
		expect(read(value, true, true)).toEqual({ text: value, faults: [] });
		expect(fill([`${value} `, part('Ana')])).toEqual({ text: `${value} Ana`, faults: [] });
	});

	it.each(['Christopher Null', 'anulado', 'nullo', 'Nanna', 'undefineds', 'Oi'])('is not %s', (value) => {
		expect(read(value, true)).toEqual({ text: value, faults: [] });
	});
});

describe('a single value', () => {
	const read = (value: unknown) => {
		const faults: Fault[] = [];
		return { text: readText({ value, byExpression: true }, 'Message', faults), faults };
	};

	it.each([
		[null, undefined],
		[undefined, undefined],
		['', undefined],
		[7, '7'],
		[7n, '7'],
		[2 ** 53 - 1, '9007199254740991'],
	])('%p is the text %j', (value, text) => {
		expect(read(value)).toEqual({ text, faults: [] });
	});

	it('is a date only where dates are meant', () => {
		const date = DateTime.fromISO('2026-12-01T09:00:00Z', { zone: 'utc' });
		for (const value of [date, date.toJSDate()]) {
			expect(read(value)).toMatchObject({
				text: undefined,
				faults: [{ text: expect.stringContaining('give it a format') as string }],
			});
			for (const [gapsAllowed, datesAllowed] of [
				[false, true],
				[true, false],
			])
				expect(readText({ value, byExpression: true }, 'Message', [], gapsAllowed, datesAllowed)).toBe(
					'2026-12-01T09:00:00.000Z',
				);
		}
	});

	it.each<[unknown, string, string | undefined]>([
		[2 ** 53, 'is 9007199254740992', 'A number this long loses its last digits: give it as text'],
		[Infinity, 'is Infinity', 'An expression calculates with a field that is not there'],
		[true, 'is true', undefined],
	])('%p is refused', (value, what, hint) => {
		const text = `must be text, but ${what}`;
		expect(read(value)).toEqual({ text: undefined, faults: [{ field: 'Message', text, hint }] });
	});
});

describe('what a text may not have become on its way', () => {
	it.each([
		['Jo\ufffdo', /^has characters that were lost/],
		['Oi \ud83d', /^has half a character/],
	])('%j', (text, damage) => {
		expect(describeDamage(text)).toMatch(damage);
	});

	it('is nothing of a whole text', () => {
		expect(describeDamage('Oi, João 🙂')).toBeUndefined();
		expect(describeRefused('Oi, João 🙂', 'Message')).toBeUndefined();
	});

	it('may be what nobody wrote, unless it is meant', () => {
		expect(describeRefused('Oi {{ $json.name }}', 'Message')).toEqual({
			text: expect.any(String) as string,
			hint: 'If it is intended, select Message in the option Allow Gaps In',
		});
	});
});
