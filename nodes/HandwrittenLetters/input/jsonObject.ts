/** Reads JSON text, and an object that is given as such, by an expression, or as JSON text. */
import type { Fault } from '../../shared/failures/refusal';

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
	const marks = /[{}"]/g;
	for (let mark = marks.exec(json); mark !== null; mark = marks.exec(json)) {
		if (mark[0] === '{') objects.push(new Set());
		else if (mark[0] === '}') objects.pop();
		else {
			const end = endOfText(json, mark.index);
			marks.lastIndex = end;
			if (!isKey(json, end)) continue;
			const name = JSON.parse(json.slice(mark.index, end)) as string;
			const names = objects.at(-1);
			if (names?.has(name)) return name;
			names?.add(name);
		}
	}
	return undefined;
}

/** One pattern for a whole text would remember each of its characters, and fail at some megabytes. */
function endOfText(json: string, start: number): number {
	const steps = /\\.|"/g;
	steps.lastIndex = start + 1;
	while (steps.exec(json)?.[0].startsWith('\\')) continue;
	return steps.lastIndex;
}

function isKey(json: string, end: number): boolean {
	const next = /\S/g;
	next.lastIndex = end;
	return next.exec(json)?.[0] === ':';
}
