/**
 * The form in which a letter is ordered, where only one can be meant: `"SP "` is SP, and a letter
 * with a separate accent is the composed one. Words are never changed.
 */
import type { Address } from '../../../contract/contract';
import { DEFAULT_COUNTRY } from '../../../contract/contract';

type GivenAddress = Partial<Record<keyof Address, unknown>>;

/** A line of an address: composed, without spaces around it, and with plain spaces alone. */
function plainLine(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[\u00a0\u2007\u202f]/g, ' ')
		.trim();
}

/** French sets no-break spaces before its punctuation, so those of a message stay. */
export function plainMessage(text: string): string {
	return text.normalize('NFC');
}

/** JSON made of a spreadsheet holds numbers. */
export function plainAddress(to: GivenAddress): GivenAddress {
	const lines = Object.entries(to).map(([field, value]): [string, unknown] => [
		field,
		typeof value === 'string' ? plainLine(value) : value,
	]);
	const plain = Object.fromEntries(lines) as GivenAddress;
	if (typeof plain.zip === 'number') plain.zip = String(plain.zip);
	if (typeof plain.country === 'string' && /^[a-z]{2}$/i.test(plain.country)) {
		plain.country = plain.country.toUpperCase();
	}
	if ((plain.country ?? DEFAULT_COUNTRY) !== DEFAULT_COUNTRY) return plain;
	if (typeof plain.zip === 'string') plain.zip = plainZip(plain.zip);
	if (typeof plain.state === 'string' && /^[a-z]{2}$/i.test(plain.state))
		plain.state = plain.state.toUpperCase();
	return plain;
}

/** `01.310-100` and `01310 100`. */
function plainZip(zip: string): string {
	const [, first, second, third] = /^(\d\d)[. ]?(\d{3})\s?[-. \u2010-\u2015]?\s?(\d{3})$/.exec(zip) ?? [];
	if (first === undefined || second === undefined || third === undefined || /^\d{8}$/.test(zip)) return zip;
	return `${first}${second}-${third}`;
}

/** Two External IDs that nobody can tell apart: a second letter must not hang on a kind of hyphen. */
export function comparableId(externalId: string): string {
	return externalId
		.normalize('NFC')
		.replace(/[\u00a0\u2007\u202f]/g, ' ')
		.replace(/[\u2010\u2011]/g, '-');
}
