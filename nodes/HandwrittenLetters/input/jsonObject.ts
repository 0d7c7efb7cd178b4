/** Reads an object that is given as such, by an expression, or as JSON text. */
import type { Fault } from '../../shared/problems';

export function readObject(
	value: unknown,
	field: string,
	faults: Fault[],
): Record<string, unknown> | undefined {
	let parsed = value;
	if (typeof value === 'string') {
		try {
			parsed = JSON.parse(value) as unknown;
		} catch {
			faults.push({ field, text: 'is not valid JSON' });
			return undefined;
		}
		const repeated = repeatedKey(value);
		if (repeated !== undefined) {
			faults.push({ field, text: `has the key "${repeated}" more than once` });
			return undefined;
		}
	}
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as Record<string, unknown>;
	}
	faults.push({ field, text: 'must be an object' });
	return undefined;
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
