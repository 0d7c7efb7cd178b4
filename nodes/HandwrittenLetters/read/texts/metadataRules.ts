/**
 * What metadata must not hold, because it would come back changed (spec, Card create request:
 * metadata is returned unchanged). Nobody would see it until the letter's events are looked up.
 */

/** Everything that would not leave as it stands. */
export function metadataFaults(metadata: unknown): string[] {
	if (!isList(metadata) && !isObject(metadata)) return [];
	const dropped = Object.hasOwn(metadata, '__proto__')
		? ['has the key "__proto__", which cannot be sent: rename it']
		: [];
	return [...dropped, ...numbersIn(metadata).flatMap(([path, value]) => describeNumber(path, value))];
}

function describeNumber(path: string, value: number): string[] {
	if (!Number.isFinite(value)) {
		return [`"${path}" is ${value}, which JSON cannot hold: correct the expression, or write it as text`];
	}
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return [];
	return [`"${path}" has more digits than a number can hold: write it in quotes, as text`];
}

/** With the path of each, for example `order.lines.0`. */
function numbersIn(value: unknown, path: string[] = []): Array<[path: string, value: number]> {
	if (typeof value === 'number') return [[path.join('.'), value]];
	if (!isList(value) && !isObject(value)) return [];
	return Object.entries(value).flatMap(([key, part]) => numbersIn(part, [...path, key]));
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function hasToJson(value: object): boolean {
	return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** A date becomes text as a whole: its own fields are not sent. */
function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !hasToJson(value);
}
