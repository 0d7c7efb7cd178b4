/**
 * Checks one letter, wherever it came from: the contract, the date and the characters. Every fault is named, with the label on the screen or the path in the JSON.
 */
import type { z } from 'zod/v4';

import type { Address, CardCreateRequest } from '../../contract/contract';
import { cardCreateRequestSchema } from '../../contract/contract';
import { noStateFault, plainPlace, zipHint } from '../../contract/countries';
import { countryCode } from '../../contract/countryNames';
import { isDeeperThan } from '../../contract/json';
import { findInvisible, hasText } from '../../contract/visibleText';
import { DEEPEST_METADATA } from '../../contract/vocabulary';
import type { Fault } from '../../words/refusal';
import type { TextKind } from './brokenText';
import type { RunTime } from './instant';
import { describePast } from './instant';
import type { LetterPath } from './letterFields';
import { labelOf, labels, LETTER_FIELDS, TEXT_PATHS, textsAt, valueAt } from './letterFields';
import { describeDamage, describeRefused } from './textRules';

/** @param isMeant Parameters whose text is meant, whatever it looks like. */
export function validateLetter(
	given: unknown,
	run: RunTime,
	isMeant: readonly string[] = [],
): { card?: CardCreateRequest; problems: Fault[] } {
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
	for (const [path, value] of textsAt(given, TEXT_PATHS).filter(([, text]) => hasText(text))) {
		const { name, displayName } = LETTER_FIELDS[path].panel;
		const damage = describeDamage(value);
		const refused = isMeant.includes(name) ? [] : describeRefused(value, displayName, kindOf(path));
		const found = damage === undefined ? refused : [{ text: damage }];
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
	const metadata = valueAt(candidate, 'metadata');
	const unsendable = metadata === undefined ? [] : metadataFaults(metadata);
	problems.push(...unsendable.map((fault) => ({ field: labels.metadata, ...fault })));
	const past = describePast(String(valueAt(candidate, 'schedule_at')), run);
	if (past !== undefined) problems.push({ field: labels.schedule_at, ...past });
	return { problems, ...(problems.length === 0 && { card: result.data }) };
}

function hintFor(path: string, to: object): string | undefined {
	if (path === 'to.zip') return zipHint(to);
	return path === 'to.country'
		? 'Give its two-letter code, or a name that means one country only, in Portuguese or English'
		: undefined;
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

type Found = Pick<Fault, 'text' | 'found'>;

/** More would help nobody to correct it, and one message may hold millions. */
const MOST_FAULTS = 20;

/** Whatever would not leave as it stands. */
export function metadataFaults(metadata: unknown): Found[] {
	const found: Found[] = [];
	// The contract says so.
	if (!isDeeperThan(metadata, DEEPEST_METADATA)) addFaults(metadata, [], found);
	return found;
}

/** @param path for example `order`, `lines`, `0`; one for all, because there may be millions of values. */
function addFaults(value: unknown, path: Array<string | number>, found: Found[]): void {
	if (found.length >= MOST_FAULTS) return;
	if (path.at(-1) === '__proto__') {
		found.push({ text: 'has the key "__proto__", which cannot be sent: rename it' });
	}
	const wrong = typeof value === 'number' ? describeNumber(value) : undefined;
	if (wrong !== undefined) found.push({ text: wrong, found: `"${path.join('.')}"` });
	if (typeof value !== 'object' || value === null) return;
	// A date becomes text as a whole: its own fields are not sent.
	if ('toJSON' in value && typeof value.toJSON === 'function') return;
	for (const [key, part] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
		path.push(key);
		addFaults(part, path, found);
		path.pop();
	}
}

function describeNumber(value: number): string | undefined {
	if (!Number.isFinite(value)) {
		return `… is ${value}, which JSON cannot hold: correct the expression, or write it as text`;
	}
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
	return '… has more digits than a number can hold: write it in quotes, as text';
}

type GivenAddress = Partial<Record<keyof Address, unknown>>;

/** A line of an address: composed, without spaces around it, and with plain spaces alone. */
function plainLine(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[\u00a0\u2007\u202f]/g, ' ')
		.trim();
}

/** French sets no-break spaces before its punctuation, so those of a message stay. */
export function plainMessage(text: string): string {
	return text.normalize('NFC');
}

/** JSON made of a spreadsheet holds numbers. */
export function plainAddress(to: GivenAddress): GivenAddress {
	const lines = Object.entries(to).map(([field, value]): [string, unknown] => [
		field,
		typeof value === 'string' ? plainLine(value) : value,
	]);
	const plain = Object.fromEntries(lines) as GivenAddress;
	if (typeof plain.zip === 'number') plain.zip = String(plain.zip);
	if (typeof plain.country === 'string') plain.country = countryCode(plain.country) ?? plain.country;
	return plainPlace(plain);
}

/** An External ID in one form: a second letter must not hang on a kind of dash or space. */
export function comparableId(externalId: string): string {
	return externalId
		.normalize('NFC')
		.replace(/[\u00a0\u2007\u202f]/g, ' ')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.trim();
}
