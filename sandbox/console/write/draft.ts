/** A letter as it stands in the form, and the order that is made of it. */
import { signal } from '@preact/signals';

import { newKey } from '../api/ordering';

/** By the names that the service's errors use. */
export const FIELDS = [
	'to.name',
	'to.address_line1',
	'to.address_line2',
	'to.city',
	'to.state',
	'to.zip',
	'to.country',
	'message',
	'style',
	'template',
	'external_id',
	'schedule_at',
] as const;
export type Field = (typeof FIELDS)[number];
export type Draft = Readonly<Record<Field, string>>;

export const BLANK = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Draft;

/** Kept while the form is closed, so that nothing written is lost by a key. */
export const draft = signal<Draft>(BLANK);

const REQUIRED: readonly Field[] = ['to.name', 'to.address_line1', 'to.city', 'to.state', 'to.zip'];

/** Fields left blank are not sent; those that every letter needs are, for the service to refuse. */
export function orderOf(given: Draft) {
	const sent = FIELDS.filter((field) => given[field] !== '' || REQUIRED.includes(field));
	const within = (isAddress: boolean) =>
		Object.fromEntries(
			sent
				.filter((field) => field.startsWith('to.') === isAddress)
				.map((field) => [field.replace('to.', ''), given[field]]),
		);
	return { to: within(true), ...within(false) };
}

let latest = { order: '', key: '' };

/** One key for each letter: ordered again without a change, it is the same letter. */
export function keyFor(order: object): string {
	const text = JSON.stringify(order);
	if (latest.order !== text) latest = { order: text, key: newKey() };
	return latest.key;
}

/** Once it is ordered. */
export function startOver(): void {
	draft.value = BLANK;
	latest = { order: '', key: '' };
}

export interface Problems {
	readonly byField: Readonly<Partial<Record<Field, string>>>;
	/** What belongs to no field of the form. */
	readonly rest: string;
}

/** `to.zip: must have 8 digits; style: is …`, field by field. */
export function problemsIn(message: string): Problems {
	const byField: Partial<Record<Field, string>> = {};
	const rest: string[] = [];
	let named: Field | undefined;
	for (const part of message.split('; ')) {
		const begun = FIELDS.find((field) => part.startsWith(`${field}: `));
		if (begun !== undefined) byField[begun] = part.slice(begun.length + 2);
		// A value that an error quotes may hold the separator.
		else if (named === undefined) rest.push(part);
		else byField[named] = `${byField[named] ?? ''}; ${part}`;
		named = begun ?? named;
	}
	return { byField, rest: rest.join('; ') };
}
