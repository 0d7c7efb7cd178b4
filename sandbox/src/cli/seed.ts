/** Fills the sandbox with letters from a file, each brought to its status. */
import { ApiError } from '../api/errors';
import { isRecord, MOST_NAMED } from '../api/fieldErrors';
import { refuseBadCard } from '../api/validateOrder';
import { completed, SAMPLE_ORDERS } from '../cards/sampleOrders';
import type { ControlClient } from '../client/controlClient';
import { ClientError } from '../client/controlClient';
import { CARD_STATUSES } from '../contract';
import type { CardStatus, Letter, Order } from '../library/types';
import { letterLine } from './output';
import { readJson } from './readJson';
import type { Verb } from './verb';
import { argument } from './verb';

export interface SeedLetter {
	readonly order: Partial<Order>;
	readonly status: CardStatus | undefined;
}

/** One letter in each status, and a second round of those that are under way. */
const samples = (): SeedLetter[] =>
	SAMPLE_ORDERS.map((order, i) => ({ order, status: CARD_STATUSES[i % CARD_STATUSES.length] }));

/** What the sandbox would say of it, or what is wrong with its status; null for a letter that is fine. */
function faultOf(letter: unknown): string | null {
	if (!isRecord(letter)) return 'must be an object with the fields of an order';
	const { status, ...order } = letter;
	if (status !== undefined && !CARD_STATUSES.some((name) => name === status)) {
		return `status: must be one of ${CARD_STATUSES.join(', ')}`;
	}
	try {
		refuseBadCard(completed(order));
		return null;
	} catch (error) {
		if (error instanceof ApiError) return error.message;
		throw error;
	}
}

/** All of them are looked at before the first is ordered. */
export async function lettersIn(file: string): Promise<SeedLetter[]> {
	const letters = await readJson(file);
	if (!Array.isArray(letters)) throw new ClientError(`${file} must be a list of letters`);
	const faults = letters.flatMap((letter: unknown, i) => {
		const fault = faultOf(letter);
		return fault === null ? [] : [`[${String(i)}] ${fault}`];
	});
	if (faults.length > 0) {
		const named = [`No letter of ${file} was ordered:`, ...faults.slice(0, MOST_NAMED)];
		if (faults.length > MOST_NAMED) named.push(`and ${String(faults.length - MOST_NAMED)} letters more`);
		throw new ClientError(named.join('\n'));
	}
	return (letters as (Partial<Order> & { status?: CardStatus })[]).map(({ status, ...order }) => ({
		order,
		status,
	}));
}

export async function orderAll(client: ControlClient, letters: readonly SeedLetter[]): Promise<Letter[]> {
	const ordered: Letter[] = [];
	for (const [i, { order, status }] of letters.entries()) {
		try {
			const letter = await client.send(order);
			const isThere = status === undefined || status === letter.status;
			ordered.push(isThere ? letter : await client.advance(letter.id, status));
		} catch (error) {
			if (!(error instanceof ClientError)) throw error;
			const place = `Stopped at letter [${String(i)}] of ${String(letters.length)}`;
			throw new ClientError(`${place}, with those before it ordered: ${error.message}`, error.status);
		}
	}
	return ordered;
}

export const seed: Verb = {
	arguments: [
		argument('[FILE]', 'a list of orders as JSON, each with a status if it is to move; - for standard input'),
	],
	help: 'Orders the letters of a JSON file and brings each to its status. Without a file, made-up ones.',
	run: async ({ client, given, output }) => {
		const [file] = given.positionals;
		output.show(await orderAll(client, file === undefined ? samples() : await lettersIn(file)), letterLine);
	},
};
