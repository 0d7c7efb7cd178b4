/** A JSON body in lines, each with the place in the body that it begins. */
export interface BodyLine {
	readonly text: string;
	/** As the service's errors name it, for example `cards[3].to.zip`; null for a closing bracket. */
	readonly path: string | null;
}

function within(path: string, key: string | number): string {
	if (typeof key === 'number') return `${path}[${key}]`;
	return path === '' ? key : `${path}.${key}`;
}

function linesOf(value: unknown, path: string, indent: string, head: string): BodyLine[] {
	if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
		return [{ text: indent + head + JSON.stringify(value), path }];
	}
	const isList = Array.isArray(value);
	const inner = Object.entries(value as Record<string, unknown>).map(([key, entry]) =>
		linesOf(
			entry,
			within(path, isList ? Number(key) : key),
			`${indent}  `,
			isList ? '' : `${JSON.stringify(key)}: `,
		),
	);
	const separated = inner.map((lines, i) =>
		i === inner.length - 1 ? lines : lines.with(-1, comma(lines.at(-1))),
	);
	return [
		{ text: indent + head + (isList ? '[' : '{'), path },
		...separated.flat(),
		{ text: indent + (isList ? ']' : '}'), path: null },
	];
}

const comma = (line: BodyLine = { text: '', path: null }): BodyLine => ({ ...line, text: `${line.text},` });

/** Text that is not JSON, or was cut, stays as it is. */
export function bodyLines(body: string): readonly BodyLine[] {
	let value: unknown;
	try {
		value = JSON.parse(body);
	} catch {
		return body.split('\n').map((text) => ({ text, path: null }));
	}
	return linesOf(value, '', '', '');
}

/** The fields that an error of the service names: `to.zip: must …; style: is …`. */
export function fieldsIn(error: string | null): ReadonlySet<string> {
	const named = [...(error ?? '').matchAll(/(?:^|; )([\w.[\]]+): /g)].map(([, path = '']) => path);
	return new Set(named);
}
