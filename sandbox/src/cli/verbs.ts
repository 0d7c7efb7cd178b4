/** The verbs that talk to a running sandbox. */
import { Argument } from 'commander';

import { check } from '../check/verb';
import { DEFAULT_WAIT_MS, untilReady, waitFor } from '../client/waitFor';
import { CARD_EVENTS, CARD_STATUSES } from '../contract';
import type { CardStatus, Order, WaitCondition } from '../library/types';
import { exec } from '../prove/exec';
import { prove } from '../prove/prove';
import { fault } from './faults';
import { deliveries, letters, redeliver, requests } from './journal';
import { letterLine } from './output';
import { readJson } from './readJson';
import { receivers } from './receivers';
import { seed } from './seed';
import { clock, limits, speed } from './settings';
import type { Scene, Verb } from './verb';
import { argument, numberOption, oneOf, option, UsageError } from './verb';

const TIMEOUT = numberOption('--timeout <SECONDS>', `how long (default: ${String(DEFAULT_WAIT_MS / 1000)})`);
const LETTER = argument('[LETTER]', 'its id or external_id; the newest letter without it');

const send: Verb = {
	arguments: [argument('[FILE]', 'the body of POST /v1/cards; - for standard input')],
	help: 'Orders a letter as an API client would. A missing recipient or text is made up.',
	options: [
		option('--message <TEXT>', 'what is written'),
		option('--template <ID>', 'a template instead, or beside it'),
		option('--style <ID>', 'a handwriting style'),
		option('--external-id <ID>', 'your own id of the letter'),
		option('--key <KEY>', 'Idempotency-Key; a fresh one unless given'),
	],
	run: async ({ client, given, output }) => {
		const [file] = given.positionals;
		const order = file === undefined ? {} : ((await readJson(file)) as Partial<Order>);
		const [message, template, style, externalId] = ['message', 'template', 'style', 'externalId'].map(
			(name) => given.text(name),
		);
		const fields = Object.entries({ message, template, style, external_id: externalId });
		const changes = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
		output.show(await client.send({ ...order, ...changes }, given.text('key')), letterLine);
	},
};

async function move({ client, output }: Scene, reference?: string, to?: CardStatus): Promise<void> {
	const { id } = await client.existing(reference);
	output.show(await client.advance(id, to), letterLine);
}

const moving = (help: string, to: CardStatus): Verb => ({
	arguments: [LETTER],
	help,
	run: (scene) => move(scene, scene.given.positionals[0], to),
});

const advance: Verb = {
	arguments: [
		LETTER,
		argument('[STATUS]', `${CARD_STATUSES.join(', ')}; alone, it is meant for the newest letter`),
	],
	help: 'Takes a letter one step further, or to a status through all steps between.',
	run: async (scene) => {
		const [first, second] = scene.given.positionals;
		const isAlone = second === undefined && CARD_STATUSES.some((name) => name === first);
		const [letter, status] = isAlone ? [undefined, first] : [first, second];
		await move(scene, letter, status === undefined ? undefined : oneOf(CARD_STATUSES, status, 'STATUS'));
	},
};

const trigger: Verb = {
	arguments: [
		new Argument('<EVENT>', 'what has happened').choices(CARD_EVENTS),
		argument('[LETTER]', 'its id or external_id; a made-up letter without it'),
	],
	help: 'Delivers a signed test event.',
	options: [option('--receiver <NAME>', 'to this one only; to all that take it unless given')],
	run: async ({ client, given, output }) => {
		const [name, reference] = given.positionals;
		const event = oneOf(CARD_EVENTS, name, 'EVENT');
		const card = reference === undefined ? undefined : (await client.existing(reference)).id;
		const delivery = await client.trigger(event, card, given.text('receiver'));
		output.show(delivery, ({ id }) => `${event} is on its way (${id})`);
	},
};

async function conditionIn({ client, given }: Scene): Promise<WaitCondition> {
	const [status, delivered, receiver] = ['status', 'delivered', 'receiver'].map((name) => given.text(name));
	const count = given.number('deliveries');
	if ([status, delivered, count].filter((wish) => wish !== undefined).length !== 1) {
		throw new UsageError('wait needs one of --status, --delivered and --deliveries');
	}
	const card = given.positionals[0] ?? (await client.existing()).id;
	const timeoutMs = (given.number('timeout') ?? DEFAULT_WAIT_MS / 1000) * 1000;
	if (status !== undefined) return { card, timeoutMs, status: oneOf(CARD_STATUSES, status, '--status') };
	if (delivered === undefined) return { card, timeoutMs, receiver, deliveries: count ?? 0 };
	return { card, timeoutMs, receiver, delivered: oneOf(CARD_EVENTS, delivered, '--delivered') };
}

const wait: Verb = {
	arguments: [
		argument('[LETTER]', 'its id or external_id, even before it is ordered; the newest without it'),
	],
	help: 'Waits for a letter. Exit code 1 if the time runs out.',
	options: [
		option('--status <STATUS>', 'until it has reached this status').choices(CARD_STATUSES),
		option('--delivered <EVENT>', 'until your receiver has accepted this event').choices(CARD_EVENTS),
		numberOption('--deliveries <N>', 'until your receiver has accepted N of its events'),
		option('--receiver <NAME>', 'only what this one has accepted counts'),
		TIMEOUT,
	],
	run: async (scene) => {
		scene.output.show(await waitFor(scene.client, await conditionIn(scene)), letterLine);
	},
};

const ready: Verb = {
	help: 'Waits until the sandbox is ready. Exit code 1 if the time runs out.',
	options: [TIMEOUT],
	run: async ({ client, given, output }) => {
		const answer = await untilReady(client, given.number('timeout'));
		output.show(answer, () => 'The sandbox is ready');
	},
};

const reset: Verb = {
	help: 'Empties the sandbox: letters, keys, deliveries, requests and fault rules. Settings stay.',
	run: async ({ client, output }) => {
		await client.reset();
		output.show({ reset: true }, () => 'The sandbox is empty');
	},
};

export const VERBS: Readonly<Record<string, Verb>> = {
	seed,
	send,
	advance,
	deliver: moving('Delivers a letter to its recipient.', 'delivered'),
	return: moving('Returns a letter to its sender.', 'returned'),
	trigger,
	letters,
	requests,
	deliveries,
	redeliver,
	wait,
	ready,
	exec,
	prove,
	receivers,
	clock,
	speed,
	limits,
	fault,
	reset,
	check,
};
