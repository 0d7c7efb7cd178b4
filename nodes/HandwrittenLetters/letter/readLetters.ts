/** Reads and checks the letters of all input items, each an order of its own. Nothing is sent here. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { hasText } from '../../contract/visibleText';
import { isToolNode } from '../../n8n/agentTool';
import type { Fault, Problem } from '../../words/refusal';
import type { LetterParameters } from './build';
import { buildLetter } from './build';
import type { LetterPath } from './letterFields';
import { LETTER_FIELDS } from './letterFields';
import { additionalFields, labels, letterFields } from './letterPanel';
import type { Order, PlacedLetter, ReadOrders, Source } from './letters';
import { changingFaults } from './parameters/expression';
import type { FieldValue } from './parameters/fieldValue';
import type { ParameterReader } from './parameters/parameterReader';
import { MEANT_LABEL } from './texts/textRules';

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
