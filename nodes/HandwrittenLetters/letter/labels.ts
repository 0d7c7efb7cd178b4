/** The labels on the screen, for texts that name a field. */
import type { Address, CardCreateRequest } from '../../shared/contract/contract';
import { additionalFields, contentFields, recipientFields } from './fields';

/** How the reader of a fault knows a field: by its label on the screen, or by its path in the JSON. */
export type NameField = (path: string) => string;

export type LetterParameter =
	| 'recipientJson'
	| 'name'
	| 'addressLine1'
	| 'addressLine2'
	| 'city'
	| 'state'
	| 'zip'
	| 'country'
	| 'message'
	| 'template'
	| 'style'
	| 'externalId'
	| 'scheduleAt'
	| 'metadata'
	| 'metadataJson';

export const labels = Object.fromEntries(
	[...recipientFields, ...contentFields, ...additionalFields].map(({ name, displayName }) => [
		name,
		displayName,
	]),
) as Record<LetterParameter, string>;

/** The parameter in which each field of a request is filled in. */
const parameters: Record<string, LetterParameter> = {
	message: 'message',
	template: 'template',
	style: 'style',
	external_id: 'externalId',
	schedule_at: 'scheduleAt',
	metadata: 'metadata',
} satisfies Partial<Record<keyof CardCreateRequest, LetterParameter>>;

const addressParameters: Record<string, LetterParameter> = {
	'to.name': 'name',
	'to.address_line1': 'addressLine1',
	'to.address_line2': 'addressLine2',
	'to.city': 'city',
	'to.state': 'state',
	'to.zip': 'zip',
	'to.country': 'country',
} satisfies Record<`to.${keyof Address}`, LetterParameter>;

/** Of the field in a letter; undefined for one without a parameter of its own. */
export const parameterOf = (path: string): LetterParameter | undefined =>
	addressParameters[path] ?? parameters[path];

/** With the recipient as fields. */
export const labelOf: NameField = (path) => {
	const parameter = parameterOf(path);
	return parameter === undefined ? path : labels[parameter];
};

/** With the recipient as JSON: its fields have no labels. */
export const jsonLabelOf: NameField = (path) =>
	path === 'to' ? labels.recipientJson : path.startsWith('to.') ? path : labelOf(path);
