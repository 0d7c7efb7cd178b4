/**
 * A plain reference to the item, `{{ $json.city }}`, as dragging a field makes it: it is read from
 * the item, without n8n's expression engine.
 */
import type { IDataObject } from 'n8n-workflow';

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

export function isPlainObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isJson(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isJson);
	if (isPlainObject(value)) return Object.values(value).every(isJson);
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
