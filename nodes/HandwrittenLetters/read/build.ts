/**
 * Builds one card create request from an item's parameters and says everything that is wrong
 * with it (spec, Resources: Card create request). Values in, values out: nothing is sent here.
 */
import type { CardCreateRequest } from '../../contract/contract';
import { hasText } from '../../contract/visibleText';
import type { Fault } from '../../n8n/refusal';
import { labels } from '../fields/labels';
import type { FieldValue } from './parameters/fieldValue';
import type { RunTime } from './parameters/instant';
import { readInstant } from './parameters/instant';
import { isPlainObject } from './parameters/reference';
import { readText } from './texts/textRules';
import type { Built } from './validate';
import { validateLetter } from './validate';

/** The text fields of a letter, by parameter. */
export const TEXT_PARAMETERS = [
	'name',
	'addressLine1',
	'addressLine2',
	'city',
	'state',
	'zip',
	'country',
	'message',
	'externalId',
] as const;
export const LOCATOR_PARAMETERS = ['template', 'style'] as const;

export type TextParameter = (typeof TEXT_PARAMETERS)[number] | (typeof LOCATOR_PARAMETERS)[number];

/** The node's parameters for one item, as n8n resolved them. */
export interface LetterParameters {
	texts: Record<TextParameter, FieldValue>;
	additionalFields: { scheduleAt?: unknown; metadata?: unknown };
	/** Fields that an expression may leave empty. */
	mayBeEmpty: readonly string[];
	/** Fields whose text is meant, whatever it looks like. */
	isMeant: readonly string[];
}

/** A letter that was built, or what keeps it from being one; External ID and name tell it apart either way. */
export type BuiltLetter = Built<CardCreateRequest> & { externalId?: string; name?: string };

export function buildLetter(parameters: LetterParameters, run: RunTime): BuiltLetter {
	const faults: Fault[] = [];
	const { additionalFields, texts, mayBeEmpty, isMeant } = parameters;
	const read = (name: TextParameter) =>
		readText(texts[name], labels[name], faults, {
			mayBeEmpty: mayBeEmpty.includes(name),
			isMeant: isMeant.includes(name),
			...(name === 'externalId' && { datesAllowed: true, identifies: true }),
		});
	const externalId = read('externalId')?.trim();
	const to = readAddress(read);
	const found = { externalId, name: textOf(to.name) };
	const checked = validateLetter(
		withoutEmpty({
			to,
			template: read('template'),
			message: read('message'),
			style: read('style'),
			schedule_at: readInstant(additionalFields.scheduleAt, run, labels.scheduleAt, faults),
			external_id: externalId,
			metadata: readMetadata(additionalFields.metadata, faults),
		}),
		run,
		isMeant,
	);
	if (faults.length === 0) return { ...checked, ...found };
	// What is already named leaves its field empty, which is not a second fault.
	const named = new Set(faults.map(({ field }) => field));
	return { problems: [...faults, ...checked.problems.filter(({ field }) => !named.has(field))], ...found };
}

/** Of a letter that may be of any form. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && hasText(value) ? value : undefined;

function readAddress(read: (name: TextParameter) => string | undefined): Record<string, unknown> {
	return withoutEmpty({
		name: read('name') ?? '',
		address_line1: read('addressLine1') ?? '',
		address_line2: read('addressLine2'),
		city: read('city') ?? '',
		state: read('state') ?? '',
		zip: read('zip') ?? '',
		country: read('country'),
	});
}

/** Pairs, or an object that an expression gives: as the whole field, or as a value without a key. */
function readMetadata(metadata: unknown, faults: Fault[]): Record<string, unknown> | undefined {
	const fault = (text: string) => faults.push({ field: labels.metadata, text });
	if (metadata === undefined || metadata === null || metadata === '') return undefined;
	if (!isPlainObject(metadata)) {
		fault('must be an object');
		return undefined;
	}
	const entries = Array.isArray(metadata.values)
		? metadata.values.flatMap(entriesOfPair)
		: Object.entries(metadata);
	const keys = new Set<string>();
	for (const [key] of entries) {
		if (key === '') fault('has a pair without a key, whose value is not an object');
		else if (keys.has(key)) fault(`has the key "${key}" more than once`);
		keys.add(key);
	}
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function entriesOfPair(pair: unknown): Array<[key: string, value: unknown]> {
	const { key, value } = (pair ?? {}) as { key?: string | number | null; value?: unknown };
	const name = String(key ?? '');
	return name === '' && isPlainObject(value) ? Object.entries(value) : [[name, value]];
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
