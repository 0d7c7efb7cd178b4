/**
 * Builds one card create request from an item's parameters and says everything that is wrong
 * with it (spec, Resources: Card create request). Values in, values out: nothing is sent here.
 */
import type { CardCreateRequest } from '../../contract/contract';
import { hasText } from '../../contract/visibleText';
import type { Fault } from '../../words/refusal';
import type { LetterField, LetterPath } from './letterFields';
import { LETTER_FIELDS } from './letterFields';
import { LETTER_PATHS } from './letterPanel';
import { isPlainObject } from './parameters/expression';
import type { FieldValue } from './parameters/fieldValue';
import type { RunTime } from './parameters/instant';
import { readInstant } from './parameters/instant';
import type { TextRules } from './texts/textRules';
import { GAVE_NOTHING, missingFaults, readText, UNPROTECTED } from './texts/textRules';
import type { Built } from './validate';
import { kindOf, normalise, validateLetter } from './validate';

/** The node's parameters for one item, as n8n resolved them. */
export interface LetterParameters {
	fields: Record<LetterPath, FieldValue>;
	mayBeEmpty: readonly string[];
	isMeant: readonly string[];
}

/** A letter that was built, or what keeps it from being one; External ID and name tell it apart either way. */
export type BuiltLetter = Built<CardCreateRequest> & {
	externalId?: string;
	name?: string;
	/** As far as it could be read, where it cannot be ordered: what could not is empty. */
	draft?: CardCreateRequest;
};

type ReadField = (
	given: FieldValue,
	label: string,
	faults: Fault[],
	rules: TextRules,
	run: RunTime,
) => unknown;

const readers: Record<LetterField['panel']['type'], ReadField> = {
	string: readText,
	resourceLocator: readText,
	dateTime: (given, label, faults, rules, run) => {
		const missing = missingFaults(given, label, rules);
		faults.push(...missing.map((fault) => ({ field: label, ...fault })));
		return missing.length > 0 ? undefined : readInstant(valueOf(given), run, label, faults);
	},
	fixedCollection: (given, label, faults) => readPairs(valueOf(given), label, faults),
};

export function buildLetter({ fields, mayBeEmpty, isMeant }: LetterParameters, run: RunTime): BuiltLetter {
	const faults: Fault[] = [];
	const to: Record<string, unknown> = {};
	const request: Record<string, unknown> = { to };
	for (const path of LETTER_PATHS) {
		const { panel, whenEmpty } = LETTER_FIELDS[path];
		const { name, displayName, type } = panel;
		const kind = kindOf(path);
		const rules = {
			mayBeEmpty: mayBeEmpty.includes(name),
			isMeant: isMeant.includes(name),
			datesAllowed: kind === 'id',
			whenNothing: { unprotected: UNPROTECTED, decides: GAVE_NOTHING, refused: undefined, usual: undefined }[
				whenEmpty
			],
			isLine: kind !== 'message',
			dropsSeparator: kind === 'line',
			hasSigns: path === 'to.address_line2',
		};
		const value = readers[type](fields[path], displayName, faults, rules, run);
		if (value === undefined && whenEmpty !== 'refused') continue;
		// An empty text is called empty, and no text missing.
		if (path.startsWith('to.')) to[path.slice('to.'.length)] = value ?? '';
		else request[path] = value;
	}
	const checked = validateLetter(request, run, isMeant);
	const draft = checked.value ?? (normalise(request) as CardCreateRequest);
	const found = { externalId: textOf(request.external_id)?.trim(), name: textOf(to.name), draft };
	if (faults.length === 0) return { ...checked, ...found };
	// What is already named leaves its field empty, which is not a second fault.
	const named = new Set(faults.map(({ field }) => field));
	return { problems: [...faults, ...checked.problems.filter(({ field }) => !named.has(field))], ...found };
}

/** Of a letter that may be of any form. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && hasText(value) ? value : undefined;

const valueOf = (given: FieldValue): unknown => ('value' in given ? given.value : given.whole);

/** Pairs, or an object that an expression gives: as the whole field, or as a value without a key. */
function readPairs(given: unknown, field: string, faults: Fault[]): Record<string, unknown> | undefined {
	const fault = (text: string, found?: string) => faults.push({ field, text, found });
	if (given === undefined || given === null || given === '') return undefined;
	if (!isPlainObject(given)) {
		fault('must be an object');
		return undefined;
	}
	const entries = Array.isArray(given.values) ? given.values.flatMap(entriesOfPair) : Object.entries(given);
	const keys = new Set<string>();
	for (const [key] of entries) {
		if (key === '') fault('has a pair without a key, whose value is not an object');
		else if (keys.has(key)) fault('has the key … more than once', `"${key}"`);
		keys.add(key);
	}
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function entriesOfPair(pair: unknown): Array<[key: string, value: unknown]> {
	const { key, value } = (pair ?? {}) as { key?: string | number | null; value?: unknown };
	const name = String(key ?? '');
	return name === '' && isPlainObject(value) ? Object.entries(value) : [[name, value]];
}
