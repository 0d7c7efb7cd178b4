/** What the output pane says of a finished order. */
import { describeBatches, describeCards } from '../../nodes/HandwrittenLetters/hints';

const SAO_PAULO = 'America/Sao_Paulo';
const card = (id: string, estimated?: string | null) => ({ id, estimated_posting_at: estimated });

describe('the hint after Card > Create', () => {
	it.each([
		['one letter', [card('a', '2026-11-25T12:00:00Z')], '1 letter ordered; estimated posting 2026-11-25.'],
		[
			'the first and the last day of several',
			[card('a', '2026-11-28T12:00:00Z'), card('b', '2026-11-25T12:00:00Z'), card('c', '2026-11-26T12:00:00Z')],
			'3 letters ordered; estimated posting 2026-11-25 to 2026-11-28.',
		],
		[
			'the day it is in the time zone of the workflow',
			[card('a', '2026-11-25T02:00:00Z')],
			'1 letter ordered; estimated posting 2026-11-24.',
		],
		[
			'estimates that are not there yet',
			[card('a', null), card('b'), card('c', '2026-11-25T12:00:00Z')],
			'3 letters ordered; estimated posting 2026-11-25, not known yet for 2.',
		],
		['no estimate at all', [card('a', null), card('b', 'soon')], '2 letters ordered; no estimated posting yet.'],
		[
			'items that share a letter',
			[card('a', '2026-11-25T12:00:00Z'), card('a', '2026-11-25T12:00:00Z')],
			'1 letter ordered; estimated posting 2026-11-25.',
		],
	])('tells %s', (_, cards, text) => {
		expect(describeCards(cards, 0, SAO_PAULO)).toBe(text);
	});

	it('tells how many items failed', () => {
		const text = describeCards([card('a', null)], 2, SAO_PAULO);
		expect(text).toBe('1 letter ordered, 2 items failed; no estimated posting yet.');
	});
});

describe('the hint after Batch > Create', () => {
	const batch = (id: string, letters: number) => ({ batch_id: id, total_cards: letters });

	it.each([
		['one batch', [batch('a', 3)], 0, '3 letters ordered in 1 batch;'],
		['several', [batch('a', 100), batch('b', 1)], 0, '101 letters ordered in 2 batches;'],
		['one that was sent twice', [batch('a', 3), batch('a', 3)], 0, '3 letters ordered in 1 batch;'],
		['failed items', [batch('a', 3)], 1, '3 letters ordered in 1 batch, 1 item failed;'],
	])('tells %s', (_, batches, failed, text) => {
		const hint = describeBatches(batches, failed);
		expect(hint).toBe(`${text} the service gives their ids in its events, not here.`);
	});
});
