/**
 * JSON whose numbers come back as they were written (spec, Resources: metadata is "returned
 * unchanged"): JavaScript's own number would turn 1e400 into null and 12345678901234567890 into
 * another one. Text without such a number takes the fast way through JavaScript's own functions.
 */
import { parse, stringify } from 'lossless-json';

/** How many exact numbers JavaScript's own function has met; each needs the slow way. */
let met = 0;

/** A number that JavaScript's own would change. */
export class ExactNumber {
	constructor(readonly text: string) {}

	toJSON(): number {
		met += 1;
		return 0;
	}
}

/** Where a number may stand; what looks like one inside a text only costs time. */
const NUMBER = /[:[,]\s*(-?\d[\d.eE+-]*)/g;

function isPlain(text: string): boolean {
	return String(Number(text)) === text;
}

function holdsUnusualNumber(text: string): boolean {
	for (const [, number = ''] of text.matchAll(NUMBER)) {
		if (!isPlain(number)) return true;
	}
	return false;
}

export interface ParsedJson {
	/** As JavaScript reads it; for checking. */
	readonly value: unknown;
	/** The same with every number as it was written; for keeping and comparing. */
	readonly exact: unknown;
}

/** Throws a SyntaxError that says what is wrong. */
export function parseExact(text: string): ParsedJson {
	const value: unknown = JSON.parse(text);
	if (!holdsUnusualNumber(text)) return { value, exact: value };
	const exact = parse(text, undefined, {
		parseNumber: (number) => (isPlain(number) ? Number(number) : new ExactNumber(number)),
		// As JavaScript's own function does.
		onDuplicateKey: ({ newValue }) => newValue,
	});
	return { value, exact };
}

const EXACT_NUMBERS = [
	{
		test: (value: unknown) => value instanceof ExactNumber,
		stringify: (value: unknown) => (value as ExactNumber).text,
	},
];

export function stringifyExact(value: unknown): string {
	const before = met;
	const text = JSON.stringify(value);
	return met === before ? text : (stringify(value, undefined, undefined, EXACT_NUMBERS) ?? '');
}
