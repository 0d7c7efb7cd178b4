/** A letter as it stands in the form, and the order that is made of it. */
import { signal } from '@preact/signals';

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

export interface Problems {
	readonly byField: Readonly<Partial<Record<Field, string>>>;
	/** What belongs to no field of the form. */
	readonly rest: string;
}

/** `to.zip: must have 8 digits; style: is …`, field by field. */
export function problemsIn(message: string): Problems {
	const byField: Partial<Record<Field, string>> = {};
	const rest: string[] = [];
	let latest: Field | undefined;
	for (const part of message.split('; ')) {
		const named = FIELDS.find((field) => part.startsWith(`${field}: `));
		if (named !== undefined) byField[named] = part.slice(named.length + 2);
		// A value that an error quotes may hold the separator.
		else if (latest === undefined) rest.push(part);
		else byField[latest] = `${byField[latest] ?? ''}; ${part}`;
		latest = named ?? latest;
	}
	return { byField, rest: rest.join('; ') };
}
