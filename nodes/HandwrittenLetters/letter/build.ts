/**
 * Builds one card create request from an item's parameters and says everything that is wrong
 * with it (spec, Resources: Card create request). Values in, values out: nothing is sent here.
 */
import type { CardCreateRequest } from '../../shared/contract/contract';
import { hasText } from '../../shared/contract/visibleText';
import type { Fault } from '../../shared/failures/refusal';
import type { RunTime } from '../input/instant';
import { readInstant } from '../input/instant';
import { readObject } from '../input/jsonObject';
import type { FieldValue, JsonValue } from '../input/textRules';
import { readText } from '../input/textRules';
import { textsOfJson } from '../input/texts/jsonTexts';
import { jsonLabelOf, labelOf, labels } from './labels';
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
	recipient: unknown;
	recipientJson: JsonValue;
	texts: Record<TextParameter, FieldValue>;
	additionalFields: {
		scheduleAt?: unknown;
		metadata?: { values?: Array<{ key?: string | number | null; value: unknown }> };
		metadataJson?: unknown;
	};
	/** Fields in which an expression may give nothing. */
	gapsAllowedIn: readonly string[];
}

/** A letter that was built, or what keeps it from being one; External ID and name tell it apart either way. */
export type BuiltLetter = Built<CardCreateRequest> & { externalId?: string; name?: string };

export function buildLetter(parameters: LetterParameters, run: RunTime): BuiltLetter {
	const faults: Fault[] = [];
	const { additionalFields, texts, gapsAllowedIn, recipientJson } = parameters;
	const read = (name: TextParameter) =>
		readText(texts[name], labels[name], faults, gapsAllowedIn.includes(name), name === 'externalId');
	const inFields = parameters.recipient !== 'json';
	const externalId = read('externalId')?.trim();

	const to = inFields ? readAddress(read) : readObject(recipientJson.value, labels.recipientJson, faults);
	const found = { externalId, name: textOf(to?.name) };
	const checked = validateLetter(
		withoutEmpty({
			to,
			template: read('template'),
			message: read('message'),
			style: read('style'),
			schedule_at: readInstant(additionalFields.scheduleAt, run, labels.scheduleAt, faults),
			external_id: externalId,
			metadata: readMetadata(additionalFields, faults),
		}),
		{
			run,
			nameField: (path) =>
				path === 'metadata' ? metadataLabel(additionalFields) : (inFields ? labelOf : jsonLabelOf)(path),
			byExpression: (path) => !inFields && recipientJson.byExpression && path.startsWith('to.'),
			jsonTexts: inFields
				? []
				: textsOfJson(recipientJson.pieces ?? []).map((text) => ({ ...text, path: `to.${text.path}` })),
			gapsAllowedIn,
		},
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

/** Of the field that holds it. */
function metadataLabel({ metadata }: LetterParameters['additionalFields']): string {
	return (metadata?.values ?? []).length > 0 ? labels.metadata : labels.metadataJson;
}

function readMetadata(
	{ metadata, metadataJson }: LetterParameters['additionalFields'],
	faults: Fault[],
): Record<string, unknown> | undefined {
	const pairs = metadata?.values ?? [];
	const object =
		metadataJson === undefined ? {} : (readObject(metadataJson, labels.metadataJson, faults) ?? {});
	const fault = (text: string) => faults.push({ field: labels.metadata, text });
	if (pairs.length > 0 && Object.keys(object).length > 0) {
		fault('is given twice: use the key-value pairs or the JSON, not both');
	}
	const entries = pairs.map(({ key, value }): [string, unknown] => [String(key ?? ''), value]);
	const keys = entries.map(([key]) => key);
	if (keys.includes('')) fault('has a pair without a key');
	const repeated = keys.find((key, index) => key !== '' && keys.indexOf(key) < index);
	if (repeated !== undefined) fault(`has the key "${repeated}" more than once`);
	const merged = { ...object, ...Object.fromEntries(entries) };
	return Object.keys(merged).length > 0 ? merged : undefined;
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
