/**
 * A column that no item of the run has: it was renamed, or the expression misspells it. n8n gives
 * nothing for it, which looks like an empty cell in every line.
 */
import type { IDataObject } from 'n8n-workflow';

import { shorten } from '../../../contract/excerpt';
import type { Fault } from '../../../n8n/refusal';
import { joinNames } from '../../tell/itemNames';
import { isPlainObject, readReference } from '../parameters/reference';
import { isEmptinessMeant } from './emptiness';

export interface MissingColumn {
	/** As the expression names it, for example `order.send_on`. */
	column: string;
	/** The columns that are there instead. */
	there: string[];
}

const COLUMN = /\$json\??(?:\.([A-Za-z_]\w*)|\[(?:'([^'\\]*)'|"([^"\\]*)")\])/g;

/** Beside one of these, something else may give the value: another column, or a text. */
const FALLBACK = /\?\?|\|\||\?[^.]|\$if|\bif(?:Empty)?\(/;

/** @param raw a parameter as it is stored, for example `={{ $json.send_on }}`. */
export function findMissingColumn(raw: unknown, items: IDataObject[]): MissingColumn | undefined {
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
	return { column: first.join('.'), there: [...new Set(items.flatMap(Object.keys))] };
}

function has(json: unknown, path: string[]): boolean {
	const [name, ...rest] = path;
	if (name === undefined) return true;
	// n8n reads anything but a plain object.
	if (!isPlainObject(json)) return typeof json === 'object' && json !== null;
	return Object.hasOwn(json, name) && has(json[name], rest);
}

const MOST_NAMED = 12;
const LONGEST_NAME = 40;

/** For example `no item has the column "send_on". The columns are: name, city`. */
export function describeMissingColumn({ column, there }: MissingColumn): Pick<Fault, 'text' | 'found'> {
	const text = `no item has the column "${shorten(column, LONGEST_NAME)}"`;
	if (there.length === 0) return { text: `${text}. The items are empty` };
	// A sheet without headings has the first recipient in their place.
	const names = there.map((name) => shorten(name, LONGEST_NAME));
	return { text: `${text}. The columns are: …`, found: joinNames(names, MOST_NAMED) };
}
