/** The state of a class that keeps it to itself, as text. */

/** Functions and promises are left out: who waits for what follows from the rest. */
export function inWords(value: unknown): string {
	if (typeof value === 'function') return '';
	if (typeof value !== 'object' || value === null) return String(value);
	if (Array.isArray(value)) return `[${value.map(inWords).join()}]`;
	if (value instanceof Promise) return '';
	const entries = value instanceof Map ? [...value] : Object.entries(value);
	return `{${entries.map(([key, inner]) => `${String(key)}: ${inWords(inner)}`).join()}}`;
}
