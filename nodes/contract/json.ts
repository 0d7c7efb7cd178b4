/** JSON as it is sent, hashed and kept: the same text for equal values, and no deeper than its readers can walk. */

/** Deeper values do not tell orders apart: their place in the run does, or their External IDs. */
const DEEPEST = 500;

/** JSON text that does not depend on the order of an object's properties. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(inOrder(value));
}

/** Before it becomes text: as a replacer of `JSON.stringify` this would take three times as long. */
function inOrder(value: unknown, left = DEEPEST): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (left === 0) return null;
	const parts = value as Record<string, unknown> & { toJSON?: () => unknown };
	if (typeof parts.toJSON === 'function') return inOrder(parts.toJSON(), left - 1);
	if (Array.isArray(value)) return value.map((part) => inOrder(part, left - 1));
	return Object.fromEntries(
		Object.keys(parts)
			.sort()
			.map((key) => [key, inOrder(parts[key], left - 1)]),
	);
}

export function isDeeperThan(value: unknown, most: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return most === 0 || Object.values(value).some((part) => isDeeperThan(part, most - 1));
}

/** The same value, without what lies deeper. */
export function cutBelow(value: unknown, most: number): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (most === 0) return null;
	if (Array.isArray(value)) return value.map((part) => cutBelow(part, most - 1));
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cutBelow(part, most - 1)]));
}
