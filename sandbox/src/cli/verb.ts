/** What a verb of the program is, and what it reads of its command line. */
import type { Command } from 'commander';
import { Argument, InvalidArgumentError, Option } from 'commander';

import type { ControlClient } from '../client/controlClient';
import type { Output } from './output';

export class UsageError extends Error {}

export interface Given {
	readonly positionals: readonly string[];
	/** The value of an option, by its name in camel case. */
	text: (option: string) => string | undefined;
	number: (option: string) => number | undefined;
	has: (option: string) => boolean;
	/** As commander has them. */
	readonly flags: Readonly<Record<string, unknown>>;
	/** The option in the words of the command line; none where it was not given there. */
	said: (option: Option) => string[];
}

export interface Scene {
	readonly client: ControlClient;
	readonly apiKey: string;
	readonly given: Given;
	readonly output: Output;
	readonly env: NodeJS.ProcessEnv;
}

export interface Verb {
	readonly arguments?: readonly Argument[];
	readonly options?: readonly Option[];
	readonly help: string;
	/** What the help of this verb shows after its options. */
	readonly appendix?: string;
	/** It asks no running sandbox, and takes no options for that. */
	readonly isAlone?: boolean;
	/** A number it gives is the exit code. */
	readonly run: (scene: Scene) => Promise<unknown>;
}

/** An option without its value would take the next option for it: `--data --quiet`. */
export function notAnOption(value: string): string {
	if (!/^--\w/.test(value)) return value;
	throw new InvalidArgumentError('It looks like the next option.');
}

/** `--limit <N>` takes a value, `--json` is a switch. */
export function option(flags: string, help: string): Option {
	const made = new Option(flags, help);
	return made.required ? made.argParser(notAnOption) : made;
}

export function numberOption(flags: string, help: string): Option {
	return new Option(flags, help).argParser(wholeNumber);
}

function wholeNumber(text: string): number {
	if (/^\d+$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It must be a whole number.');
}

export function argument(name: string, help: string): Argument {
	return new Argument(name, help);
}

export function givenTo(command: Command): Given {
	const values = command.opts<Record<string, unknown>>();
	const text = (name: string) => {
		const value = values[name];
		return typeof value === 'string' ? value : undefined;
	};
	const number = (name: string) => {
		const value = values[name];
		return typeof value === 'number' ? value : undefined;
	};
	const said = (one: Option): string[] => {
		if (command.getOptionValueSource(one.attributeName()) !== 'cli') return [];
		const value = values[one.attributeName()];
		return [value].flat().flatMap((each) => [`--${one.name()}`, ...(each === true ? [] : [String(each)])]);
	};
	return {
		positionals: command.args,
		text,
		number,
		has: (name) => values[name] === true,
		flags: values,
		said,
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

/** `localhost:3000/hook` means http; anything else is for the rules of addresses to judge. */
export function withScheme(address: string): string {
	const hasPort = /^([\w.-]+|\[[\da-f:]+\]):\d{1,5}([/?#]|$)/i;
	return hasPort.test(address) || /^localhost([/?#]|$)/i.test(address) ? `http://${address}` : address;
}
