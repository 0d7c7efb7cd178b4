/** The workflow of the campaign. Its words and its code stand beside it. */
import type { Style, Workflow } from '../workflow';
import { code, connect, either, letterNode, note, ofN8n, rows, signedLink } from '../workflow';
import { COLUMNS, follow, TABLE } from './follow';
import type { Words } from './words/words';

/** Where each of the four begins, and how high it is. */
const PARTS = [
	[-180, 480],
	[340, 320],
	[700, 320],
	[1060, 690],
] as const;

const notes = ({ about, aboutHeight, parts }: Words['workflow']) => [
	note(['About', -660, -20], [aboutHeight, 560], about),
	...PARTS.map(([top, height], index) =>
		note([`Part ${index + 1}`, -36, top], [height, 1476], parts[index] ?? [], 7),
	),
];

/** Each a field of the node Settings. */
const SETTINGS = {
	price: '',
	currency: 'BRL',
	country: 'BR',
	my_name: '',
	my_street: '',
	my_complement: '',
	my_city: '',
	my_state: '',
	my_zip: '',
};

const upload = ({ workflow, sheet }: Words, style: Style) => [
	ofN8n(['Upload the Sheet', 0, 140], 'formTrigger', 2.3, {
		authentication: 'basicAuth',
		formTitle: workflow.formTitle,
		formDescription: workflow.formDescription,
		formFields: {
			values: [
				{
					fieldLabel: sheet.file,
					requiredField: true,
					fieldType: 'file',
					multipleFiles: false,
					acceptFileTypes: '.csv, .txt, .tsv, .xlsx, .xls, .ods',
				},
			],
		},
		options: { buttonLabel: workflow.check, appendAttribution: false, customCss: style('form') },
	}),
	ofN8n(['Settings', 200, 140], 'set', 3.4, {
		assignments: {
			assignments: Object.entries(SETTINGS).map(([name, value]) => ({
				id: name,
				name,
				value,
				type: 'string',
			})),
		},
		includeOtherFields: true,
		options: { stripBinary: false },
	}),
	signedLink(['Is the Link Signed?', 400, 140]),
	ofN8n(['Say Which n8n', 600, -40], 'set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify({ page: workflow.needs }, null, 2),
		options: {},
	}),
	code(['What File It Is', 560, 140], 'whatFileItIs'),
	ofN8n(['Is It Excel?', 720, 140], 'switch', 3.2, {
		mode: 'expression',
		numberOutputs: 3,
		output: "={{ ['workbook', 'older', 'text'].indexOf($json.kind) }}",
	}),
	ofN8n(
		['Unpack', 880, -20],
		'compression',
		1.1,
		{ operation: 'decompress', binaryPropertyName: sheet.file, outputPrefix: 'part_' },
		{ onError: 'continueRegularOutput' },
	),
	ofN8n(
		['Read Excel', 880, 140],
		'extractFromFile',
		1.1,
		// A range keeps the rows' own numbers.
		{ operation: 'xlsx', binaryPropertyName: sheet.file, options: { headerRow: false, range: '0' } },
		{ onError: 'continueRegularOutput', alwaysOutputData: true },
	),
	code(['Read the Rows', 1040, 140], 'readTheRows'),
	either(['Is It a Sheet?', 1200, 140], '$json.page === undefined'),
];

const proof = (style: Style) => [
	letterNode(['Check the Letters', 0, 500], {
		resource: 'card',
		operation: 'create',
		orderingMode: 'check',
		name: '={{ $json.name }}',
		addressLine1: '={{ $json.street }}',
		addressLine2: "={{ $json.complement ?? '' }}",
		city: '={{ $json.city }}',
		state: '={{ $json.state }}',
		zip: '={{ $json.zip }}',
		country: '={{ $json.country }}',
		message: '={{ $json.message }}',
		externalId: '={{ $json.order }}',
		additionalFields: {},
	}),
	ofN8n(
		['The List', 200, 500],
		'dataTable',
		1.1,
		{
			resource: 'table',
			operation: 'create',
			tableName: TABLE,
			columns: { column: Object.entries(COLUMNS).map(([name, type]) => ({ name, type })) },
			options: { createIfNotExists: true },
		},
		{ onError: 'continueRegularOutput', executeOnce: true },
	),
	rows(
		['Ordered Before', 400, 500],
		'get',
		TABLE,
		[['account', 'eq', "={{ $('Check the Letters').first().json.account }}"]],
		undefined,
		{ executeOnce: true, alwaysOutputData: true },
	),
	code(['Make the Proof', 600, 500], 'makeTheProof'),
	ofN8n(['Proof', 800, 500], 'form', 2.3, {
		operation: 'page',
		defineForm: 'json',
		jsonOutput: '={{ $json.fields }}',
		options: {
			formTitle: '={{ $json.title }}',
			formDescription: '={{ $json.description }}',
			buttonLabel: '={{ $json.button }}',
			customCss: `${style('proof')}\n${style('form')}`,
		},
	}),
	code(['What Was Approved', 1000, 500], 'whatWasApproved'),
];

const order = (style: Style) => [
	either(['Is Any Approved?', 0, 860], '$json.page === undefined'),
	letterNode(
		['Order the Letters', 200, 860],
		{ resource: 'card', operation: 'createFromCheck', orderingMode: 'checkInEditor' },
		{ onError: 'continueRegularOutput' },
	),
	code(['What Became of Each', 400, 860], 'whatBecameOfEach', { alwaysOutputData: true }),
	rows(
		['Write It Down', 600, 860],
		'upsert',
		TABLE,
		[
			['account', 'eq', '={{ $json.account }}'],
			['external_id', 'eq', '={{ $json.external_id }}'],
		],
		Object.fromEntries(
			Object.entries(COLUMNS).map(([name, type]) => [
				name,
				[type === 'date' ? 'dateTime' : type, `={{ $json.${name} }}`],
			]),
		),
		{ onError: 'continueRegularOutput' },
	),
	code(['Make the Last Page', 800, 860], 'makeTheLastPage'),
	ofN8n(['Show It', 1000, 860], 'form', 2.3, {
		operation: 'completion',
		respondWith: 'showText',
		responseText: `=<style>\n${style('page')}\n</style>\n<main>{{ $json.page }}</main>`,
	}),
];

export const campaign = (words: Words, style: Style): Workflow => ({
	name: words.workflow.name,
	nodes: [
		...notes(words.workflow),
		...upload(words, style),
		...proof(style),
		...order(style),
		...follow(style),
	],
	connections: connect({
		'Upload the Sheet': ['Settings'],
		Settings: ['Is the Link Signed?'],
		'Is the Link Signed?': ['What File It Is', 'Say Which n8n'],
		'Say Which n8n': ['Show It'],
		'What File It Is': ['Is It Excel?'],
		'Is It Excel?': ['Unpack', 'Read Excel', 'Read the Rows'],
		Unpack: ['Read the Rows'],
		'Read Excel': ['Read the Rows'],
		'Read the Rows': ['Is It a Sheet?'],
		'Is It a Sheet?': ['Check the Letters', 'Show It'],
		'Check the Letters': ['The List'],
		'The List': ['Ordered Before'],
		'Ordered Before': ['Make the Proof'],
		'Make the Proof': ['Proof'],
		Proof: ['What Was Approved'],
		'What Was Approved': ['Is Any Approved?'],
		'Is Any Approved?': ['Order the Letters', 'Show It'],
		'Order the Letters': ['What Became of Each'],
		'What Became of Each': ['Write It Down'],
		'Write It Down': ['Make the Last Page'],
		'Make the Last Page': ['Show It'],
		'Letter Event': ['Note the Status'],
		'Each Day': ['On Their Way'],
		'On Their Way': ['Look at the Letter'],
		'Look at the Letter': ['Note the Status'],
		'See the List': ['Whose List'],
		'Whose List': ['All Letters'],
		'All Letters': ['Make the Page'],
		'Make the Page': ['Show the List'],
	}),
	settings: { executionOrder: 'v1' },
	pinData: {},
});
