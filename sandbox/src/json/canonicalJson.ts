/** One text for every way of writing the same JSON: sorted keys, numbers by their decimal value. */
import { createHash } from 'node:crypto';

import { ExactNumber } from './exactJson';

/** Longer exponents are compared as they are written: no arithmetic on megabytes of digits. */
const LONGEST_EXPONENT = 100;

function withoutEndingZeros(digits: string): string {
	let end = digits.length;
	while (digits[end - 1] === '0') end -= 1;
	return digits.slice(0, end);
}

/** 1, 1.0 and 10e-1 give the same text. */
function canonicalNumber(text: string): string {
	const [, sign = '', whole = '', fraction = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = withoutEndingZeros(digits);
	if (significant === '') return '0';
	if (exponent.length > LONGEST_EXPONENT) return text;
	const power = BigInt(exponent) + BigInt(digits.length - significant.length - fraction.length);
	return `${sign}${significant}e${String(power)}`;
}

function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	const number = numberText(value);
	if (number !== undefined) return canonicalNumber(number);
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`);
		return `{${entries.join(',')}}`;
	}
	return JSON.stringify(value ?? null);
}

/** How a number is written; nothing for what is none. */
function numberText(value: unknown): string | undefined {
	if (value instanceof ExactNumber) return value.text;
	return typeof value === 'number' ? String(value) : undefined;
}

function isSameNumber(one: string | undefined, other: string | undefined): boolean {
	if (one === undefined || other === undefined) return false;
	return one === other || canonicalNumber(one) === canonicalNumber(other);
}

/** As two equal canonical texts would say, without making them: a payload may have a megabyte. */
export function isSameJson(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
		return isSameNumber(numberText(one), numberText(other));
	}
	if (one instanceof ExactNumber || other instanceof ExactNumber) {
		return isSameNumber(numberText(one), numberText(other));
	}
	if (Array.isArray(one) || Array.isArray(other)) {
		if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
		return one.every((entry, index) => isSameJson(entry, other[index]));
	}
	const names = Object.keys(one);
	if (names.length !== Object.keys(other).length) return false;
	return names.every(
		(name) =>
			Object.hasOwn(other, name) &&
			isSameJson((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
	);
}

/** Stands for a payload that is not kept as a whole. */
export function hashOf(payload: unknown): string {
	return createHash('sha256').update(canonicalJson(payload)).digest('base64url');
}
