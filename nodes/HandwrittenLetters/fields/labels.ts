/** The labels on the screen, for texts that name a field. */
import type { Address, CardCreateRequest } from '../../contract/contract';
import { additionalFields, contentFields, recipientFields } from './letterFields';

export type LetterParameter =
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
	| 'metadata';

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

/** As it stands on the screen. */
export const labelOf = (path: string): string => {
	const parameter = parameterOf(path);
	return parameter === undefined ? path : labels[parameter];
};
