/**
 * Fields whose column no item of the run has: it was renamed, or the expression misspells it. n8n gives
 * nothing for it, which looks like an empty cell in every line.
 */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { shorten } from '../../words/excerpt';
import { joinNames } from '../../words/itemNames';
import type { Fault } from '../../words/refusal';
import { inFull } from '../../words/refusal';
import { batchScheduleAt } from './batchFields';
import type { LetterField } from './letterFields';
import { LETTER_FIELDS } from './letterFields';
import { additionalFields, labels } from './letterPanel';
import { isEmptinessMeant, isPlainObject, readReference } from './parameters/expression';
import { EMPTY_LABEL } from './texts/textRules';

type Missing = Pick<Fault, 'text' | 'found'>;

/** Of every letter of the run, with the parameter of each. */
export function missingColumnFaults(context: IExecuteFunctions): Array<{ name: string; fault: Fault }> {
	return missingAmong(context, 'decides').map(({ panel, missing }) => ({
		name: panel.name,
		fault: toFault(panel, missing, panel.displayName),
	}));
}

/** Of a batch, which has a date of its own. */
export function missingBatchDate(context: IExecuteFunctions): Fault[] {
	const missing = missingIn(context, batchScheduleAt);
	return missing === undefined ? [] : [toFault(batchScheduleAt, missing, labels.schedule_at)];
}

export function missingColumnWarnings(context: IExecuteFunctions): string[] {
	return missingAmong(context, 'usual').map(
		({ panel, missing }) => `${panel.displayName} is empty in all letters: ${inFull(missing)}`,
	);
}

function missingAmong(context: IExecuteFunctions, whenEmpty: LetterField['whenEmpty']) {
	const panels = Object.values(LETTER_FIELDS).flatMap((one) =>
		one.whenEmpty === whenEmpty ? [one.panel] : [],
	);
	return panels.flatMap((panel) => {
		const missing = missingIn(context, panel);
		return missing === undefined ? [] : [{ panel, missing }];
	});
}

const toFault = ({ displayName }: INodeProperties, { text, found }: Missing, option: string): Fault => ({
	field: displayName,
	text: `has no value, because ${text}`,
	found,
	hint: `If that is intended, select ${option} in the option ${EMPTY_LABEL}`,
	inAll: true,
});

/** As it is stored: dates are among the additional fields, a template or style is a locator. */
function missingIn(context: IExecuteFunctions, { name }: INodeProperties): Missing | undefined {
	const parameters: Record<string, unknown> = context.getNode().parameters;
	const added = parameters[additionalFields.name];
	const raw = isPlainObject(added) && name in added ? added[name] : parameters[name];
	const items = context.getInputData().map(({ json }) => json);
	return findMissingColumn(isPlainObject(raw) ? raw.value : raw, items);
}

const COLUMN = /\$json\??(?:\.([A-Za-z_]\w*)|\[(?:'([^'\\]*)'|"([^"\\]*)")\])/g;

/** Beside one of these, something else may give the value: another column, or a text. */
const FALLBACK = /\?\?|\|\||\?[^.]|\$if|\bif(?:Empty)?\(/;

const MOST_NAMED = 12;
const LONGEST_NAME = 40;

/**
 * For example `no item has the column "send_on". The columns are: name, city`.
 * @param raw a parameter as it is stored, for example `={{ $json.send_on }}`.
 */
export function findMissingColumn(raw: unknown, items: IDataObject[]): Missing | undefined {
	if (typeof raw !== 'string' || !raw.startsWith('=') || isEmptinessMeant(raw)) return undefined;
	const reference = readReference(raw);
	const paths =
		reference === undefined
			? [...raw.matchAll(COLUMN)].map(([, name, single, double]) => [name ?? single ?? double ?? ''])
			: [reference];
	const missing = paths.filter((path) => !items.some((json) => has(json, path)));
	const [first] = missing;
	const hasOther = missing.length < paths.length || /\w/.test(raw.replace(COLUMN, ''));
	if (first === undefined || (FALLBACK.test(raw) && hasOther)) return undefined;
	const text = `no item has the column "${shorten(first.join('.'), LONGEST_NAME)}"`;
	// A sheet without headings has the first recipient in their place.
	const names = [...new Set(items.flatMap(Object.keys))].map((name) => shorten(name, LONGEST_NAME));
	if (names.length === 0) return { text: `${text}. The items are empty` };
	return { text: `${text}. The columns are: …`, found: joinNames(names, MOST_NAMED) };
}

function has(json: unknown, path: string[]): boolean {
	const [name, ...rest] = path;
	if (name === undefined) return true;
	// n8n reads anything but a plain object.
	if (!isPlainObject(json)) return typeof json === 'object' && json !== null;
	return Object.hasOwn(json, name) && has(json[name], rest);
}
