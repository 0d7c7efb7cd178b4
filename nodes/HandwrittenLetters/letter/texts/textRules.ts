/**
 * What may become text on paper or in a key, and what must not: nobody wrote `false`, `undefined` or
 * the gap that an empty expression leaves in a sentence.
 */
import { DateTime } from 'luxon';

import { hasText, hasWord } from '../../../contract/visibleText';
import { shorten } from '../../../words/excerpt';
import { joinNames } from '../../../words/itemNames';
import type { Fault } from '../../../words/refusal';
import type { FieldValue, FilledPart, FilledText, TextPiece } from '../parameters/fieldValue';
import { describeBroken } from './brokenText';
import { closeGaps, leavesHole } from './emptiness';

/** The options that let something through. */
export const EMPTY_LABEL = 'Fields That May Be Empty';
export const MEANT_LABEL = 'Text That Is Meant';

/** What a field may hold, beyond what any may. */
export interface TextRules {
	/** An expression may give nothing. */
	mayBeEmpty?: boolean;
	/** Its text is meant, whatever it looks like. */
	isMeant?: boolean;
	datesAllowed?: boolean;
	/** It tells letters apart: a letter that an expression left without it would lose its protection. */
	identifies?: boolean;
}

/** About twenty pages of handwriting. No rule reads a longer text. */
export const LONGEST_TEXT = 20_000;

const LONGEST_EXPRESSION = 60;
const MOST_GAPS = 2;

/** Words that JavaScript writes where a value is missing. */
const NO_WORDS =
	/(?<![\p{L}\p{N}])(?:undefined|null|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}])|\[object Object\]/u;

/** Text of a field; an empty one counts as not given. */
export function readText(
	field: FieldValue,
	label: string,
	faults: Fault[],
	rules: TextRules = {},
): string | undefined {
	if (lengthOf(field) > LONGEST_TEXT) {
		faults.push({ field: label, text: `is longer than ${LONGEST_TEXT} characters, which no letter holds` });
		return undefined;
	}
	const wrong =
		'pieces' in field
			? filledTextFaults(field, label, rules)
			: describeWrong(field, label, { ...rules, isMeant: rules.isMeant || !field.byExpression });
	const found = wrong.length === 0 && rules.identifies ? missingFaults(field, label, rules) : wrong;
	for (const fault of found) faults.push({ field: label, ...fault });
	if (found.length > 0) return undefined;
	if ('value' in field) return plainText(field.value);
	if (saysNothing(field)) return undefined;
	// An identifier stays as it is: "P-" and "P" would be two orders.
	const isAllowed = rules.mayBeEmpty === true && !rules.identifies;
	const pieces = isAllowed ? field.pieces.map(leaveOut) : field.pieces;
	return plainText(field.whole ?? closeGaps(pieces));
}

/** What may be empty takes its separator with it: not " - Barra". */
function leaveOut(piece: TextPiece): TextPiece {
	return typeof piece !== 'string' && isNothing(piece.value) ? { ...piece, value: '', leftOut: true } : piece;
}

function lengthOf(field: FieldValue): number {
	if ('value' in field) return typeof field.value === 'string' ? field.value.length : 0;
	const parts = field.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.value));
	return parts.reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
}

/** What is wrong, whatever field it is in. */
export type FieldFault = Pick<Fault, 'text' | 'found' | 'given' | 'hint'>;

/** An expression has given nothing at all, and nobody meant it. */
function missingFaults(field: FieldValue, label: string, { mayBeEmpty }: TextRules): FieldFault[] {
	const isMissing =
		'pieces' in field
			? saysNothing(field) && !partsOf(field).every(({ leftOut }) => leftOut)
			: field.byExpression && field.mayBeNothing !== true && isNothing(field.value);
	if (!isMissing || mayBeEmpty) return [];
	return [
		{
			text: 'is empty, and without it this letter could be ordered twice',
			hint: `Check the column name or fill in the value. If it is meant, end the expression in ?? '', or select ${label} in the option ${EMPTY_LABEL}`,
		},
	];
}

/** A part that gave nothing leaves a gap, unless nothing at all is left to read. */
function filledTextFaults(filled: FilledText, label: string, rules: TextRules): FieldFault[] {
	if (saysNothing(filled)) return [];
	const gaps = rules.mayBeEmpty
		? []
		: filled.pieces.flatMap((piece, index) =>
				typeof piece !== 'string' &&
				isNothing(piece.value) &&
				(!piece.leftOut || leavesHole(filled.pieces, index))
					? [piece]
					: [],
			);
	return [
		...(gaps.length > 0 ? [describeGaps(gaps, label)] : []),
		...partsOf(filled).flatMap((part) => (isNothing(part.value) ? [] : describeWrong(part, label, rules))),
	];
}

/** A comma or a space between two expressions that gave nothing says nothing by itself. */
function saysNothing({ pieces }: FilledText): boolean {
	return pieces.every((piece) => (typeof piece === 'string' ? !hasWord(piece) : isNothing(piece.value)));
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

/** Nothing that anyone could read. */
export function isNothing(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		Number.isNaN(value) ||
		(typeof value === 'string' && !hasText(value))
	);
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
	const what = expression === undefined ? undefined : shorten(expression, LONGEST_EXPRESSION);
	const gave = what === undefined ? 'is' : `${what} gave`;
	const no = (wrong: string, hint?: string) => [{ text: `must be text, but ${gave} ${wrong}`, hint }];
	switch (typeof value) {
		case 'string': {
			const fault = isMeant ? undefined : describeWord(value, label);
			return fault === undefined ? [] : [fault];
		}
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
export function describeRefused(text: string, label: string): FieldFault | undefined {
	return withWayAround(describeBroken(text), label);
}

export const withWayAround = (fault: FieldFault | undefined, label: string): FieldFault | undefined =>
	fault && { ...fault, hint: `If it is meant, select ${label} in the option ${MEANT_LABEL}` };

/** Why a text with a word that stands for a missing value must not be written. */
function describeWord(text: string, label: string): FieldFault | undefined {
	const word = NO_WORDS.exec(text)?.[0];
	if (word === undefined) return undefined;
	return {
		text: `would say "${word}": an expression did not find its value`,
		hint: `Fill in the value; if the word is meant, select ${label} in the option ${MEANT_LABEL}`,
	};
}

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
	if (typeof value === 'string') return hasText(value) ? value : undefined;
	if (DateTime.isDateTime(value)) return value.toISO() ?? undefined;
	if (value instanceof Date) return value.toISOString();
	return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
