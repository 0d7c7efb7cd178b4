/**
 * Reads the node's parameters for many items. n8n evaluates every expression in a JavaScript engine
 * of its own, and the ten of one letter cost more than sending it. So what needs no engine is read
 * without one: a parameter without expressions once, and a plain reference to the item
 * (`{{ $json.city }}`, as dragging a field makes it) from the item. Everything else, and whatever
 * such a reference does not lead to, is n8n's to evaluate.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { SplitText } from './expression';
import { follow, isEmptinessMeant, isPlainObject, readReference, splitText } from './expression';

/** How one parameter gets its value. */
type Source =
	| { kind: 'constant'; value: unknown }
	| { kind: 'item'; path: string[] }
	| { kind: 'expression'; mayBeNothing: boolean }
	| { kind: 'split'; text: SplitText };

/** True when n8n would evaluate something in it. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

export class ParameterReader {
	private readonly sources = new Map<string, Source>();
	private readonly items;

	constructor(private readonly context: IExecuteFunctions) {
		this.items = context.getInputData();
	}

	/** A parameter that is not there counts as empty. */
	read(name: string, itemIndex: number): unknown {
		return this.value(name, itemIndex, this.sourceOf(name, false), false);
	}

	/**
	 * A text, with what each expression in it gave.
	 * @param isLocator what was picked or typed in a resource locator (none of ours extracts by a pattern). n8n's
	 * own `extractValue` throws when a retry runs parameters from before a field on which this one now depends.
	 */
	readField(name: string, itemIndex: number, isLocator = false): FieldValue {
		const source = this.sourceOf(name, isLocator);
		if (source.kind === 'split') {
			const { pieces, literal } = source.text;
			return {
				pieces: pieces.map((piece) => {
					if (typeof piece === 'string') return piece;
					const { expression, path, mayBeNothing } = piece;
					const found = path && follow(this.items[itemIndex]?.json ?? {}, path);
					const value = found === undefined ? this.context.evaluateExpression(expression, itemIndex) : found;
					return { expression, value, ...(mayBeNothing && { mayBeNothing }) };
				}),
				...(literal ? {} : { whole: this.evaluate(name, itemIndex, isLocator) }),
			};
		}
		return { value: this.value(name, itemIndex, source, isLocator), ...this.origin(name, isLocator) };
	}

	/** Where its value comes from. */
	origin(name: string, isLocator = false): Omit<SingleValue, 'value'> {
		const source = this.sourceOf(name, isLocator);
		return {
			byExpression: source.kind !== 'constant',
			...(source.kind === 'expression' && source.mayBeNothing && { mayBeNothing: true }),
		};
	}

	private value(name: string, itemIndex: number, source: Source, isLocator: boolean): unknown {
		if (source.kind === 'constant') return source.value;
		const value = source.kind === 'item' ? follow(this.items[itemIndex]?.json ?? {}, source.path) : undefined;
		// A locator that is an object as a whole is taken apart below.
		if (value !== undefined && !(isLocator && typeof value === 'object')) return value;
		return this.evaluate(name, itemIndex, isLocator);
	}

	private sourceOf(name: string, isLocator: boolean): Source {
		const known = this.sources.get(name) ?? this.findSource(name, isLocator);
		this.sources.set(name, known);
		return known;
	}

	private findSource(name: string, isLocator: boolean): Source {
		const raw: unknown = this.context.getNodeParameter(name, 0, '', { rawExpressions: true });
		if (!hasExpression(raw)) {
			return { kind: 'constant', value: this.evaluate(name, 0, isLocator) };
		}
		const expression = isLocator && isPlainObject(raw) ? raw.value : raw;
		if (typeof expression !== 'string') return { kind: 'expression', mayBeNothing: false };
		const path = readReference(expression);
		if (path !== undefined) return { kind: 'item', path };
		const text = splitText(expression);
		if (text !== undefined) return { kind: 'split', text };
		return { kind: 'expression', mayBeNothing: isEmptinessMeant(expression) };
	}

	private evaluate(name: string, itemIndex: number, isLocator: boolean): unknown {
		const value: unknown = this.context.getNodeParameter(name, itemIndex, '');
		if (!isLocator || typeof value !== 'object' || value === null) return value;
		return 'mode' in value && 'value' in value ? value.value : value;
	}
}

/** One value, or a text made of several parts. */
export type FieldValue = SingleValue | FilledText;

export interface SingleValue {
	value: unknown;
	/** False when the user typed it as it is. */
	byExpression: boolean;
	/** Its expression may give nothing on purpose. */
	mayBeNothing?: boolean;
}

export interface FilledText {
	/** The user's own words, and what the expressions between them gave. */
	pieces: TextPiece[];
	/** What n8n makes of it, where that is not the pieces joined. */
	whole?: unknown;
}

export type TextPiece = string | FilledPart;

export interface FilledPart {
	expression: string;
	value: unknown;
	/** It may give nothing on purpose. */
	mayBeNothing?: boolean;
}
