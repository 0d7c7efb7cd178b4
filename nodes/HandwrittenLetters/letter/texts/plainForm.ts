/**
 * The form in which a letter is ordered, where only one can be meant: `"SP "` and "São Paulo" are SP,
 * and a letter with a separate accent is the composed one. Other words are never changed.
 */
import type { Address } from '../../../contract/contract';
import { plainPlace } from '../../../contract/countries';
import { countryCode } from '../../../contract/countryNames';

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
	if (typeof plain.country === 'string') plain.country = countryCode(plain.country) ?? plain.country;
	return plainPlace(plain);
}

/** An External ID in one form: a second letter must not hang on a kind of dash or space. */
export function comparableId(externalId: string): string {
	return externalId
		.normalize('NFC')
		.replace(/[\u00a0\u2007\u202f]/g, ' ')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.trim();
}
