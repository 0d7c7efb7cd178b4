/** Fills the sandbox with letters from a file, each brought to its status. */
import { z } from 'zod/v4';

import { SAMPLE_ORDERS } from '../cards/sampleOrders';
import { ClientError } from '../client/controlClient';
import { CARD_STATUSES } from '../contract';
import type { CardStatus, Letter, Order } from '../library/types';
import { letterLine } from './output';
import { readJson } from './readJson';
import type { Scene } from './verb';

/** The orders themselves are for the sandbox to judge. */
const seedSchema = z.array(z.looseObject({ status: z.enum(CARD_STATUSES).optional() }), {
	error: 'must be a list of letters',
});

interface SeedLetter {
	readonly order: Partial<Order>;
	readonly status: CardStatus | undefined;
}

/** One letter in each status, and a second round of those that are under way. */
const samples = (): SeedLetter[] =>
	SAMPLE_ORDERS.map((order, i) => ({ order, status: CARD_STATUSES[i % CARD_STATUSES.length] }));

async function lettersIn(file: string): Promise<SeedLetter[]> {
	const parsed = seedSchema.safeParse(await readJson(file));
	if (!parsed.success) throw new ClientError(`${file}: ${z.prettifyError(parsed.error)}`);
	return parsed.data.map(({ status, ...order }) => ({ order, status }));
}

export async function seed({ client, given, output }: Scene): Promise<void> {
	const [file] = given.positionals;
	const letters: Letter[] = [];
	for (const { order, status } of file === undefined ? samples() : await lettersIn(file)) {
		const letter = await client.send(order);
		const isThere = status === undefined || status === letter.status;
		letters.push(isThere ? letter : await client.advance(letter.id, status));
	}
	output.show(letters, letterLine);
}
