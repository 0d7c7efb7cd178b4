/** The workflow of the campaign. Its words and its code stand beside it. */
import type { Style, Workflow } from '../workflow';
import { code, conditions, connect, either, letterNode, letterTrigger, note, ofN8n, rows } from '../workflow';
import type { Words } from './words/words';

const TABLE = 'campaign_letters';
/** Its columns, and what **Write It Down** writes into them. */
const COLUMNS = {
	row: 'number',
	name: 'string',
	external_id: 'string',
	letter_id: 'string',
	outcome: 'string',
	status: 'string',
	date: 'date',
} as const;

const notes = ({ about, aboutHeight, parts }: Words['workflow']) => [
	note(['About', -660, -20], [aboutHeight, 560], about),
	...parts.map((lines, index) =>
		note([`Part ${index + 1}`, -36, -20 + 360 * index], [index === 3 ? 690 : 320, 1276], lines, 7),
	),
];

const SETTINGS = {
	price: 0,
	currency: 'BRL',
	country: 'BR',
	me: { name: '', street: '', complement: '', city: '', state: '', zip: '' },
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
		mode: 'raw',
		jsonOutput: JSON.stringify(SETTINGS, null, 2),
		includeOtherFields: true,
		options: { stripBinary: false },
	}),
	ofN8n(['Is It Excel?', 400, 140], 'if', 2.2, {
		conditions: conditions({
			id: 'is',
			leftValue: `={{ $binary.${sheet.file}.fileName.toLowerCase() }}`,
			rightValue: '\\.(xlsx|xlsm|xls|ods)$',
			operator: { type: 'string', operation: 'regex' },
		}),
		options: {},
	}),
	ofN8n(
		['Read Excel', 600, 100],
		'extractFromFile',
		1.1,
		{ operation: 'xlsx', binaryPropertyName: sheet.file, options: { headerRow: false } },
		{ onError: 'continueRegularOutput', alwaysOutputData: true },
	),
	code(['Read the Rows', 800, 140], 'readTheRows'),
	either(['Is It a Sheet?', 1000, 140], '$json.page === undefined'),
];

const proof = ({ workflow }: Words, style: Style) => [
	letterNode(['Check the Letters', 0, 500], {
		resource: 'card',
		operation: 'create',
		orderingMode: 'check',
		name: '={{ $json.name }}',
		addressLine1: '={{ $json.street }}',
		addressLine2: '={{ $json.complement }}',
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
	rows(['Ordered Before', 400, 500], 'get', TABLE, [['letter_id', 'isNotEmpty']], undefined, {
		executeOnce: true,
		alwaysOutputData: true,
	}),
	code(['Make the Proof', 600, 500], 'makeTheProof'),
	ofN8n(['Proof', 800, 500], 'form', 2.3, {
		operation: 'page',
		defineForm: 'json',
		jsonOutput: '={{ $json.fields }}',
		options: {
			formTitle: '={{ $json.title }}',
			formDescription: '={{ $json.description }}',
			buttonLabel: workflow.confirm,
			customCss: `${style('proof')}\n${style('form')}`,
		},
	}),
	code(['What Was Approved', 1000, 500], 'whatWasApproved'),
];

/** n8n gives a row that could not be written without its id. */
const LAST_PAGE = [
	"{{ $('Write It Down').isExecuted && $('Write It Down').all().some(({ json }) => !json.id) ? $('What Became of Each').first().json.unwritten : '' }}",
	"{{ $json.page ?? $('What Became of Each').first().json.page }}",
].join('');

const order = (style: Style) => [
	either(['Is Any Approved?', 0, 860], '$json.page === undefined'),
	letterNode(
		['Order the Letters', 200, 860],
		{ resource: 'card', operation: 'createFromCheck', orderingMode: 'checkInEditor' },
		{ onError: 'continueRegularOutput' },
	),
	code(['What Became of Each', 400, 860], 'whatBecameOfEach'),
	rows(
		['Write It Down', 600, 860],
		'upsert',
		TABLE,
		[['external_id', 'eq', '={{ $json.external_id }}']],
		Object.fromEntries(
			Object.entries(COLUMNS).map(([name, type]) => [
				name,
				[type === 'date' ? 'dateTime' : type, `={{ $json.${name} }}`],
			]),
		),
		{ onError: 'continueRegularOutput' },
	),
	ofN8n(['Show It', 800, 860], 'form', 2.3, {
		operation: 'completion',
		respondWith: 'showText',
		responseText: `=<style>\n${style('page')}\n</style>\n<main>${LAST_PAGE}</main>`,
	}),
];

/** When a letter took its status: in an event, or at the end of its history. */
const SINCE = '={{ $json.occurred_at ?? $json.events.at(-1).at }}';

const LIST_HEAD =
	'<!doctype html>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n';

const follow = ({ workflow }: Words, style: Style) => [
	letterTrigger(['Letter Event', 0, 1220], { options: {} }),
	ofN8n(['Each Day', 0, 1400], 'scheduleTrigger', 1.2, {
		rule: { interval: [{ field: 'days', daysInterval: 1, triggerAtHour: 8, triggerAtMinute: 0 }] },
	}),
	rows(
		['On Their Way', 200, 1400],
		'get',
		TABLE,
		[
			['letter_id', 'isNotEmpty'],
			['status', 'neq', 'delivered'],
			['status', 'neq', 'returned'],
		],
		undefined,
		{ executeOnce: true },
	),
	letterNode(
		['Look at the Letter', 400, 1400],
		{ resource: 'card', operation: 'get', cardId: '={{ $json.letter_id }}' },
		{ onError: 'continueErrorOutput' },
	),
	rows(
		['Note the Status', 600, 1220],
		'update',
		TABLE,
		[
			['letter_id', 'eq', '={{ $json.data?.id ?? $json.id }}'],
			['date', 'lte', SINCE],
		],
		{ status: ['string', '={{ $json.data?.status ?? $json.status }}'], date: ['dateTime', SINCE] },
	),
	ofN8n(['See the List', 0, 1580], 'webhook', 2, {
		path: workflow.path,
		authentication: 'basicAuth',
		responseMode: 'responseNode',
		options: {},
	}),
	rows(['All Letters', 200, 1580], 'get', TABLE, [], undefined, {
		executeOnce: true,
		alwaysOutputData: true,
	}),
	code(['Make the Page', 400, 1580], 'makeThePage'),
	ofN8n(['Show the List', 600, 1580], 'respondToWebhook', 1.1, {
		respondWith: 'text',
		responseBody: `=${LIST_HEAD}<style>\n${style('page')}\n</style>\n<main>{{ $json.page }}</main>`,
		options: { responseHeaders: { entries: [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }] } },
	}),
];

export const campaign = (words: Words, style: Style): Workflow => ({
	name: words.workflow.name,
	nodes: [
		...notes(words.workflow),
		...upload(words, style),
		...proof(words, style),
		...order(style),
		...follow(words, style),
	],
	connections: connect({
		'Upload the Sheet': ['Settings'],
		Settings: ['Is It Excel?'],
		'Is It Excel?': ['Read Excel', 'Read the Rows'],
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
		'Write It Down': ['Show It'],
		'Letter Event': ['Note the Status'],
		'Each Day': ['On Their Way'],
		'On Their Way': ['Look at the Letter'],
		'Look at the Letter': ['Note the Status'],
		'See the List': ['All Letters'],
		'All Letters': ['Make the Page'],
		'Make the Page': ['Show the List'],
	}),
	settings: { executionOrder: 'v1' },
	pinData: {},
});
