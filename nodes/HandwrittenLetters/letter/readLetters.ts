/** Reads and checks the letters of all input items, each an order of its own. Nothing is sent here. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { CardCreateRequest } from '../../contract/contract';
import { hasText } from '../../contract/visibleText';
import { isToolNode } from '../../n8n/run';
import type { Fault, Problem } from '../../words/refusal';
import { changingFaults, isPlainObject } from './expression';
import type { LetterField, LetterPath } from './letterFields';
import { additionalFields, labels, LETTER_FIELDS, LETTER_PATHS, letterFields } from './letterFields';
import type { Order, PlacedLetter, ReadOrders, Source } from './letters';
import type { FieldValue, ParameterReader } from './parameterReader';
import { GAVE_NOTHING, MEANT_LABEL, missingFaults, readText, UNPROTECTED } from './textRules';
import type { TextRules } from './textRules';
import type { Built } from './validate';
import { kindOf, normalise, validateLetter } from './validate';
import type { RunTime } from './values';
import { readInstant } from './values';

/** One order for each letter that is fine. */
export function readSingleLetters(source: Source): ReadOrders {
	const { letters, ...others } = readLetters(source);
	const orders = letters.map((letter): Order => ({ letters: [letter], body: letter.card }));
	return { orders, ...others };
}

/** The letters that may be sent, in input order, and everything wrong with the others. */
export function readLetters({ context, run, parameters }: Source): {
	letters: PlacedLetter[];
	problems: Problem[];
	drafts: PlacedLetter[];
	skipped: number[];
} {
	const letters: PlacedLetter[] = [];
	const problems: Problem[] = [];
	const drafts: PlacedLetter[] = [];
	const skipped: number[] = [];
	const node = context.getNode();
	const changing = changingFaults(node.parameters.externalId, labels.external_id);
	const readsItems = readsItem(node.parameters);
	const byAgent = isToolNode(node);
	context.getInputData().forEach(({ json }, itemIndex) => {
		if (readsItems && isEmptyItem(json)) {
			skipped.push(itemIndex);
			return;
		}
		const given = readUnlessTooDeep(parameters, itemIndex, byAgent);
		if (given === undefined) {
			problems.push({ itemIndex, text: 'has a value that is nested too deeply for n8n to read' });
			return;
		}
		const built = buildLetter(given, run);
		const { externalId, name, draft, problems: own } = built;
		if (built.value && changing.length === 0) letters.push({ itemIndex, card: built.value });
		else if (draft !== undefined) drafts.push({ itemIndex, card: draft });
		for (const fault of [...own, ...changing]) {
			const said = byAgent ? withoutMeant(fault) : fault;
			problems.push({ itemIndex, externalId, name, ...said });
		}
	});
	return { letters, problems, drafts, skipped };
}

/** The option is not there in a tool. */
const withoutMeant = ({ hint, ...fault }: Fault): Fault =>
	hint?.includes(MEANT_LABEL) ? fault : { ...fault, hint };

/** Google Sheets numbers its empty rows, too, and a column of checkboxes has `false` in them. */
function isEmptyItem(json: IDataObject): boolean {
	return Object.entries(json).every(
		([key, value]) =>
			key === 'row_number' ||
			value === undefined ||
			value === null ||
			(value === false && 'row_number' in json) ||
			(typeof value === 'string' && !hasText(value)),
	);
}

/** Whether an expression of a letter's field takes its value from the item. */
function readsItem(parameters: INodeParameters): boolean {
	return [...letterFields, additionalFields].some(({ name }) =>
		/\$json\b|\$input\.item\b/.test(JSON.stringify(parameters[name] ?? '')),
	);
}

/** The parameters that an expression may leave empty. */
export function readMayBeEmpty(parameters: ParameterReader, itemIndex: number): string[] {
	return readFieldList(parameters, 'fieldsThatMayBeEmpty', itemIndex);
}

/** An expression may give one name, or none. */
function readFieldList(parameters: ParameterReader, option: string, itemIndex: number): string[] {
	const options = parameters.read('options', itemIndex) as Record<
		string,
		string | string[] | null | undefined
	>;
	return [options[option] ?? []].flat();
}

/**
 * n8n walks what an expression gives, and runs out of stack at some thousand levels. Its error would keep
 * every letter of the run from being ordered.
 */
function readUnlessTooDeep(...letter: Parameters<typeof readParameters>): LetterParameters | undefined {
	try {
		return readParameters(...letter);
	} catch (error) {
		if (String(error).includes('Maximum call stack size exceeded')) return undefined;
		// Any other refuses the run, in n8n's own words.
		throw error as Error;
	}
}

function readParameters(parameters: ParameterReader, itemIndex: number, byAgent: boolean): LetterParameters {
	const added = (parameters.read(additionalFields.name, itemIndex) ?? {}) as Record<string, unknown>;
	const fields = Object.entries(LETTER_FIELDS).map(([path, { panel, additional }]): [string, FieldValue] => {
		const { name, type } = panel;
		const origin = parameters.origin(`${additionalFields.name}.${name}`);
		if (additional) return [path, { ...origin, value: added[name] }];
		if (type === 'string') return [path, parameters.readText(name, itemIndex)];
		if (type === 'resourceLocator') return [path, parameters.readLocator(name, itemIndex)];
		return [path, { value: parameters.read(name, itemIndex), byExpression: true }];
	});
	return {
		fields: Object.fromEntries(fields) as Record<LetterPath, FieldValue>,
		mayBeEmpty: readMayBeEmpty(parameters, itemIndex),
		// A model would let its own placeholders through.
		isMeant: byAgent ? [] : readFieldList(parameters, 'textThatIsMeant', itemIndex),
	};
}

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
