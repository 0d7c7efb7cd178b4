/** What follows from the table of a letter's fields: the panel, the labels, and what a letter holds there. */
import type { INodeProperties } from 'n8n-workflow';

import type { LetterField, LetterPath } from './letterFields';
import { LETTER_FIELDS } from './letterFields';

/** In the order of the panel. */
export const LETTER_PATHS = Object.keys(LETTER_FIELDS) as LetterPath[];

const pathsOf = (picks: (field: LetterField) => boolean): LetterPath[] =>
	LETTER_PATHS.filter((path) => picks(LETTER_FIELDS[path]));
const panelsOf = (paths: LetterPath[]): INodeProperties[] => paths.map((path) => LETTER_FIELDS[path].panel);

/** The fields that hold words of their own. */
export const TEXT_PATHS = pathsOf(({ panel }) => panel.type === 'string');
export const ON_PAPER = pathsOf(({ onPaper }) => onPaper);

export const letterPanels = panelsOf(LETTER_PATHS);
export const textPanels = panelsOf(TEXT_PATHS);

export const letterFields: INodeProperties[] = [
	...panelsOf(pathsOf(({ additional }) => !additional)),
	{
		displayName:
			'Variables of a template (in brackets after its name) cannot be filled in from n8n. Ask the letter service before you order a template that has any.',
		name: 'templateNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { template: [{ _cnd: { not: '' } }] } },
	},
];

export const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: panelsOf(pathsOf(({ additional }) => additional === true)),
};

/** The labels on the screen, for texts that name a field. */
export const labels = Object.fromEntries(
	LETTER_PATHS.map((path) => [path, LETTER_FIELDS[path].panel.displayName]),
) as Record<LetterPath, string>;

/** Also of a path that is no field, such as `to`. */
export const labelOf = (path: string): string => (labels as Partial<Record<string, string>>)[path] ?? path;

/** Split once: a run may have tens of thousands of letters. */
const KEYS = new Map<string, string[]>(LETTER_PATHS.map((path) => [path, path.split('.')]));

/** What a letter of any form holds there. */
export function valueAt(letter: unknown, path: string): unknown {
	const keys = KEYS.get(path) ?? path.split('.');
	return keys.reduce<unknown>(
		(value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
		letter,
	);
}

export function textsAt(letter: unknown, paths: LetterPath[]): Array<[path: LetterPath, text: string]> {
	const texts: Array<[path: LetterPath, text: string]> = [];
	for (const path of paths) {
		const value = valueAt(letter, path);
		if (typeof value === 'string') texts.push([path, value]);
	}
	return texts;
}
