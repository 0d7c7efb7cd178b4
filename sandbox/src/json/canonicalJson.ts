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
	if (value instanceof ExactNumber) return canonicalNumber(value.text);
	if (typeof value === 'number') return canonicalNumber(String(value));
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`);
		return `{${entries.join(',')}}`;
	}
	return JSON.stringify(value ?? null);
}

export function isSameJson(one: unknown, other: unknown): boolean {
	return canonicalJson(one) === canonicalJson(other);
}

/** Stands for a payload that is not kept as a whole. */
export function hashOf(payload: unknown): string {
	return createHash('sha256').update(canonicalJson(payload)).digest('base64url');
}
