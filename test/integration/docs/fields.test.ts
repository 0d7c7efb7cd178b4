/** The page behind the panel's link "Docs", in both languages: every field and option, in the panel's order. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { HandwrittenLettersApi } from '../../../credentials/HandwrittenLettersApi.credentials';
import { HandwrittenLetters } from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import { letterPanels } from '../../../nodes/HandwrittenLetters/letter/letterFields';
import { HandwrittenLettersTrigger } from '../../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';

const ENGLISH = 'docs/fields.md';
const read = (file: string): string => readFileSync(path.resolve(__dirname, '../../..', file), 'utf8');

type Option = NonNullable<INodeProperties['options']>[number];
const isField = (option: Option): option is INodeProperties => 'type' in option;
const isGroup = (option: Option): option is INodePropertyCollection => 'values' in option;
const isChoice = (option: Option): option is INodePropertyOptions => 'value' in option;

/** With the fields inside it; "Options" is a heading of the page. */
function fieldsIn(field: INodeProperties): INodeProperties[] {
	const { name, type, options = [] } = field;
	if (type === 'notice' || name === 'resource' || name === 'operation') return [];
	const inside = [...options.filter(isField), ...options.filter(isGroup).flatMap(({ values }) => values)];
	return [...(name === 'options' ? [] : [field]), ...inside.flatMap(fieldsIn)];
}

const { properties } = new HandwrittenLetters().description;
const of = (resource: string, operation: string): INodeProperties[] =>
	properties.filter(({ displayOptions: { show } = {} }) =>
		[show?.resource?.[0] === resource, show?.operation?.[0] === operation].every(Boolean),
	);
const sections = [
	[...of('card', 'create'), ...of('card', 'createFromCheck')],
	of('batch', 'create'),
	of('card', 'get'),
	[...of('style', 'getMany'), ...of('template', 'getMany')],
];
const labelOf = ({ displayName }: INodeProperties): string => displayName;
/** A field that several operations have stands with the first. */
const action = sections
	.flat()
	.flatMap(fieldsIn)
	.filter((field, index, all) => all.findIndex((one) => labelOf(one) === labelOf(field)) === index);
const trigger = new HandwrittenLettersTrigger().description.properties.flatMap(fieldsIn);
const credential = new HandwrittenLettersApi().properties.flatMap(fieldsIn);
const all = [...action, ...trigger, ...credential];

/** What the user cannot guess; lists of the letter's own fields aside. */
function factsOf({ type, options = [], default: given }: INodeProperties): string[] {
	const ownNames = letterPanels.map(labelOf);
	const choices = options.filter(isChoice).map(({ name }) => name);
	return [
		...choices.filter((name) => !ownNames.includes(name)),
		...(type === 'number' ? [` ${JSON.stringify(given)}.`] : []),
	];
}

describe.each([ENGLISH, 'docs/campos.pt-BR.md'])('%s', (file) => {
	const rows = [...read(file).matchAll(/^\| \*\*(.+?)\*\* \|.*$/gm)];

	it('has every field, in the order of the panel', () => {
		expect(action.length).toBeGreaterThan(25);
		expect(rows.map(([, label]) => label)).toEqual(all.map(labelOf));
	});

	it.each(all.map((field, index) => [labelOf(field), field, index] as const))(
		'names the choices and the default of %s',
		(_label, field, index) => {
			const row = rows[index]?.[0];
			expect(factsOf(field).filter((fact) => !row?.includes(fact))).toEqual([]);
		},
	);
});
