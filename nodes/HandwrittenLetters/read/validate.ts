/**
 * Checks one letter, wherever it came from: the contract, the date and the characters. Every fault is named, with the label on the screen or the path in the JSON.
 */
import type { z } from 'zod/v4';

import type { Address, CardCreateRequest } from '../../contract/contract';
import { cardCreateRequestSchema, DEFAULT_COUNTRY } from '../../contract/contract';
import { findInvisible, hasText } from '../../contract/visibleText';
import type { Fault } from '../../n8n/refusal';
import { labelOf, labels, parameterOf } from '../fields/labels';
import type { RunTime } from './parameters/instant';
import { describePast } from './parameters/instant';
import { metadataFaults } from './texts/metadataRules';
import { describeNoName } from './texts/names';
import { plainAddress, plainMessage } from './texts/plainForm';
import { isNoState } from './texts/postalRegions';
import type { FieldFault } from './texts/textRules';
import { describeDamage, describeRefused, withWayAround } from './texts/textRules';

export type Built<T> = { value: T; problems: [] } | { value?: undefined; problems: Fault[] };

/** The fields that are written on the letter or its envelope. */
const ON_PAPER = ['name', 'address_line1', 'address_line2', 'city', 'state', 'zip', 'country'] as const;

/** @param isMeant Parameters whose text is meant, whatever it looks like. */
export function validateLetter(
	given: unknown,
	run: RunTime,
	isMeant: readonly string[] = [],
): Built<CardCreateRequest> {
	const candidate = normalise(given);
	const result = cardCreateRequestSchema.safeParse(candidate, { error: describeForm });
	const problems = (result.error?.issues ?? []).map((issue): Fault => {
		const path = issue.path.map(String).join('.');
		const value = valueAt(candidate, issue.path);
		return {
			field: path === '' ? 'The letter' : labelOf(path),
			text: issue.message,
			given: issue.code === 'custom' && issue.params ? `"${String(value)}"` : undefined,
			hint: path === 'to.zip' ? hintFor(value) : undefined,
		};
	});
	// As given: a wrong encoding shows in spaces that the plain form does not have.
	for (const [path, value] of textsOf(given)) {
		const fault = describeText(value, path, isMeant.includes(parameterOf(path) ?? ''));
		if (fault !== undefined) problems.push({ field: labelOf(path), ...fault });
	}
	const { country = DEFAULT_COUNTRY, state } = recipientOf(candidate);
	if (country === DEFAULT_COUNTRY && isNoState(state)) {
		const hint = 'If the letter goes to another country, fill in Country';
		problems.push({
			field: labels.state,
			text: 'must be a state of Brazil, for example SP',
			given: `"${state}"`,
			hint,
		});
	}
	const hidden = describeHidden(fieldOf(candidate, 'external_id'));
	if (hidden !== undefined) problems.push({ field: labels.externalId, text: hidden });
	for (const text of metadataFaults(fieldOf(candidate, 'metadata'))) {
		problems.push({ field: labels.metadata, text });
	}
	const past = describePast(String(fieldOf(candidate, 'schedule_at')), run);
	if (past !== undefined) problems.push({ field: labels.scheduleAt, ...past });
	return result.success && problems.length === 0 ? { value: result.data, problems: [] } : { problems };
}

/** Why a text must not be written. */
function describeText(text: string, path: string, isMeant: boolean): FieldFault | undefined {
	const damage = describeDamage(text);
	if (damage !== undefined) return { text: damage };
	if (isMeant) return undefined;
	const label = labelOf(path);
	const noName = path === 'to.name' && hasText(text) ? describeNoName(text) : undefined;
	return describeRefused(text, label) ?? withWayAround(noName, label);
}

/** What the contract leaves to zod to say. */
const describeForm: z.core.$ZodErrorMap = (issue) => {
	if (issue.code === 'unrecognized_keys') {
		return `has a field the service does not know (${issue.keys.map((key) => `"${key}"`).join(', ')})`;
	}
	return issue.code === 'invalid_type' ? `must be of type ${issue.expected}` : undefined;
};

/** White space around an identifier makes it another one; a recipient that is no object is reported. */
function normalise(candidate: unknown): unknown {
	if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate)) return candidate;
	const [to, message, externalId] = (['to', 'message', 'external_id'] as const).map((field) =>
		fieldOf(candidate, field),
	);
	return {
		...candidate,
		...(typeof to === 'object' && to !== null && !Array.isArray(to) ? { to: plainAddress(to) } : {}),
		...(typeof message === 'string' ? { message: plainMessage(message) } : {}),
		...(typeof externalId === 'string' ? { external_id: externalId.trim() } : {}),
	};
}

function fieldOf(candidate: unknown, field: keyof CardCreateRequest): unknown {
	return (candidate as Partial<CardCreateRequest> | null | undefined)?.[field];
}

function valueAt(candidate: unknown, path: PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(value, key) => (value as Record<PropertyKey, unknown> | null)?.[key],
		candidate,
	);
}

function recipientOf(candidate: unknown): Partial<Record<keyof Address, unknown>> {
	const to = fieldOf(candidate, 'to');
	return typeof to === 'object' && to !== null ? to : {};
}

function textsOf(candidate: unknown): Array<[path: string, text: string]> {
	const to = recipientOf(candidate);
	const fields: Array<[string, unknown]> = [
		...ON_PAPER.map((field): [string, unknown] => [`to.${field}`, to[field]]),
		['message', fieldOf(candidate, 'message')],
		['external_id', fieldOf(candidate, 'external_id')],
	];
	return fields.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** Not taken out, so that every key stays as it is; what is all invisible is reported as empty. */
function describeHidden(externalId: unknown): string | undefined {
	if (typeof externalId !== 'string' || !hasText(externalId)) return undefined;
	const found = findInvisible(externalId);
	if (found === undefined) return undefined;
	const { code, position } = found;
	return `contains an invisible character (${code}) at position ${position}: remove it, because it makes another order`;
}

function hintFor(zip: unknown): string | undefined {
	if (typeof zip !== 'string' || !/^\d{5,7}$/.test(zip)) return undefined;
	return 'A spreadsheet may have dropped the leading zero: format the column as text';
}
