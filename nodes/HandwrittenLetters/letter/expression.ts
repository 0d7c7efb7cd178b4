/** What a field's expression says by itself, without n8n's expression engine. */
import type { IDataObject } from 'n8n-workflow';
import { ExpressionParser } from 'n8n-workflow';

import type { Fault } from '../../words/refusal';

const STEP = String.raw`\.([A-Za-z_]\w*)|\[(?:'([^'\\]*)'|"([^"\\]*)")\]`;
const REFERENCE = new RegExp(String.raw`^=\{\{\s*\$json((?:${STEP})+)\s*\}\}$`);

/**
 * The path of a plain reference to the item, `={{ $json.city }}`, as dragging a field makes it; undefined
 * for any other expression.
 */
export function readReference(expression: string): string[] | undefined {
	const steps = REFERENCE.exec(expression)?.[1];
	if (steps === undefined) return undefined;
	return [...steps.matchAll(new RegExp(STEP, 'g'))].map(
		([, name, single, double]) => name ?? single ?? double ?? '',
	);
}

/** The JSON value at the path; undefined where there is none that n8n would give as it is. */
export function follow(json: IDataObject, path: string[]): unknown {
	let value: unknown = json;
	for (const name of path) {
		// Names every object inherits are n8n's to judge: it refuses some of them.
		if (!isPlainObject(value) || name in Object.prototype || !Object.hasOwn(value, name)) {
			return undefined;
		}
		value = value[name];
	}
	return isJson(value) ? value : undefined;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isJson(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isJson);
	if (isPlainObject(value)) return Object.values(value).every(isJson);
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * An empty text as a fallback or a branch; `.replace('-', '')` and `.join('')` say nothing of it.
 * What a model fills in, it may leave empty: no column is missing there.
 */
const EMPTY_BRANCH =
	/(?:\?\?|\|\||[?:]|\breturn\b|=>)\s*(?:''|""|``)|\bif(?:Empty)?\([^]*(?:''|""|``)|\$fromAI\b/i;

/**
 * Whether an empty value is meant. Who writes an empty text into an expression, as in
 * `{{ $json.vip ? 'PS: see you soon' : '' }}` or `{{ $json.ps ?? '' }}`, has thought of it.
 * @param expression An expression, or a field that has some.
 */
export const isEmptinessMeant = (expression: string): boolean => EMPTY_BRANCH.test(expression);

/** `$today` is the same for a whole day. */
const CHANGING =
	/\$now\b|\$execution\.id\b|\bMath\.random\b|\b(?:Date|DateTime)\.now\b|\bnew Date\(\s*\)|\brandomUUID\(/;

/** Of what tells letters apart: a value that differs on every try would order the letter again. */
export function changingFaults(raw: unknown, field: string): Fault[] {
	const found = codeIn(raw).match(CHANGING)?.[0];
	if (found === undefined) return [];
	const text = `uses ${found}, which differs on every try, so that the letter could be ordered twice`;
	const hint = 'Use a number of the letter itself, with $today.year for one a year, or leave the field empty';
	return [{ field, text, hint }];
}

/** What n8n evaluates in a raw parameter. */
export function codeIn(raw: unknown): string {
	if (typeof raw !== 'string' || !raw.startsWith('=')) return '';
	const chunks = ExpressionParser.splitExpression(raw.slice(1));
	return chunks.flatMap(({ type, text }) => (type === 'code' ? [text] : [])).join('\n');
}

/** One expression of a field such as `Oi {{ $json.Nome }}, obrigado!`. */
export interface ExpressionPart {
	/** As it stands in the field, for example `{{ $json.Nome }}`. */
	expression: string;
	/** Where a plain reference leads in the item. */
	path?: string[];
	/** What it gives may be nothing on purpose. */
	mayBeNothing: boolean;
}

export interface SplitText {
	pieces: Array<string | ExpressionPart>;
	/** False where n8n writes its own words otherwise than they stand here. */
	literal: boolean;
}

/**
 * Cuts such a field into its own words and its expressions. n8n joins them and writes nothing for an
 * expression that gives nothing, so only the parts show that the sentence has a gap. Undefined for a fixed
 * text and for one expression alone, whose value n8n gives as it is.
 */
export function splitText(raw: string): SplitText | undefined {
	if (!raw.startsWith('=')) return undefined;
	const chunks = ExpressionParser.splitExpression(raw.slice(1)).filter(
		({ type, text }) => type === 'code' || text !== '',
	);
	if (chunks.length < 2 || chunks.every(({ type }) => type === 'text')) return undefined;
	return {
		pieces: chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : toPart(chunk))),
		// n8n writes two backslashes as one, and they decide what brackets mean.
		literal: chunks.every(({ type, text }) => type === 'code' || !text.includes('\\')),
	};
}

function toPart(chunk: ReturnType<typeof ExpressionParser.splitExpression>[number]): ExpressionPart {
	const expression = ExpressionParser.joinExpression([chunk]);
	return { expression, path: readReference(`=${expression}`), mayBeNothing: isEmptinessMeant(expression) };
}
