/** What a verb of the program is, and how its command line is read. */
import { parseArgs } from 'node:util';

import type { ControlClient } from '../client/controlClient';
import { UsageError } from '../commandLine';
import type { Output } from './output';

interface Option {
	/** What stands for its value in the help; none for a switch. */
	readonly value?: string;
	readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;

export interface Given {
	readonly positionals: readonly string[];
	text: (option: string) => string | undefined;
	/** A whole number; a UsageError for anything else. */
	number: (option: string) => number | undefined;
	has: (option: string) => boolean;
}

export interface Scene {
	readonly client: ControlClient;
	readonly apiKey: string;
	readonly given: Given;
	readonly output: Output;
}

export interface Verb {
	/** As the help shows them, for example `[LETTER] [STATUS]`. */
	readonly positionals: string;
	readonly most: number;
	readonly help: string;
	readonly options?: Options;
	readonly run: (scene: Scene) => Promise<void>;
}

export function readGiven(argv: readonly string[], options: Options, most: number): Given {
	const specification = Object.fromEntries(
		Object.entries(options).map(([name, { value }]) => [
			name,
			{ type: value === undefined ? ('boolean' as const) : ('string' as const) },
		]),
	);
	let parsed;
	try {
		parsed = parseArgs({ args: [...argv], options: specification, allowPositionals: true });
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
	const { values, positionals } = parsed;
	const tooMany = positionals[most];
	if (tooMany !== undefined) throw new UsageError(`There is no place for "${tooMany}"`);
	const text = (option: string) => {
		const value = values[option];
		return typeof value === 'string' ? value : undefined;
	};
	return {
		positionals,
		text,
		number: (option) => {
			const value = text(option);
			if (value === undefined || /^\d+$/.test(value)) return value === undefined ? undefined : Number(value);
			throw new UsageError(`--${option} must be a whole number`);
		},
		has: (option) => values[option] === true,
	};
}

/** A UsageError for anything else. */
export function oneOf<Name extends string>(
	names: readonly Name[],
	given: string | undefined,
	what: string,
): Name {
	const found = names.find((name) => name === given);
	if (found !== undefined) return found;
	throw new UsageError(`${what} must be one of ${names.join(', ')}`);
}

/** Two columns: `--limit N` and what it says. */
export function optionLines(options: Options): string {
	return Object.entries(options)
		.map(
			([name, { value, help }]) =>
				`  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(26)} ${help}`,
		)
		.join('\n');
}
