/**
 * The fields of a letter, a row for each field of the contract, in the order of the panel. The panel, the
 * labels, how a field is read and checked, and the options that name fields follow from it. A field of the
 * contract without a row does not compile.
 */
import type { INodeProperties } from 'n8n-workflow';

import type { CardCreateRequest } from '../../contract/contract';
import { fieldHint } from '../../n8n/builderHints';

/** Of each field in the request, for example `to.city`. */
export type PathIn<Request extends { to: object }> =
	`to.${keyof Request['to'] & string}` | Exclude<keyof Request & string, 'to'>;

export type LetterPath = PathIn<CardCreateRequest>;

/** Its type says how the field is read. */
type Panel = INodeProperties & { type: 'string' | 'resourceLocator' | 'dateTime' | 'fixedCollection' };

export interface LetterField {
	panel: Panel;
	/** Whether it is written on the letter or its envelope. */
	onPaper: boolean;
	/**
	 * What it means that an expression gives nothing for it.
	 * - refused: the contract wants it.
	 * - unprotected: it tells letters apart, so that an expression must not leave it out.
	 * - decides: it changes when a letter leaves, or what it says, so an expression must give it, too.
	 * - usual: many letters have none; a check says so where all have none.
	 */
	whenEmpty: 'refused' | 'unprotected' | 'decides' | 'usual';
	/** It stands among the Additional Fields. */
	additional?: true;
}

type WhenEmpty = LetterField['whenEmpty'];
type Text = Omit<INodeProperties, 'type' | 'default'>;

const text = (panel: Text) => ({ ...panel, type: 'string', default: '' }) satisfies Panel;
const written = (whenEmpty: WhenEmpty, panel: Text): LetterField => ({
	panel: text(panel),
	onPaper: true,
	whenEmpty,
});
const unwritten = (whenEmpty: WhenEmpty, panel: Panel): LetterField => ({ panel, onPaper: false, whenEmpty });
const additional = (whenEmpty: WhenEmpty, panel: Panel): LetterField => ({
	...unwritten(whenEmpty, panel),
	additional: true,
});
const chosen = (placeholder: string, searchListMethod: string, example: string) => ({
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list' as const,
			placeholder,
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string' as const, placeholder: example },
	],
});

export const LETTER_FIELDS: Record<LetterPath, LetterField> = {
	'to.name': written('refused', {
		displayName: 'Name',
		name: 'name',
		placeholder: 'e.g. Maria Aparecida da Silva',
		description: 'Full name of the recipient',
	}),
	'to.address_line1': written('refused', {
		displayName: 'Address Line 1',
		name: 'addressLine1',
		placeholder: 'e.g. Rua das Laranjeiras, 210',
		description: 'Street and number',
	}),
	'to.address_line2': written('usual', {
		displayName: 'Address Line 2',
		name: 'addressLine2',
		placeholder: 'e.g. Bloco B, ap. 42',
		description: 'Block, apartment or reference',
	}),
	'to.city': written('refused', {
		displayName: 'City',
		name: 'city',
		placeholder: 'e.g. São Paulo',
		description: 'City of the recipient',
	}),
	'to.state': written('refused', {
		displayName: 'State',
		name: 'state',
		placeholder: 'e.g. SP',
		description: 'Two-letter code, or the name of a state of Brazil; elsewhere two letters or digits',
	}),
	'to.zip': written('refused', {
		displayName: 'Postal Code (CEP)',
		name: 'zip',
		placeholder: 'e.g. 01310-100',
		description: 'Postal code of the recipient; in Brazil 8 digits, with or without the hyphen',
		builderHint: fieldHint(
			'Always a text, never a number: a number loses the leading zero of a postal code such as 01310-100. Do not pad a shorter one; the node names the item that is to be corrected.',
		),
	}),
	'to.country': written('usual', {
		displayName: 'Country',
		name: 'country',
		placeholder: 'e.g. BR',
		description: 'Two-letter ISO code, or the name in Portuguese or English. If empty, Brazil (BR).',
	}),
	message: written('decides', {
		displayName: 'Message',
		name: 'message',
		typeOptions: { rows: 5 },
		placeholder: 'e.g. Dear Maria, thank you for your first order.',
		description: 'The text of the letter, exactly as it will be written. Needed unless a template is chosen.',
	}),
	external_id: unwritten(
		'unprotected',
		text({
			displayName: 'External ID',
			name: 'externalId',
			placeholder: 'e.g. order-10482',
			description:
				'Your own number for this letter: that of the order, not of the customer or the row. One External ID is one letter, however often the workflow runs, as long as the service remembers it. A second letter to the same customer needs another, such as 1001-birthday-2027.',
		}),
	),
	style: unwritten('usual', {
		displayName: 'Style',
		name: 'style',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'Handwriting style. If empty, the service chooses.',
		...chosen('Select a style...', 'searchStyles', 'e.g. sty_casual'),
	}),
	template: unwritten('decides', {
		displayName: 'Template',
		name: 'template',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'Template approved for the account. Needed unless a message is given.',
		...chosen('Select a template...', 'searchTemplates', 'e.g. tpl_thank_you'),
	}),
	metadata: additional('usual', {
		displayName: 'Metadata',
		name: 'metadata',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		description:
			'Keys and values of your own. The service returns them unchanged with the letter and in every event. To add all keys of an object, give it as Value and leave Key empty.',
		options: [
			{
				displayName: 'Pair',
				name: 'values',
				values: [
					{ displayName: 'Key', name: 'key', type: 'string', default: '' },
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
	}),
	schedule_at: additional('decides', {
		displayName: 'Schedule At',
		name: 'scheduleAt',
		type: 'dateTime',
		default: '',
		description:
			'When to release the letter. A time without an offset is read in the time zone of the workflow; a date without a time means midnight.',
	}),
};

/** It wins over the External ID. */
export const KEY_LABEL = 'Idempotency Key';

/** Where the parameter stands. */
export const KEY_PARAMETER = 'options.idempotencyKey';

export const keyOption: INodeProperties = {
	displayName: KEY_LABEL,
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderId }}',
	description:
		'Identifies the letter instead of its External ID: letters with the same key are one letter. To order a letter of the error output again, give its error.details.idempotency_key here.',
	builderHint: fieldHint('Leave out unless the user asks for it: External ID identifies a letter.'),
};

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
