/**
 * Checks one letter, wherever it came from: the contract, the date and the characters. Every fault is named, with the label on the screen or the path in the JSON.
 */
import type { z } from 'zod/v4';

import type { CardCreateRequest } from '../../contract/contract';
import { cardCreateRequestSchema } from '../../contract/contract';
import { noStateFault, zipHint } from '../../contract/countries';
import { findInvisible, hasText } from '../../contract/visibleText';
import type { Fault } from '../../words/refusal';
import type { LetterPath } from './letterFields';
import { LETTER_FIELDS } from './letterFields';
import { labelOf, labels, TEXT_PATHS, textsAt, valueAt } from './letterPanel';
import type { RunTime } from './parameters/instant';
import { describePast } from './parameters/instant';
import type { TextKind } from './texts/brokenText';
import { metadataFaults } from './texts/metadataRules';
import { plainAddress, plainMessage } from './texts/plainForm';
import type { FieldFault } from './texts/textRules';
import { describeDamage, describeRefused } from './texts/textRules';

export type Built<T> = { value: T; problems: [] } | { value?: undefined; problems: Fault[] };

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
		const isForm = (issue.code === 'custom' && issue.params) || path === 'to.country';
		return {
			field: path === '' ? 'The letter' : labelOf(path),
			text: issue.message,
			found: issue.code === 'unrecognized_keys' ? issue.keys.map((key) => `"${key}"`).join(', ') : undefined,
			given: isForm ? `"${String(valueAt(candidate, path))}"` : undefined,
			hint: hintFor(path, valueAt(candidate, 'to') ?? {}),
		};
	});
	// As given: a wrong encoding shows in spaces that the plain form does not have.
	for (const [path, value] of textsAt(given, TEXT_PATHS)) {
		const { name, displayName } = LETTER_FIELDS[path].panel;
		const found = describeText(value, path, isMeant.includes(name));
		problems.push(...found.map((fault) => ({ field: displayName, ...fault })));
	}
	const to = valueAt(candidate, 'to') ?? {};
	const noState = noStateFault(to);
	if (noState !== undefined) {
		const hint = 'If the letter goes to another country, fill in Country';
		const given = `"${String(valueAt(to, 'state'))}"`;
		problems.push({ field: labels['to.state'], text: noState, given, hint });
	}
	const hidden = describeHidden(valueAt(candidate, 'external_id'));
	if (hidden !== undefined) problems.push({ field: labels.external_id, text: hidden });
	for (const fault of metadataFaults(valueAt(candidate, 'metadata'))) {
		problems.push({ field: labels.metadata, ...fault });
	}
	const past = describePast(String(valueAt(candidate, 'schedule_at')), run);
	if (past !== undefined) problems.push({ field: labels.schedule_at, ...past });
	return result.success && problems.length === 0 ? { value: result.data, problems: [] } : { problems };
}

function hintFor(path: string, to: object): string | undefined {
	if (path === 'to.zip') return zipHint(to);
	return path === 'to.country'
		? 'Give its two-letter code, or a name that means one country only, in Portuguese or English'
		: undefined;
}

/** Why a text must not be written. */
function describeText(text: string, path: LetterPath, isMeant: boolean): FieldFault[] {
	const damage = describeDamage(text);
	if (damage !== undefined) return [{ text: damage }];
	return isMeant ? [] : describeRefused(text, labels[path], kindOf(path));
}

export function kindOf(path: LetterPath): TextKind {
	if (path === 'external_id') return 'id';
	return path === 'to.name' ? 'name' : path.startsWith('to.') ? 'line' : 'message';
}

/** What the contract leaves to zod to say. */
const describeForm: z.core.$ZodErrorMap = (issue) => {
	if (issue.code === 'unrecognized_keys') {
		return 'has a field the service does not know (…)';
	}
	return issue.code === 'invalid_type' ? `must be of type ${issue.expected}` : undefined;
};

/** White space around an identifier makes it another one; a recipient that is no object is reported. */
export function normalise(candidate: unknown): unknown {
	if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate)) return candidate;
	const { to, message, external_id: externalId } = candidate as Record<string, unknown>;
	return {
		...candidate,
		...(typeof to === 'object' && to !== null && !Array.isArray(to) ? { to: plainAddress(to) } : {}),
		...(typeof message === 'string' ? { message: plainMessage(message) } : {}),
		...(typeof externalId === 'string' ? { external_id: externalId.trim() } : {}),
	};
}

/** Not taken out, so that every key stays as it is; what is all invisible is reported as empty. */
function describeHidden(externalId: unknown): string | undefined {
	if (typeof externalId !== 'string' || !hasText(externalId)) return undefined;
	const found = findInvisible(externalId);
	if (found === undefined) return undefined;
	const { code, position } = found;
	return `contains an invisible character (${code}) at position ${position}: remove it, because with it this is another letter`;
}
