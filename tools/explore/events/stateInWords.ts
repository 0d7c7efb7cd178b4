/** The state of a class that keeps it to itself, as text. */

/** Functions and promises are left out: who waits for what follows from the rest. */
export function inWords(value: unknown): string {
	if (value instanceof Map)
		return `{${[...value].map(([key, inner]) => `${String(key)}: ${inWords(inner)}`).join()}}`;
	if (Array.isArray(value)) return `[${value.map(inWords).join()}]`;
	if (value instanceof Promise || typeof value === 'function') return '';
	if (typeof value !== 'object' || value === null) return String(value);
	return inWords(new Map(Object.entries(value)));
}
