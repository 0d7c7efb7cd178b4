/**
 * Reads the form in which n8n stores executions (the `flatted` format): a JSON array whose first
 * entry is the value, and in which every text inside an object is the index of the entry it means.
 * The library itself has ESM types alone, which this CommonJS project cannot import.
 */
export function parseFlatted(text: string): unknown {
	const entries = JSON.parse(text) as unknown[];
	const revived = new Map<string, unknown>();

	function revive(index: string): unknown {
		const entry = entries[Number(index)];
		if (typeof entry !== 'object' || entry === null) return entry;
		const known = revived.get(index);
		if (known !== undefined) return known;
		const copy: unknown[] | Record<string, unknown> = Array.isArray(entry) ? [] : {};
		// Noted before its contents are read: they may refer back to it.
		revived.set(index, copy);
		for (const [key, value] of Object.entries(entry)) {
			Object.assign(copy, { [key]: typeof value === 'string' ? revive(value) : (value as unknown) });
		}
		return copy;
	}
	return revive('0');
}

/** Every object in it, however deep; where a value is an object itself, it stands for itself in the list. */
export function flattedObjects(text: string): Array<Record<string, unknown>> {
	const entries = JSON.parse(text) as unknown[];
	return entries.flatMap((entry) => {
		if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
		const values = Object.entries(entry).map(([key, value]: [string, unknown]) => [
			key,
			typeof value === 'string' ? entries[Number(value)] : value,
		]);
		return [Object.fromEntries(values) as Record<string, unknown>];
	});
}
