/** Reads JSON text, and an object that is given as such, by an expression, or as JSON text. */
import type { Fault } from './problems';

export function readObject(
	value: unknown,
	field: string,
	faults: Fault[],
): Record<string, unknown> | undefined {
	const { value: parsed, fault = 'must be an object' } = parseJson(value);
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as Record<string, unknown>;
	}
	faults.push({ field, text: fault });
	return undefined;
}

/** What JSON text says, or what is wrong with it; anything but text is taken as it is. */
export function parseJson(value: unknown): { value?: unknown; fault?: string } {
	if (typeof value !== 'string') return { value };
	try {
		const parsed = JSON.parse(value) as unknown;
		const repeated = repeatedKey(value);
		if (repeated !== undefined) return { fault: `has the key "${repeated}" more than once` };
		return { value: parsed };
	} catch {
		return { fault: 'is not valid JSON' };
	}
}

/** A key that stands twice in one object of valid JSON: parsing keeps the last and loses the others. */
function repeatedKey(json: string): string | undefined {
	const objects: Array<Set<string>> = [];
	for (const [token, key] of json.matchAll(/("(?:[^"\\]|\\.)*")(?:\s*:)?|[{}]/g)) {
		if (token === '{') objects.push(new Set());
		else if (token === '}') objects.pop();
		else if (key !== undefined && token !== key) {
			const name = JSON.parse(key) as string;
			const names = objects.at(-1);
			if (names?.has(name)) return name;
			names?.add(name);
		}
	}
	return undefined;
}
