/** The fields that describe one letter, shared by Card > Create and Batch > Create. */
import type { INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../shared/builder/builderHints';
import type { Address } from '../../shared/contract/contract';
import { DEFAULT_COUNTRY } from '../../shared/contract/contract';

/** What the JSON field begins with: every required field, to be filled in. */
const EMPTY_RECIPIENT: Address = {
	name: '',
	address_line1: '',
	city: '',
	state: '',
	zip: '',
	country: DEFAULT_COUNTRY,
};

export const recipientFields: INodeProperties[] = [
	{
		displayName: 'Recipient',
		name: 'recipient',
		type: 'options',
		options: [
			{ name: 'Separate Fields', value: 'fields', description: 'Fill in one field at a time' },
			{ name: 'One JSON Object', value: 'json', description: 'Pass the whole address as one object' },
		],
		default: 'fields',
		description: 'How the address of the recipient is given',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Maria Aparecida da Silva',
		description: 'Full name of the recipient',
		displayOptions: { show: { recipient: ['fields'] } },
	},
	{
		displayName: 'Address Line 1',
		name: 'addressLine1',
		type: 'string',
		default: '',
		placeholder: 'e.g. Rua das Laranjeiras, 210',
		description: 'Street and number',
		displayOptions: { show: { recipient: ['fields'] } },
	},
	{
		displayName: 'Address Line 2',
		name: 'addressLine2',
		type: 'string',
		default: '',
		placeholder: 'e.g. Bloco B, ap. 42',
		description: 'Block, apartment or reference',
		displayOptions: { show: { recipient: ['fields'] } },
	},
	{
		displayName: 'City',
		name: 'city',
		type: 'string',
		default: '',
		placeholder: 'e.g. São Paulo',
		description: 'City of the recipient',
		displayOptions: { show: { recipient: ['fields'] } },
	},
	{
		displayName: 'State',
		name: 'state',
		type: 'string',
		default: '',
		placeholder: 'e.g. SP',
		description: 'Two-letter state code; outside Brazil two letters or digits',
		displayOptions: { show: { recipient: ['fields'] } },
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
		displayOptions: { show: { recipient: ['fields'] } },
	},
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: DEFAULT_COUNTRY,
		placeholder: 'e.g. BR',
		description: 'Two-letter ISO country code',
		displayOptions: { show: { recipient: ['fields'] } },
	},
	{
		displayName: 'Recipient (JSON)',
		name: 'recipientJson',
		type: 'json',
		default: JSON.stringify(EMPTY_RECIPIENT, null, 2),
		description: 'Address as an object with name, address_line1, address_line2, city, state, zip and country',
		displayOptions: { show: { recipient: ['json'] } },
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
			'Keys and values of your own. The service returns them unchanged with the letter and in every event.',
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
		displayName: 'Metadata (JSON)',
		name: 'metadataJson',
		type: 'json',
		default: '{}',
		description: 'Metadata as one object; use it instead of the key-value pairs',
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
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-10482',
		description:
			'Your own number for this letter, such as the order number. It comes back with every event, and can prevent duplicates (see Duplicate Protection).',
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
