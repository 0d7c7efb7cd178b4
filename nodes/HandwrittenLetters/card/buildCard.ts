/**
 * Builds one card create request from an item's parameters and says everything that is wrong
 * with it (spec, Resources: Card create request). Values in, values out: nothing is sent here.
 */
import { DateTime } from 'luxon';

import type { Address, CardCreateRequest } from '../../shared/contract';
import { cardCreateRequestSchema, instantSchema } from '../../shared/contract';

/** The node's parameters for one item, as n8n resolved them. */
export interface CardParameters {
	recipient: 'fields' | 'json';
	name: unknown;
	addressLine1: unknown;
	addressLine2: unknown;
	city: unknown;
	state: unknown;
	zip: unknown;
	country: unknown;
	recipientJson: unknown;
	message: unknown;
	template: unknown;
	style: unknown;
	externalId: unknown;
	additionalFields: {
		scheduleAt?: unknown;
		metadata?: { values?: Array<{ key: string; value: unknown }> };
		metadataJson?: unknown;
	};
}

export type Built<T> = { value: T; problems: [] } | { value?: undefined; problems: string[] };

/** @param timeZone IANA name; read into a `schedule_at` that has no offset of its own. */
export function buildCard(parameters: CardParameters, timeZone: string): Built<CardCreateRequest> {
	const problems: string[] = [];
	const { additionalFields } = parameters;
	const card = withoutEmpty({
		to: readAddress(parameters, problems),
		template: text(parameters.template, 'template', problems),
		message: text(parameters.message, 'message', problems),
		style: text(parameters.style, 'style', problems),
		schedule_at: readInstant(additionalFields.scheduleAt, timeZone, problems),
		external_id: text(parameters.externalId, 'external_id', problems),
		metadata: readMetadata(additionalFields, problems),
	});
	return problems.length > 0 ? { problems } : checkCard(card);
}

/** Checks one card, wherever it came from: the contract and the postal code. */
export function checkCard(given: unknown, path = ''): Built<CardCreateRequest> {
	const candidate = withTextZip(given);
	const result = cardCreateRequestSchema.safeParse(candidate);
	const problems = (result.error?.issues ?? []).map((issue) => {
		const place = [...(path ? [path] : []), ...issue.path.map(String)].join('.');
		return `${place || 'the card'} ${sentence(issue.message)}`;
	});
	const zipProblem = checkZip((candidate as { to?: Partial<Address> | null } | null)?.to ?? {});
	if (zipProblem !== undefined) problems.push(path ? `${path}.${zipProblem}` : zipProblem);
	return result.success && problems.length === 0
		? { value: result.data, problems: [] }
		: { problems };
}

function sentence(message: string): string {
	return message.startsWith('Unrecognized key')
		? `has a field the service does not know (${message.replace(/^Unrecognized keys?: /, '')})`
		: message.replace(/^Invalid input: expected/, 'must be of type');
}

/** JSON made of a spreadsheet holds postal codes as numbers. */
function withTextZip(candidate: unknown): unknown {
	const { to } = (candidate ?? {}) as { to?: { zip?: unknown } | null };
	if (typeof to?.zip !== 'number') return candidate;
	return { ...(candidate as object), to: { ...to, zip: String(to.zip) } };
}

/** A postal code of Brazil has 8 digits. A missing one is reported by the contract. */
function checkZip({ country = 'BR', zip }: Partial<Address>): string | undefined {
	if (country !== 'BR' || typeof zip !== 'string' || zip.trim() === '') return undefined;
	if (/^\d{5}-?\d{3}$/.test(zip)) return undefined;
	const hint = /^\d{5,7}$/.test(zip)
		? ' A spreadsheet may have dropped the leading zero: format the column as text.'
		: '';
	return `to.zip must hold 8 digits in Brazil, for example 01310-100, but is "${zip}".${hint}`;
}

function readAddress(parameters: CardParameters, problems: string[]): unknown {
	if (parameters.recipient === 'json') {
		return readObject(parameters.recipientJson, 'Recipient (JSON)', problems);
	}
	const read = (field: string, value: unknown) => text(value, `to.${field}`, problems);
	return withoutEmpty({
		name: read('name', parameters.name) ?? '',
		address_line1: read('address_line1', parameters.addressLine1) ?? '',
		address_line2: read('address_line2', parameters.addressLine2),
		city: read('city', parameters.city) ?? '',
		state: read('state', parameters.state) ?? '',
		zip: read('zip', parameters.zip) ?? '',
		country: read('country', parameters.country),
	});
}

function readMetadata(
	{ metadata, metadataJson }: CardParameters['additionalFields'],
	problems: string[],
): Record<string, unknown> | undefined {
	const pairs = metadata?.values ?? [];
	const object =
		metadataJson === undefined ? {} : (readObject(metadataJson, 'Metadata (JSON)', problems) ?? {});
	if (pairs.length > 0 && Object.keys(object).length > 0) {
		problems.push('metadata is given twice: use the key-value pairs or the JSON, not both');
	}
	if (pairs.some(({ key }) => key === '')) problems.push('metadata has a pair without a key');
	const merged = { ...object, ...Object.fromEntries(pairs.map(({ key, value }) => [key, value])) };
	return Object.keys(merged).length > 0 ? merged : undefined;
}

/** An object given as such (by an expression) or as JSON text. */
function readObject(
	value: unknown,
	label: string,
	problems: string[],
): Record<string, unknown> | undefined {
	let parsed = value;
	if (typeof value === 'string') {
		try {
			parsed = JSON.parse(value) as unknown;
		} catch {
			problems.push(`${label} is not valid JSON`);
			return undefined;
		}
	}
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as Record<string, unknown>;
	}
	problems.push(`${label} must be an object`);
	return undefined;
}

/** A `schedule_at` with an explicit offset; without one, the time is local to the workflow. */
export function readInstant(
	value: unknown,
	timeZone: string,
	problems: string[],
): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const at = toDateTime(value, timeZone)?.toISO({ suppressMilliseconds: true });
	// Luxon knows years and offsets that the service does not.
	if (instantSchema.safeParse(at).success) return at ?? undefined;
	problems.push(
		`schedule_at must be a date and time, for example 2026-12-01T09:00:00, but is ${JSON.stringify(value)}`,
	);
	return undefined;
}

function toDateTime(value: unknown, timeZone: string): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone: timeZone });
	if (typeof value !== 'string') return undefined;
	const options = { zone: timeZone, setZone: /(?:z|[+-]\d{2}:?\d{2})$/i.test(value.trim()) };
	const iso = DateTime.fromISO(value.trim(), options);
	return iso.isValid ? iso : DateTime.fromSQL(value.trim(), options);
}

/**
 * Text of a parameter; an empty one counts as not given. Numbers come from spreadsheets, dates from
 * expressions. What has no text of its own, such as a sum of missing fields, must not be written
 * on paper.
 */
function text(value: unknown, field: string, problems: string[]): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	if (typeof value === 'string') return value;
	if (DateTime.isDateTime(value) && value.isValid) return value.toISO() ?? undefined;
	if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
	if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'number') {
		problems.push(`${field} must be text, but is ${Array.isArray(value) ? 'a list' : 'an object'}`);
		return undefined;
	}
	if (Number.isFinite(value)) return String(value);
	problems.push(
		`${field} must be text, but is ${value}: an expression calculates with a field that is not there`,
	);
	return undefined;
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
