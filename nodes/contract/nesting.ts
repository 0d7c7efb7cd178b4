/** JSON from outside may be nested so deep that whoever walks it runs out of stack. */

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
