/** What an expression gave and what may be written (texts/emptiness.test.ts has the gaps of what was left out). */
import { DateTime } from 'luxon';

import type { FieldValue } from '../../../nodes/HandwrittenLetters/letter/parameterReader';
import type { TextRules } from '../../../nodes/HandwrittenLetters/letter/textRules';
import {
	describeDamage,
	describeRefused,
	readText,
	UNPROTECTED,
} from '../../../nodes/HandwrittenLetters/letter/textRules';
import { describeFault } from '../../../nodes/words/problems';
import type { Fault } from '../../../nodes/words/refusal';

/** `Oi {{ a }}, {{ b }}!` with these values, and what is wrong with it. */
function fill(pieces: Array<string | { expression: string; value: unknown }>, rules?: TextRules) {
	const faults: Fault[] = [];
	const text = readText({ pieces }, 'Message', faults, rules);
	return { text, faults: faults.map((fault) => describeFault({ ...fault, field: undefined })) };
}
const part = (value: unknown, expression = '{{ $json.Nome }}') => ({ expression, value });

describe('a text of several parts', () => {
	it.each([undefined, null, NaN, '', ' \n', '\u200b', ' \u2060\n'])('is refused with a gap: %j', (value) => {
		expect(fill(['Oi ', part(value), ', obrigado!'])).toEqual({
			text: undefined,
			faults: [
				'would have a gap: {{ $json.Nome }} is empty. Check the column name or fill in the value. To allow the gap, select Message in the option Fields That May Be Empty',
			],
		});
	});

	it('is refused with a date that has no format, except where dates are allowed', () => {
		const date = DateTime.fromISO('2026-12-01T09:00:00Z', { zone: 'utc' });
		for (const value of [date, date.toJSDate()]) {
			expect(fill(['Até ', part(value), '!'])).toEqual({
				text: undefined,
				faults: [
					"would have a date as programs write it: give {{ $json.Nome }} a format, for example .toFormat('dd/MM/yyyy')",
				],
			});
		}
		expect(fill(['Até ', part(date), '!'], { datesAllowed: true }).text).toBe(
			'Até 2026-12-01T09:00:00.000Z!',
		);
		expect(fill(['Até ', part(date), '!'], { isMeant: true, mayBeEmpty: true }).faults).toHaveLength(1);
	});

	it('is refused where an empty part shows, unless the text is meant', () => {
		const maybe = { ...part(''), mayBeNothing: true };
		const HOLE =
			'would say "Oi , obrigado!", because a part of it is empty. If it is meant, select Message in the option Text That Is Meant';
		expect(fill(['Oi ', maybe, ', obrigado!']).faults).toEqual([HOLE]);
		expect(fill(['Oi ', part(''), ', obrigado!'], { mayBeEmpty: true }).faults).toEqual([HOLE]);
		expect(fill(['Oi Ana', maybe, '!'])).toEqual({ text: 'Oi Ana!', faults: [] });
		expect(fill(['Oi ', maybe, ', obrigado!'], { isMeant: true }).text).toBe('Oi , obrigado!');
	});

	it('names each expression that gave nothing', () => {
		expect(fill([part('Ana'), part(null, '{{ $json.a }}'), part('', '{{ $json.b }}')]).faults).toEqual([
			expect.stringContaining('{{ $json.a }} and {{ $json.b }} are empty'),
		]);
	});

	it.each([
		['Barra', [part(''), ' - ', part('Barra')]],
		['ap. 2', [part('ap. 2'), ' - ', part(null)]],
		['ap. 2', [part('ap. 2'), ' - ', part('não tem')]],
	])('closes a gap, with its separator, where the field may be empty: %s', (text, pieces) => {
		const line = { isLine: true, dropsSeparator: true, hasSigns: true };
		expect(fill(pieces, { ...line, mayBeEmpty: true })).toEqual({ text, faults: [] });
		expect(fill(pieces, { ...line, isMeant: true }).faults).toHaveLength(1);
	});

	it('refuses half an identifier, also where it may be empty', () => {
		const pieces = [part('P'), '-', part('')];
		expect(fill(pieces, { mayBeEmpty: true, whenNothing: UNPROTECTED, isLine: true }).faults).toHaveLength(1);
	});

	it('is not given when all its parts gave nothing', () => {
		for (const mayBeEmpty of [true, false]) {
			expect(fill([part(''), ', ', part('\u200b'), ' \u3164\u200b- '], { mayBeEmpty })).toEqual({
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
		for (const allowed of [true, false]) {
			const rules = { mayBeEmpty: allowed, isMeant: allowed, datesAllowed: allowed };
			expect(fill(['Oi ', part(value)], rules)).toEqual({ text: undefined, faults: [fault] });
		}
	});
});

describe('a word where a value is missing', () => {
	const read = (value: string, byExpression: boolean, rules?: TextRules) => {
		const faults: Fault[] = [];
		const text = readText({ value, byExpression }, 'Message', faults, rules);
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
					text: expect.stringMatching(/^(?:would say|says) "/) as string,
					found: expect.any(String) as string,
					hint: expect.stringMatching(/select Message in the option Text That Is Meant$/) as string,
				},
			],
		});
		expect(fill(['Oi ', part(value)]).faults).toHaveLength(1);
	});

	it.each(words)("is the user's own in a fixed text, or where it is meant: %s", (value) => {
		expect(read(value, false)).toEqual({ text: value, faults: [] });
		expect(read(value, true, { isMeant: true })).toEqual({ text: value, faults: [] });
		expect(read(value, true, { mayBeEmpty: true }).text).toBeUndefined();
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

	it('is a date only where dates are allowed', () => {
		const date = DateTime.fromISO('2026-12-01T09:00:00Z', { zone: 'utc' });
		for (const value of [date, date.toJSDate()]) {
			expect(read(value)).toMatchObject({
				text: undefined,
				faults: [{ text: expect.stringContaining('give it a format') as string }],
			});
			const readWith = (rules: TextRules) => readText({ value, byExpression: true }, 'Message', [], rules);
			expect(readWith({ datesAllowed: true })).toBe('2026-12-01T09:00:00.000Z');
			expect(readWith({ isMeant: true, mayBeEmpty: true })).toBeUndefined();
		}
	});

	it.each<[unknown, string, string | undefined]>([
		[2 ** 53, 'is too long a number', 'It has lost its last digits: give it as text'],
		[Infinity, 'is Infinity', 'An expression calculates with a field that is not there'],
		[true, 'is true', undefined],
	])('%p is refused', (value, what, hint) => {
		const text = `must be text, but ${what}`;
		expect(read(value)).toEqual({ text: undefined, faults: [{ field: 'Message', text, hint }] });
	});
});

describe('a field that tells letters apart', () => {
	const textOf = (field: FieldValue, rules: TextRules = {}) => {
		const faults: Fault[] = [];
		readText(field, 'External ID', faults, { whenNothing: UNPROTECTED, ...rules });
		return faults.map(describeFault);
	};
	const leftOut = { ...part(''), mayBeNothing: true };
	const MISSING =
		"External ID is empty, and without it this letter could be ordered twice. Check the column name or fill in the value. If it is meant, end the expression in ?? '', or select External ID in the option Fields That May Be Empty";

	it.each<[string, FieldValue]>([
		['one expression', { value: undefined, byExpression: true }],
		['one expression with spaces', { value: ' ', byExpression: true }],
		['the parts', { pieces: [part(null), '-', part('')] }],
		['some of the parts, of which others may', { pieces: [leftOut, '-', part('')] }],
	])('is refused where %s gave nothing', (_what, field) => {
		expect(textOf(field)).toEqual([MISSING]);
		expect(textOf(field, { mayBeEmpty: true })).toEqual([]);
		expect(textOf(field, { isMeant: true })).toEqual([MISSING]);
		expect(textOf(field, { whenNothing: undefined })).toEqual([]);
	});

	it.each<[string, FieldValue]>([
		['it was typed empty', { value: '', byExpression: false }],
		['its expression may give nothing', { value: '', byExpression: true, mayBeNothing: true }],
		['all its parts may', { pieces: [leftOut, '-', leftOut] }],
		['it has a value', { value: 0, byExpression: true }],
	])('is taken where %s', (_what, field) => {
		expect(textOf(field)).toEqual([]);
	});

	it('is refused once where a part of it is missing', () => {
		expect(textOf({ pieces: ['P-', part(null)] })).toEqual([expect.stringContaining('would have a gap')]);
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
		expect(describeRefused('Oi, João 🙂', 'Message', 'message')).toEqual([]);
	});

	it('may be what nobody wrote, unless it is meant', () => {
		expect(describeRefused('Oi {{ $json.name }}', 'Message', 'message')).toEqual([
			{
				text: 'has the merge field …: switch the field to Expression, or fill in the value',
				found: '{{ $json.name }}',
				hint: 'If it is meant, select Message in the option Text That Is Meant',
			},
		]);
	});
});
