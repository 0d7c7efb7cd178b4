/** The part of the campaign that follows the letters: the data table, and what reads and writes it. */
import type { Style } from '../workflow';
import { code, letterNode, letterTrigger, ofN8n, rows } from '../workflow';

export const TABLE = 'campaign_letters';
/** Its columns, and what **Write It Down** writes into them. */
export const COLUMNS = {
	account: 'string',
	row: 'number',
	name: 'string',
	external_id: 'string',
	letter_id: 'string',
	outcome: 'string',
	outcome_date: 'date',
	status: 'string',
	date: 'date',
} as const;

/** When a letter took its status: in an event, or at the end of its history. */
const SINCE = '={{ $json.occurred_at ?? $json.events.at(-1).at }}';

/** The list has names: no browser keeps it. */
const HEADERS = [
	{ name: 'Content-Type', value: 'text/html; charset=utf-8' },
	{ name: 'Cache-Control', value: 'no-store' },
];

/** n8n runs no node in which a field that it asks for is empty. */
const NO_LETTER = { name: '-', addressLine1: '-', city: '-', state: '-', zip: '-', message: '-' };

const LIST_HEAD =
	'<!doctype html>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n';

export const follow = (style: Style) => [
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
	// Without a path of its own, it has one that n8n makes up: a second import has another.
	ofN8n(['See the List', 0, 1580], 'webhook', 2, {
		path: '',
		authentication: 'basicAuth',
		responseMode: 'responseNode',
		options: {},
	}),
	// A check of no letter says which account the credential is of.
	letterNode(
		['Whose List', 200, 1580],
		{ resource: 'card', operation: 'create', orderingMode: 'check', ...NO_LETTER, additionalFields: {} },
		{ onError: 'continueRegularOutput' },
	),
	rows(['All Letters', 400, 1580], 'get', TABLE, [['account', 'eq', '={{ $json.account }}']], undefined, {
		executeOnce: true,
		alwaysOutputData: true,
	}),
	code(['Make the Page', 600, 1580], 'makeThePage'),
	ofN8n(['Show the List', 800, 1580], 'respondToWebhook', 1.1, {
		respondWith: 'text',
		responseBody: `=${LIST_HEAD}<style>\n${style('page')}\n</style>\n<main>{{ $json.page }}</main>`,
		options: { responseHeaders: { entries: HEADERS } },
	}),
];
