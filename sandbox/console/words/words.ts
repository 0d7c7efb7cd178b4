/** The console's words in the browser's language, and how values get into them. */
import type { ComponentChildren } from 'preact';

import { language } from './language';
import type { Section } from './row';
import { TABLE } from './table';

/** Known by their English text, so that the compiler finds the slots in it. */
type Words<S extends Section> = { readonly [Key in keyof S]: S[Key]['en'] };

function inLanguage<S extends Section>(section: S): Words<S> {
	const texts = Object.entries(section).map(([key, row]) => [key, row[language]]);
	return Object.fromEntries(texts) as Words<S>;
}

export const words = Object.fromEntries(
	Object.entries(TABLE).map(([name, section]) => [name, inLanguage<Section>(section)]),
) as unknown as { readonly [Name in keyof typeof TABLE]: Words<(typeof TABLE)[Name]> };

type SlotsOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
	? Name | SlotsOf<Rest>
	: never;

type Values<Text extends string, Value> = Readonly<Record<SlotsOf<Text>, Value>>;

/** Text and the names of slots take turns: `Signed events go to {url}`. */
const SLOT = /\{(\w+)\}/;

/** A text with elements in its slots. */
export function fill<Text extends string>(
	text: Text,
	values: Values<Text, ComponentChildren>,
): ComponentChildren[] {
	const all: Readonly<Record<string, ComponentChildren>> = values;
	return text.split(SLOT).map((part, i) => (i % 2 === 0 ? part : all[part]));
}

/** A text with texts in its slots. */
export function fillText<Text extends string>(text: Text, values: Values<Text, string | number>): string {
	const all: Readonly<Record<string, string | number>> = values;
	return text
		.split(SLOT)
		.map((part, i) => (i % 2 === 0 ? part : all[part]))
		.join('');
}
