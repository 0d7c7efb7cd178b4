/**
 * What reads the items of a run costs as much for each of thousands as for each of a few, and a value in their
 * metadata as much wherever it stands: one webhook brings 16 MB of them, and n8n does nothing else meanwhile.
 */
import type { CardCreateRequest } from '../../../nodes/contract/contract';
import { assignKeys } from '../../../nodes/HandwrittenLetters/letter/assignKeys';
import { labels } from '../../../nodes/HandwrittenLetters/letter/letterFields';
import { LETTER } from '../../../nodes/HandwrittenLetters/letter/letters';
import { ParameterReader } from '../../../nodes/HandwrittenLetters/letter/parameterReader';
import { metadataFaults } from '../../../nodes/HandwrittenLetters/letter/validate';
import type { Request } from '../../../nodes/HandwrittenLetters/service/request';
import type { Account } from '../../../nodes/n8n/account';
import { nameItems } from '../../../nodes/n8n/run';
import { isDearer } from '../../support/cost';
import { stubContext } from '../../support/stubContext';

const FEW = 1000;
const TIMES_MORE = 8;

function letters(count: number, cardOf: (item: number) => object): Request[] {
	return Array.from({ length: count }, (_none, itemIndex): Request => {
		const to = { name: 'Ana', zip: '01310-100' };
		const card = { message: 'Oi', to, ...cardOf(itemIndex) } as CardCreateRequest;
		return { ...LETTER, letters: [{ itemIndex, card }], itemIndexes: [itemIndex], body: card };
	});
}

function keys(orders: Request[]): void {
	const executionContext = { establishedAt: 5, source: 'trigger' };
	const context = stubContext({ executionContext, items: orders.map(() => ({})) });
	const known = { account: { hash: 'account' } as Account, itemIndexes: [...orders.keys()] };
	const [parameters, names] = [new ParameterReader(context), nameItems(context)];
	const field = labels.external_id;
	const problems = orders.map((_order, item) => ({
		itemIndex: orders.length + item,
		field,
		text: 'is wrong',
	}));
	const source = { context, parameters, names, timeZone: 'utc', begunAt: 0, ...known };
	assignKeys(source, 'card.create', { ...known, requests: orders, problems, drafts: [], skipped: [] });
}

const readings: Record<string, (count: number) => () => unknown> = {
	'letters that are all the same': (count) => {
		const orders = letters(count, () => ({}));
		return () => keys(orders);
	},
	'letters of one External ID with other contents': (count) => {
		const orders = letters(count, (item) => ({ external_id: 'P-1', message: `Oi ${item}` }));
		return () => keys(orders);
	},
	'letters of one External ID, the first of them large': (count) => {
		const metadata = { all: Array.from({ length: count }, String) };
		const orders = letters(count, (item) => ({ external_id: 'P-1', ...(item === 0 && { metadata }) }));
		return () => keys(orders);
	},
};

it.each(Object.entries(readings))('%s cost each as much as a few of them', async (_what, reading) => {
	expect(await isDearer(reading(FEW), reading(FEW * TIMES_MORE), TIMES_MORE)).toBe(false);
});

it('looks at a value in metadata as cheaply in its depths as on top', async () => {
	const nested = (levels: number): unknown =>
		JSON.parse(`${'{"a":'.repeat(levels)}[${'1,'.repeat(100_000)}1]${'}'.repeat(levels)}`);
	const [flat, deep] = [nested(1), nested(88)];
	const reading = (metadata: unknown) => () => metadataFaults(metadata);
	expect(await isDearer(reading(flat), reading(deep), 1)).toBe(false);
});
