/** What the output pane says of a finished order. */
import { LETTER } from '../../../nodes/HandwrittenLetters/letter/letters';
import { describeBatches, describeCards } from '../../../nodes/HandwrittenLetters/report/summary';

const request = { ...LETTER, letters: [], itemIndexes: [0] };

/** What came of a run, of which these bodies were the answers; `before` are the earlier ones. */
const report = (fresh: object[], { before = [] as object[], failedItems = 0, waitedMs = 0 } = {}) => ({
	answers: [
		...fresh.map((body) => ({ request, body, outcome: 'ordered' as const })),
		...before.map((body) => ({ request, body, outcome: 'ordered_before' as const })),
	],
	failedItems,
	waitedMs,
	host: 'api.test',
});

const card = (id: string, estimated?: string | null) => ({ id, estimated_posting_at: estimated });

describe('the hint after Letter > Create', () => {
	it.each([
		[
			'the first and the last day of several',
			[
				card('a', '2026-11-28T12:00:00Z'),
				card('b', '2026-11-25T12:00:00Z'),
				card('c', '2026-11-26T12:00:00Z'),
			],
			'3 letters ordered at api.test; estimated posting 2026-11-25 to 2026-11-28.',
		],
		[
			'the day that its item shows',
			[card('a', '2026-11-25T02:00:00Z'), card('b', '2026-11-25T23:30:00-03:00')],
			'2 letters ordered at api.test; estimated posting 2026-11-25.',
		],
		[
			'estimates that are not there yet',
			[card('a', null), card('b'), card('c', '2026-11-25T12:00:00Z')],
			'3 letters ordered at api.test; estimated posting 2026-11-25, not known yet for 2.',
		],
	])('tells %s', (_, cards, text) => {
		expect(describeCards(report(cards))).toBe(text);
	});

	it.each([
		[
			'letters ordered before',
			{ before: [card('b'), card('c')], failedItems: 1 },
			'1 ordered, 1 item failed; 2 had been ordered before at api.test; no estimated posting yet.',
		],
		[
			'a letter that was new for one of its items as new',
			{ before: [card('a')] },
			'1 letter ordered at api.test; no estimated posting yet.',
		],
		[
			'how long the run waited',
			{ waitedMs: 41_600 },
			'1 letter ordered at api.test; no estimated posting yet; the run waited 42 seconds for the rate limit.',
		],
		[
			'a long wait',
			{ waitedMs: 200_000 },
			'1 letter ordered at api.test; no estimated posting yet; the run waited 3 minutes for the rate limit.',
		],
	])('tells %s', (_, more, text) => {
		expect(describeCards(report([card('a')], more))).toBe(text);
	});

	it('tells of a repeated run that nothing is new', () => {
		const before = ['a', 'b', 'c', 'd', 'e'].map((id) => card(id, '2026-11-25T12:00:00Z'));
		expect(describeCards(report([], { before }))).toBe(
			'0 ordered; 5 had been ordered before at api.test; estimated posting 2026-11-25.',
		);
	});

	it.each([
		[['2025-11-24T12:00:00Z', '2025-11-24T20:00:00Z'], ', on 2025-11-24'],
		[['2026-01-02T12:00:00Z', '2025-11-24T12:00:00Z', 'soon'], ', from 2025-11-24 to 2026-01-02'],
		[['2025-11-25T01:00:00Z'], ', on 2025-11-25'],
		[['soon'], ''],
	])('tells when they had been ordered: %j', (times, when) => {
		const before = times.map((created, index) => ({ ...card(String(index)), created_at: created }));
		expect(describeCards(report([], { before }))).toContain(
			`0 ordered; ${times.length} had been ordered before${when} at api.test;`,
		);
	});
});

describe('the hint after Batch > Create', () => {
	const batch = (id: string, letters: number) => ({ batch_id: id, total_cards: letters });

	it.each([
		['several', report([batch('a', 100), batch('b', 1)]), '101 letters ordered in 2 batches at api.test;'],
		[
			'one that was sent twice',
			report([batch('a', 3), batch('a', 3)]),
			'3 letters ordered in 1 batch at api.test;',
		],
		[
			'failed items',
			report([batch('a', 3)], { failedItems: 1 }),
			'3 letters ordered in 1 batch at api.test, 1 item failed;',
		],
		[
			'batches ordered before',
			report([batch('a', 3)], { before: [batch('b', 2), batch('c', 1)] }),
			'3 new letters; 3 letters in 2 batches had been ordered before at api.test;',
		],
	])('tells %s', (_, given, text) => {
		expect(describeBatches(given)).toBe(
			`${text} a batch returns no letter IDs: receive events to follow its letters.`,
		);
	});
});
