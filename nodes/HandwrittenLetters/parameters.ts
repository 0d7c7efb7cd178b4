/**
 * Reads the node's parameters for many items. n8n evaluates every expression in a JavaScript engine
 * of its own, and the ten of one letter cost more than sending it. So what needs no engine is read
 * without one: a parameter without expressions once, and a plain reference to the item
 * (`{{ $json.city }}`, as dragging a field makes it) from the item. Everything else, and whatever
 * such a reference does not lead to, is n8n's to evaluate.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** How one parameter gets its value. */
type Source =
	| { kind: 'constant'; value: unknown }
	| { kind: 'item'; path: string[] }
	| { kind: 'expression' };

const STEP = String.raw`\.([A-Za-z_]\w*)|\[(?:'([^'\\]*)'|"([^"\\]*)")\]`;
const REFERENCE = new RegExp(String.raw`^=\{\{\s*\$json((?:${STEP})+)\s*\}\}$`);

/** The path of a plain reference to the item; undefined for any other expression. */
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

function isPlainObject(value: unknown): value is Record<string, unknown> {
	return (
		typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
	);
}

function isJson(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isJson);
	if (isPlainObject(value)) return Object.values(value).every(isJson);
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

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
		return this.value(name, itemIndex, false);
	}

	/** What was picked or typed in a resource locator (none of ours extracts by a pattern). */
	readLocator(name: string, itemIndex: number): unknown {
		return this.value(name, itemIndex, true);
	}

	private value(name: string, itemIndex: number, extractValue: boolean): unknown {
		const source = this.sourceOf(name, extractValue);
		if (source.kind === 'constant') return source.value;
		if (source.kind === 'item') {
			const value = follow(this.items[itemIndex]?.json ?? {}, source.path);
			// A locator that is an object as a whole is n8n's to take apart.
			if (value !== undefined && !(extractValue && typeof value === 'object')) return value;
		}
		return this.evaluate(name, itemIndex, extractValue);
	}

	private sourceOf(name: string, extractValue: boolean): Source {
		let source = this.sources.get(name);
		if (source === undefined) {
			source = this.findSource(name, extractValue);
			this.sources.set(name, source);
		}
		return source;
	}

	private findSource(name: string, extractValue: boolean): Source {
		const raw: unknown = this.context.getNodeParameter(name, 0, '', { rawExpressions: true });
		if (!hasExpression(raw)) {
			return { kind: 'constant', value: this.evaluate(name, 0, extractValue) };
		}
		const expression = extractValue && isPlainObject(raw) ? raw.value : raw;
		const path = typeof expression === 'string' ? readReference(expression) : undefined;
		return path === undefined ? { kind: 'expression' } : { kind: 'item', path };
	}

	private evaluate(name: string, itemIndex: number, extractValue: boolean): unknown {
		return this.context.getNodeParameter(name, itemIndex, '', { extractValue });
	}
}
