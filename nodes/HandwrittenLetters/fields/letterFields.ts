/** The fields that describe one letter, shared by Card > Create and Batch > Create. */
import type { INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../n8n/builderHints';

export const recipientFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Maria Aparecida da Silva',
		description: 'Full name of the recipient',
	},
	{
		displayName: 'Address Line 1',
		name: 'addressLine1',
		type: 'string',
		default: '',
		placeholder: 'e.g. Rua das Laranjeiras, 210',
		description: 'Street and number',
	},
	{
		displayName: 'Address Line 2',
		name: 'addressLine2',
		type: 'string',
		default: '',
		placeholder: 'e.g. Bloco B, ap. 42',
		description: 'Block, apartment or reference',
	},
	{
		displayName: 'City',
		name: 'city',
		type: 'string',
		default: '',
		placeholder: 'e.g. São Paulo',
		description: 'City of the recipient',
	},
	{
		displayName: 'State',
		name: 'state',
		type: 'string',
		default: '',
		placeholder: 'e.g. SP',
		description: 'Two-letter state code; outside Brazil two letters or digits',
	},
	{
		displayName: 'Postal Code (CEP)',
		name: 'zip',
		type: 'string',
		default: '',
		placeholder: 'e.g. 01310-100',
		description: 'Postal code of the recipient; in Brazil 8 digits, with or without the hyphen',
		builderHint: fieldHint(
			'Always a text, never a number: a number loses the leading zero of a postal code such as 01310-100. Do not pad a shorter one; the node names the item that is to be corrected.',
		),
	},
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: '',
		placeholder: 'e.g. BR',
		description: 'Two-letter ISO country code. If empty, Brazil (BR).',
	},
];

export const additionalFields: INodeProperties[] = [
	{
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
	},
	{
		displayName: 'Schedule At',
		name: 'scheduleAt',
		type: 'dateTime',
		default: '',
		description:
			'When to release the letter. A time without an offset is read in the time zone of the workflow; a date alone means midnight.',
	},
];

export const contentFields: INodeProperties[] = [
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 5 },
		default: '',
		placeholder: 'e.g. Dear Maria, thank you for your first order.',
		description: 'The text of the letter, exactly as it will be written. Needed unless a template is chosen.',
	},
	{
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-10482',
		description:
			"Your own number of this letter, such as the order number; not the customer's, nor the row's. One External ID is one letter, however often the workflow runs, as long as the service remembers it. A second letter to the same customer needs another, such as 1001-birthday-2027.",
	},
	{
		displayName: 'Style',
		name: 'style',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'Handwriting style. If empty, the service chooses.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a style...',
				typeOptions: { searchListMethod: 'searchStyles', searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. sty_casual' },
		],
	},
	{
		displayName: 'Template',
		name: 'template',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'Template approved for the account. Needed unless a message is given.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a template...',
				typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. tpl_thank_you' },
		],
	},
	{
		displayName:
			'Variables of a template (in brackets after its name) cannot be filled in from n8n. Ask the letter service before you order a template that has any.',
		name: 'templateNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { template: [{ _cnd: { not: '' } }] } },
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: additionalFields,
	},
];
