/**
 * What may become text on paper or in a key, and what must not: nobody wrote `false`, `undefined` or
 * the gap that an empty expression leaves in a sentence.
 */
import { DateTime } from 'luxon';

import { hasWord } from '../../contract/visibleText';
import { shorten } from '../../words/excerpt';
import { joinNames } from '../../words/itemNames';
import type { Fault } from '../../words/refusal';
import type { TextKind } from './brokenText';
import { describeBroken } from './brokenText';
import type { Ends } from './emptiness';
import { isNothing, joinPieces, NOTHING_SIGN } from './emptiness';
import type { FieldValue, FilledPart, FilledText } from './parameterReader';

/** The options that let something through. */
export const EMPTY_LABEL = 'Fields That May Be Empty';
export const MEANT_LABEL = 'Text That Is Meant';

/** What a field may hold, beyond what any may. */
export interface TextRules extends Ends {
	/** An expression may give nothing. */
	mayBeEmpty?: boolean;
	/** Its text is meant, whatever it looks like. */
	isMeant?: boolean;
	datesAllowed?: boolean;
	/** What is wrong where an expression gives nothing at all. */
	whenNothing?: string;
	/** `-` and `n/a` are nothing in it. */
	hasSigns?: boolean;
}

/** Of what tells letters apart. */
export const UNPROTECTED = 'is empty, and without it this letter could be ordered twice';
export const GAVE_NOTHING = 'is empty: its expression gave nothing';

/** About twenty pages of handwriting. No rule reads a longer text. */
export const LONGEST_TEXT = 20_000;

const LONGEST_EXPRESSION = 60;
const MOST_GAPS = 2;

/** Text of a field; an empty one counts as not given. */
export function readText(
	given: FieldValue,
	label: string,
	faults: Fault[],
	rules: TextRules = {},
): string | undefined {
	if (lengthOf(given) > LONGEST_TEXT) {
		faults.push({ field: label, text: `is longer than ${LONGEST_TEXT} characters, which no letter holds` });
		return undefined;
	}
	const field = rules.hasSigns ? withoutSigns(given) : given;
	const saysNothing = isEmpty(field);
	const { text, hole } = 'pieces' in field ? joinPieces(field.pieces, rules) : {};
	// A number that is none is wrong, and no text missing.
	const isBlank = saysNothing && ('pieces' in field || typeof field.value === 'string');
	const wrong = isBlank
		? []
		: 'pieces' in field
			? filledTextFaults(field, label, rules, hole)
			: describeWrong(field, label, { ...rules, isMeant: rules.isMeant || !field.byExpression });
	const found = wrong.length === 0 && saysNothing ? missingFaults(field, label, rules) : wrong;
	for (const fault of found) faults.push({ field: label, ...fault });
	if (found.length > 0 || saysNothing) return undefined;
	return plainText('value' in field ? field.value : (field.whole ?? text));
}

function withoutSigns(field: FieldValue): FieldValue {
	const emptied = <Part extends { value: unknown }>(part: Part): Part =>
		typeof part.value === 'string' && NOTHING_SIGN.test(part.value) ? { ...part, value: '' } : part;
	if ('value' in field) return emptied(field);
	return {
		...field,
		pieces: field.pieces.map((piece) => (typeof piece === 'string' ? piece : emptied(piece))),
	};
}

function lengthOf(field: FieldValue): number {
	if ('value' in field) return typeof field.value === 'string' ? field.value.length : 0;
	const parts = field.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.value));
	return parts.reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
}

/** What is wrong, whatever field it is in. */
export type FieldFault = Pick<Fault, 'text' | 'found' | 'given' | 'hint'>;

/** An expression has given nothing at all, and nobody meant it. */
export function missingFaults(
	field: FieldValue,
	label: string,
	{ mayBeEmpty, whenNothing }: TextRules,
): FieldFault[] {
	if (mayBeEmpty || whenNothing === undefined) return [];
	const isMeant =
		'pieces' in field
			? partsOf(field).every(({ mayBeNothing }) => mayBeNothing)
			: !field.byExpression || field.mayBeNothing === true;
	if (isMeant || !isEmpty(field)) return [];
	return [
		{
			text: whenNothing,
			hint: `Check the column name or fill in the value. If it is meant, end the expression in ?? '', or select ${label} in the option ${EMPTY_LABEL}`,
		},
	];
}

/** A part that gave nothing leaves a gap, unless nothing at all is left to read. */
function filledTextFaults(filled: FilledText, label: string, rules: TextRules, hole?: string): FieldFault[] {
	const given = partsOf(filled).map((part) => ({ part, nothing: isNothing(part.value) }));
	const empty = given.flatMap(({ part, nothing }) => (nothing ? [part] : []));
	const gaps = rules.mayBeEmpty ? [] : empty.filter(({ mayBeNothing }) => !mayBeNothing);
	const wrong = given.flatMap(({ part, nothing }) => (nothing ? [] : describeWrong(part, label, rules)));
	if (gaps.length > 0) return [describeGaps(gaps, label), ...wrong];
	const text = 'would say "…", because a part of it is empty';
	return hole === undefined || rules.isMeant
		? wrong
		: [...withWayAround({ text, found: hole }, label), ...wrong];
}

/** A comma or a space between two expressions that gave nothing says nothing by itself. */
function isEmpty(field: FieldValue): boolean {
	if ('value' in field) return isNothing(field.value);
	return field.pieces.every((piece) =>
		typeof piece === 'string' ? !hasWord(piece) : isNothing(piece.value),
	);
}

/** What has become of a text on its way here, if anything. */
export function describeDamage(text: string): string | undefined {
	if (text.includes('\uFFFD')) {
		return 'has characters that were lost (\uFFFD): read the file again in its own encoding, for example Latin1 for CSV from a Brazilian Excel';
	}
	if (/\p{Surrogate}/u.test(text)) {
		return 'has half a character, such as an emoji that an expression has cut in two';
	}
	return undefined;
}

function partsOf({ pieces }: FilledText): FilledPart[] {
	return pieces.filter((piece) => typeof piece !== 'string');
}

function describeGaps(gaps: FilledPart[], label: string): FieldFault {
	const names = gaps.map(({ expression }) => shorten(expression, LONGEST_EXPRESSION));
	return {
		text: `would have a gap: ${joinNames(names, MOST_GAPS)} ${gaps.length === 1 ? 'is' : 'are'} empty`,
		hint: `Check the column name or fill in the value. To allow the gap, select ${label} in the option ${EMPTY_LABEL}`,
	};
}

/** Why a value must not be written. */
function describeWrong(
	{ value, expression }: { value: unknown; expression?: string },
	label: string,
	{ isMeant, datesAllowed }: TextRules,
): FieldFault[] {
	if (typeof value === 'string') return isMeant ? [] : describeRefused(value, label, 'given');
	const what = expression === undefined ? undefined : shorten(expression, LONGEST_EXPRESSION);
	const gave = what === undefined ? 'is' : `${what} gave`;
	const no = (wrong: string, hint?: string) => [{ text: `must be text, but ${gave} ${wrong}`, hint }];
	switch (typeof value) {
		case 'boolean':
			return no(String(value));
		case 'number':
			if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
				return no('too long a number', 'It has lost its last digits: give it as text');
			}
			if (Number.isFinite(value)) return [];
			return no(String(value), 'An expression calculates with a field that is not there');
		case 'object':
			if (isDate(value)) return datesAllowed ? [] : [describeDate(what ?? 'it')];
			if (value === null) return [];
			return no(Array.isArray(value) ? 'a list' : 'an object');
		default:
			return [];
	}
}

/** Why a text that nobody wrote must not be written, and how it may. */
export function describeRefused(text: string, label: string, kind: TextKind): FieldFault[] {
	const fault = describeBroken(text, kind);
	return fault === undefined ? [] : withWayAround(fault, label);
}

const withWayAround = (fault: FieldFault, label: string): FieldFault[] => [
	{ ...fault, hint: `If it is meant, select ${label} in the option ${MEANT_LABEL}` },
];

/** n8n would write it with its seconds and its time zone. */
const describeDate = (what: string): FieldFault => ({
	text: `would have a date as programs write it: give ${what} a format, for example .toFormat('dd/MM/yyyy')`,
});

function isDate(value: unknown): boolean {
	if (DateTime.isDateTime(value)) return value.isValid;
	return value instanceof Date && !Number.isNaN(value.getTime());
}

/** Numbers come from spreadsheets, dates from expressions. */
function plainText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (DateTime.isDateTime(value)) return value.toISO() ?? undefined;
	if (value instanceof Date) return value.toISOString();
	return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
