/** The labels on the screen, for texts that name a field. */
import type { Address, CardCreateRequest } from '../../shared/contract';
import { additionalFields, contentFields, recipientFields } from './cardFields';
import type { NameField } from './checkCard';

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

/** With the recipient as fields. */
export const labelOf: NameField = (path) => {
	const parameter = addressParameters[path] ?? parameters[path];
	return parameter === undefined ? path : labels[parameter];
};

/** With the recipient as JSON: its fields have no labels. */
export const jsonLabelOf: NameField = (path) =>
	path === 'to' ? labels.recipientJson : path.startsWith('to.') ? path : labelOf(path);
