/** The verbs that talk to a running sandbox. */
import { check } from '../check/verb';
import type { Query } from '../client/controlClient';
import { DEFAULT_WAIT_MS, waitFor } from '../client/waitFor';
import { UsageError } from '../commandLine';
import { CARD_EVENTS, CARD_STATUSES } from '../contract';
import type { CardEventName, CardStatus, Order, WaitCondition } from '../library/types';
import { follow } from './follow';
import { deliveryLine, letterLine, requestLine, requestText } from './output';
import { readJson } from './readJson';
import { RECEIVER_OPTIONS, receivers } from './receivers';
import { seed } from './seed';
import type { Given, Options, Scene, Verb } from './verb';
import { oneOf } from './verb';

const DEFAULT_LIMIT = 20;

const statusIn = (given: string | undefined, what: string): CardStatus => oneOf(CARD_STATUSES, given, what);
const eventIn = (given: string | undefined, what: string): CardEventName => oneOf(CARD_EVENTS, given, what);

async function send({ client, given, output }: Scene): Promise<void> {
	const [file] = given.positionals;
	const order = file === undefined ? {} : ((await readJson(file)) as Partial<Order>);
	const fields = { message: 'message', template: 'template', style: 'style', external_id: 'external-id' };
	const options = Object.entries(fields).map(([field, option]) => [field, given.text(option)] as const);
	const changes = Object.fromEntries(options.filter(([, value]) => value !== undefined));
	output.show(await client.send({ ...order, ...changes }, given.text('key')), letterLine);
}

async function move({ client, given, output }: Scene, to?: CardStatus): Promise<void> {
	const { id } = await client.existing(given.positionals[0]);
	output.show(await client.advance(id, to), letterLine);
}

function conditionIn({ given }: Scene): WaitCondition {
	const [card] = given.positionals;
	if (card === undefined) throw new UsageError('wait needs a letter: its id or external_id');
	const timeoutMs = (given.number('timeout') ?? DEFAULT_WAIT_MS / 1000) * 1000;
	const status = given.text('status');
	const delivered = given.text('delivered');
	const deliveries = given.number('deliveries');
	if ([status, delivered, deliveries].filter((wish) => wish !== undefined).length !== 1) {
		throw new UsageError('wait needs one of --status, --delivered and --deliveries');
	}
	if (status !== undefined) return { card, timeoutMs, status: statusIn(status, '--status') };
	const receiver = given.text('receiver');
	if (delivered !== undefined) {
		return { card, timeoutMs, receiver, delivered: eventIn(delivered, '--delivered') };
	}
	return { card, timeoutMs, receiver, deliveries: deliveries ?? 0 };
}

const REQUEST_FILTERS: Options = {
	method: { value: 'METHOD', help: 'GET or POST' },
	path: { value: 'PATH', help: 'how it begins, for example /cards' },
	key: { value: 'KEY', help: 'the Idempotency-Key' },
	'external-id': { value: 'ID', help: 'of a letter that was ordered' },
	status: { value: 'STATUS', help: 'of the answer, for example 429; none where a fault left none' },
	text: { value: 'TEXT', help: 'in the path or in a body' },
};
const DELIVERY_FILTERS: Options = {
	event: { value: 'EVENT', help: 'for example card.shipped' },
	status: { value: 'STATUS', help: 'pending, delivered or failed' },
	receiver: { value: 'NAME', help: 'where it goes' },
	text: { value: 'TEXT', help: 'in the body' },
};

/** The filters by their names in the control API. */
function filterIn(given: Given, options: Options): Query {
	return Object.fromEntries(
		Object.keys(options).map((option) => [option.replace('-', '_'), given.text(option)]),
	);
}

const LIMIT = { value: 'N', help: `the newest N (${String(DEFAULT_LIMIT)} unless told otherwise)` };
const LETTER = 'LETTER is an id or external_id; without it, the newest letter is meant.';

export const VERBS: Readonly<Record<string, Verb>> = {
	seed: {
		positionals: '[FILE]',
		most: 1,
		help: 'Orders the letters of a JSON file and brings each to its status; without a file, made-up ones.',
		run: seed,
	},
	send: {
		positionals: '[FILE]',
		most: 1,
		help: 'Orders a letter as an API client would. FILE holds the body of POST /v1/cards; - reads it from the standard input. What is missing is made up.',
		options: {
			message: { value: 'TEXT', help: 'what is written' },
			template: { value: 'ID', help: 'a template instead, or beside it' },
			style: { value: 'ID', help: 'a handwriting style' },
			'external-id': { value: 'ID', help: 'your own id of the letter' },
			key: { value: 'KEY', help: 'Idempotency-Key; a fresh one unless given' },
		},
		run: send,
	},
	advance: {
		positionals: '[LETTER] [STATUS]',
		most: 2,
		help: `Takes a letter one step further, or to a status through all steps between. ${LETTER}`,
		run: (scene) => {
			const [, to] = scene.given.positionals;
			return move(scene, to === undefined ? undefined : statusIn(to, 'STATUS'));
		},
	},
	deliver: {
		positionals: '[LETTER]',
		most: 1,
		help: `Delivers a letter to its recipient. ${LETTER}`,
		run: (scene) => move(scene, 'delivered'),
	},
	return: {
		positionals: '[LETTER]',
		most: 1,
		help: `Returns a letter to its sender. ${LETTER}`,
		run: (scene) => move(scene, 'returned'),
	},
	trigger: {
		positionals: 'EVENT [LETTER]',
		most: 2,
		help: `Delivers a signed test event: ${CARD_EVENTS.join(', ')}. Without LETTER it is about a made-up one.`,
		options: { receiver: { value: 'NAME', help: 'to this one only; to all that take it unless given' } },
		run: async ({ client, given, output }) => {
			const [name, reference] = given.positionals;
			const event = eventIn(name, 'EVENT');
			const card = reference === undefined ? undefined : (await client.existing(reference)).id;
			const delivery = await client.trigger(event, card, given.text('receiver'));
			output.show(delivery, ({ id }) => `${event} is on its way (${id})`);
		},
	},
	requests: {
		positionals: '[ID]',
		most: 1,
		help: 'Lists the calls to /v1, the newest first; with a request_id, shows all of that call: headers and bodies.',
		options: {
			...REQUEST_FILTERS,
			limit: LIMIT,
			follow: { help: 'prints each new call as it comes, until Ctrl+C' },
		},
		run: async ({ client, given, output }) => {
			const [id] = given.positionals;
			if (id !== undefined) {
				output.show(await client.request(id), requestText);
				return;
			}
			const limit = given.number('limit') ?? DEFAULT_LIMIT;
			const query = filterIn(given, REQUEST_FILTERS);
			if (given.has('follow')) await follow(client, query, (call) => output.show(call, requestLine));
			else output.show(await client.requests({ ...query, limit }), requestLine, 'No such call');
		},
	},
	deliveries: {
		positionals: '[LETTER]',
		most: 1,
		help: 'Lists the webhook deliveries, of one letter or of all, the newest first.',
		options: { ...DELIVERY_FILTERS, limit: LIMIT },
		run: async ({ client, given, output }) => {
			const [reference] = given.positionals;
			const card = reference === undefined ? undefined : (await client.existing(reference)).id;
			const limit = given.number('limit') ?? DEFAULT_LIMIT;
			const query = { ...filterIn(given, DELIVERY_FILTERS), card, limit };
			output.show(await client.deliveries(query), deliveryLine, 'No such delivery');
		},
	},
	wait: {
		positionals: 'LETTER',
		most: 1,
		help: 'Waits for a letter, which may be still to come; exit code 1 if it waits in vain.',
		options: {
			status: { value: 'STATUS', help: 'until it has reached this status' },
			delivered: { value: 'EVENT', help: 'until your receiver has accepted this event of it' },
			deliveries: { value: 'N', help: 'until your receiver has accepted N of its events' },
			receiver: { value: 'NAME', help: 'only what this one has accepted counts' },
			timeout: { value: 'SECONDS', help: `${String(DEFAULT_WAIT_MS / 1000)} unless told otherwise` },
		},
		run: async (scene) => {
			scene.output.show(await waitFor(scene.client, conditionIn(scene)), letterLine);
		},
	},
	receivers: {
		positionals: '[NAME] [URL]',
		most: 2,
		help: 'Lists the receivers of webhooks; with a name and what to change, adds or changes one. The one that --webhook-url sets is called main.',
		options: RECEIVER_OPTIONS,
		run: receivers,
	},
	reset: {
		positionals: '',
		most: 0,
		help: 'Empties the sandbox: letters, keys, deliveries, requests and fault rules. Settings stay.',
		run: async ({ client, output }) => {
			await client.reset();
			output.show({ reset: true }, () => 'The sandbox is empty');
		},
	},
	check,
};
