/** Reads and checks the letters of the input items of one account. Nothing is sent here. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { CardCreateRequest } from '../../contract/contract';
import { hasText } from '../../contract/visibleText';
import { isToolNode } from '../../n8n/run';
import type { Fault, Problem } from '../../words/refusal';
import type { Letter } from '../service/request';
import { assignKeys } from './assignKeys';
import { changingFaults, isPlainObject } from './expression';
import type { RunTime } from './instant';
import { readInstant } from './instant';
import type { LetterField, LetterPath } from './letterFields';
import { additionalFields, labels, LETTER_FIELDS, LETTER_PATHS, letterFields } from './letterFields';
import type { Found, Source } from './letters';
import { LETTER } from './letters';
import type { FieldValue, ParameterReader } from './parameterReader';
import type { TextRules } from './textRules';
import { GAVE_NOTHING, MEANT_LABEL, missingFaults, readText, UNPROTECTED } from './textRules';
import { kindOf, normalise, validateLetter } from './validate';

/** One order for each letter that is fine, with its key. */
export function readSingleLetters(source: Source): Found {
	const { letters, ...others } = readLetters(source);
	const requests = letters.map((letter) => {
		const { itemIndex, card } = letter;
		return { ...LETTER, letters: [letter], itemIndexes: [itemIndex], body: card };
	});
	return assignKeys(source, 'card.create', { requests, ...others });
}

/** The letters that may be sent, in input order, and everything wrong with the others. */
export function readLetters(source: Source): Omit<Found, 'requests'> & { letters: Letter[] } {
	const { context, parameters, account } = source;
	const letters: Letter[] = [];
	const problems: Problem[] = [];
	const drafts: Letter[] = [];
	const skipped: number[] = [];
	const node = context.getNode();
	const items = context.getInputData();
	const changing = changingFaults(node.parameters.externalId, labels.external_id);
	const readsItems = readsItem(node.parameters);
	const byAgent = isToolNode(node);
	for (const itemIndex of source.itemIndexes) {
		if (readsItems && isEmptyItem(items[itemIndex]?.json ?? {})) {
			skipped.push(itemIndex);
			continue;
		}
		const built = unlessTooDeep(() => {
			// A model would let its own placeholders through.
			const isMeant = byAgent ? [] : readFieldList(parameters, 'textThatIsMeant', itemIndex);
			const options = { mayBeEmpty: readFieldList(parameters, 'fieldsThatMayBeEmpty', itemIndex), isMeant };
			return buildLetter((path) => readParameter(parameters, path, itemIndex), options, source);
		});
		if (built === undefined) {
			problems.push({ itemIndex, text: 'has a value that is nested too deeply for n8n to read' });
			continue;
		}
		const { card, draft, externalId, name } = built;
		if (card && changing.length === 0) letters.push({ itemIndex, card });
		else drafts.push({ itemIndex, card: draft });
		for (const fault of [...built.problems, ...changing]) {
			const said = byAgent ? withoutMeant(fault) : fault;
			problems.push({ itemIndex, externalId, name, ...said });
		}
	}
	return { account, letters, problems, drafts, skipped };
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

/** The parameters that an option names; an expression may give one name, or none. */
export function readFieldList(
	parameters: ParameterReader,
	option: 'fieldsThatMayBeEmpty' | 'textThatIsMeant',
	itemIndex: number,
): string[] {
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
function unlessTooDeep<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (String(error).includes('Maximum call stack size exceeded')) return undefined;
		// Any other refuses the run, in n8n's own words.
		throw error as Error;
	}
}

function readParameter(parameters: ParameterReader, path: LetterPath, itemIndex: number): FieldValue {
	const { panel, additional } = LETTER_FIELDS[path];
	if (!additional) return parameters.readField(panel.name, itemIndex, panel.type === 'resourceLocator');
	const added = parameters.read(additionalFields.name, itemIndex) as Record<string, unknown> | null;
	return {
		...parameters.origin(`${additionalFields.name}.${panel.name}`),
		value: (added ?? {})[panel.name],
	};
}

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

/**
 * What is known of one letter: it, or all that keeps it from being one (spec, Resources: Card create request).
 * @param fieldAt what the node's parameters hold, as n8n resolved them
 */
export function buildLetter(
	fieldAt: (path: LetterPath) => FieldValue,
	{ mayBeEmpty, isMeant }: Record<'mayBeEmpty' | 'isMeant', readonly string[]>,
	run: RunTime,
): {
	card?: CardCreateRequest;
	draft: CardCreateRequest;
	problems: Fault[];
	externalId?: string;
	name?: string;
} {
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
			whenNothing: WHEN_NOTHING[whenEmpty],
			isLine: kind !== 'message',
			dropsSeparator: kind === 'line',
			hasSigns: path === 'to.address_line2',
		};
		const value = readers[type](fieldAt(path), displayName, faults, rules, run);
		if (value === undefined && whenEmpty !== 'refused') continue;
		// An empty text is called empty, and no text missing.
		if (path.startsWith('to.')) to[path.slice('to.'.length)] = value ?? '';
		else request[path] = value;
	}
	const { card, problems } = validateLetter(request, run, isMeant);
	// External ID and name tell a letter apart; what could not be read is empty in its draft.
	const externalId = (request.external_id as string | undefined)?.trim();
	const who = { externalId, name: (to.name as string) || undefined };
	const draft = card ?? (normalise(request) as CardCreateRequest);
	if (faults.length === 0) return { card, draft, problems, ...who };
	// What is already named leaves its field empty, which is not a second fault.
	const named = new Set(faults.map(({ field }) => field));
	return { draft, problems: [...faults, ...problems.filter(({ field }) => !named.has(field))], ...who };
}

const WHEN_NOTHING = {
	unprotected: UNPROTECTED,
	decides: GAVE_NOTHING,
	refused: undefined,
	usual: undefined,
};

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
