/** The verbs that show letters, calls and deliveries, and send a delivery again. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Option } from 'commander';

import type { ControlClient, Query } from '../client/controlClient';
import { ClientError } from '../client/controlClient';
import { CARD_EVENTS, CARD_STATUSES } from '../contract';
import type { Delivery, RecordedRequest } from '../library/types';
import { DELIVERY_STATUSES } from '../state/delivery';
import { deliveryLine, letterLine, letterText, requestLine, requestText } from './output';
import type { Given, Verb } from './verb';
import { argument, numberOption, option } from './verb';

const DEFAULT_LIMIT = 20;
const LIMIT = numberOption('--limit <N>', `the newest N (default: ${String(DEFAULT_LIMIT)})`);

const CALL_FILTERS = [
	option('--method <METHOD>', 'for example POST'),
	option('--path <PATH>', 'how it begins, for example /cards'),
	option('--key <KEY>', 'the Idempotency-Key'),
	option('--external-id <ID>', 'of a letter in the body'),
	option('--status <STATUS>', 'of the answer, for example 429; none where a fault reset the connection'),
	option('--text <TEXT>', 'in the path, the key, the request_id, the status or a body'),
];
const DELIVERY_FILTERS = [
	option('--event <EVENT>', 'only this event').choices(CARD_EVENTS),
	option('--status <STATUS>', 'only those').choices(DELIVERY_STATUSES),
	option('--receiver <NAME>', 'only those to this receiver'),
	option('--text <TEXT>', 'in its id or the body'),
];

/** The filters by their names in the control API. */
function filterIn(given: Given, filters: readonly Option[]): Query {
	return Object.fromEntries(
		filters.map((filter) => [filter.name().replaceAll('-', '_'), given.text(filter.attributeName())]),
	);
}

const PAUSE_MS = 200;
/** More than come between two looks. */
const MOST_NEW = 1000;

/** Each new call as it comes; ends with the program, or with an error once no sandbox answers any more. */
async function follow(
	client: ControlClient,
	query: Query,
	show: (call: RecordedRequest) => void,
): Promise<never> {
	const look = () => client.requests({ ...query, limit: MOST_NEW });
	let seen = new Set((await look()).map((call) => call.request_id));
	for (;;) {
		await sleep(PAUSE_MS);
		const newest = await look();
		for (const call of newest.toReversed()) if (!seen.has(call.request_id)) show(call);
		seen = new Set(newest.map((call) => call.request_id));
	}
}

/** With its id, by which it is opened. */
const callLine = (call: RecordedRequest) => `${requestLine(call)}  ${call.request_id}`;

export const requests: Verb = {
	arguments: [argument('[ID]', 'a request_id')],
	help: 'Lists the calls to /v1, the newest first. With a request_id, shows all of that call: headers and bodies.',
	options: [...CALL_FILTERS, LIMIT, option('--follow', 'prints each new call as it comes, until Ctrl+C')],
	run: async ({ client, given, output }) => {
		const [id] = given.positionals;
		if (id !== undefined) {
			output.show(await client.request(id), requestText);
			return;
		}
		const limit = given.number('limit') ?? DEFAULT_LIMIT;
		const query = filterIn(given, CALL_FILTERS);
		if (given.has('follow')) await follow(client, query, (call) => output.one(call, callLine));
		else output.show(await client.requests({ ...query, limit }), callLine, 'No such call');
	},
};

export const letters: Verb = {
	arguments: [argument('[LETTER]', 'its id or external_id')],
	help: 'Lists the letters, the newest first. With one, shows all of it: what was ordered, and its timeline.',
	options: [
		option('--status <STATUS>', 'only those').choices(CARD_STATUSES),
		option(
			'--search <TEXT>',
			'in id, external_id, tracking code, message, or name and city of the recipient',
		),
		LIMIT,
	],
	run: async ({ client, given, output }) => {
		const [reference] = given.positionals;
		if (reference !== undefined) {
			output.show(await client.existing(reference), letterText);
			return;
		}
		const [status, search] = [given.text('status'), given.text('search')];
		const limit = given.number('limit') ?? DEFAULT_LIMIT;
		output.show(await client.letters({ status, search, limit }), letterLine, 'No such letter');
	},
};

async function whyNone(client: ControlClient): Promise<string> {
	const receivers = await client.receivers();
	return receivers.some(({ url }) => url !== null)
		? 'No such delivery'
		: 'No such delivery: no receiver has a URL yet (see receivers)';
}

export const deliveries: Verb = {
	arguments: [argument('[LETTER]', 'its id or external_id; all letters without it')],
	help: 'Lists the webhook deliveries, the newest first.',
	options: [...DELIVERY_FILTERS, LIMIT],
	run: async ({ client, given, output }) => {
		const [reference] = given.positionals;
		const card = reference === undefined ? undefined : (await client.existing(reference)).id;
		const limit = given.number('limit') ?? DEFAULT_LIMIT;
		const found = await client.deliveries({ ...filterIn(given, DELIVERY_FILTERS), card, limit });
		const line = (delivery: Delivery) => `${deliveryLine(delivery)}  ${delivery.id}`;
		output.show(found, line, found.length === 0 ? await whyNone(client) : '');
	},
};

export const redeliver: Verb = {
	arguments: [argument('[DELIVERY]', 'its id, as deliveries shows it; the newest without it')],
	help: 'Sends a webhook once more at once, even one that was delivered or given up.',
	run: async ({ client, given, output }) => {
		const [named] = given.positionals;
		const id = named ?? (await client.deliveries({ limit: 1 }))[0]?.id;
		if (id === undefined) throw new ClientError(await whyNone(client));
		const line = ({ event, card_id: card }: Delivery) => `${event} of ${card} is on its way again (${id})`;
		output.show(await client.redeliver(id), line);
	},
};
