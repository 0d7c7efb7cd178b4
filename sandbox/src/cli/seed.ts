/** Fills the sandbox with letters from a file, each brought to its status. */
import { SAMPLE_ORDERS } from '../cards/sampleOrders';
import { faultsOfSeed } from '../cards/seed';
import { ClientError } from '../client/controlClient';
import { CARD_STATUSES } from '../contract';
import type { SeedLetter } from '../library/types';
import { letterLine } from './output';
import { readJson } from './readJson';
import type { Verb } from './verb';
import { argument } from './verb';

/** One letter in each status, and a second round of those that are under way. */
const samples = (): SeedLetter[] =>
	SAMPLE_ORDERS.map((order, i) => ({ ...order, status: CARD_STATUSES[i % CARD_STATUSES.length] }));

/** None without a file. All of them are looked at before the first is made. */
export async function lettersIn(file: string | undefined): Promise<SeedLetter[]> {
	if (file === undefined) return [];
	const letters = await readJson(file);
	if (!Array.isArray(letters)) throw new ClientError(`${file} must be a list of letters`);
	const faults = faultsOfSeed(letters);
	if (faults.length > 0) throw new ClientError([`No letter of ${file} was made:`, ...faults].join('\n'));
	return letters as SeedLetter[];
}

export const seed: Verb = {
	arguments: [
		argument('[FILE]', 'a list of orders as JSON, each with a status if it is to move; - for standard input'),
	],
	help: 'Makes the letters of a JSON file, each in its status, without calls to the API. Without a file, made-up ones.',
	run: async ({ client, given, output }) => {
		const [file] = given.positionals;
		output.show(await client.seed(file === undefined ? samples() : await lettersIn(file)), letterLine);
	},
};
