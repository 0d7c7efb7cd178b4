/** How many calls the sandbox's journal holds, so that memory stays bounded however many there are. */
import { Changes } from '../../../sandbox/src/state/changes';
import type { JournalEntry } from '../../../sandbox/src/state/journal';
import { Journal } from '../../../sandbox/src/state/journal';

it('the journal shows the latest 10,000 calls, and counts all', () => {
	const journal = new Journal(new Changes());
	const entry = (at: string): JournalEntry => ({
		method: 'GET',
		path: '/styles',
		status: 200,
		fault: null,
		error: null,
		idempotency_key: null,
		request_id: 'req_1',
		at,
		why: null,
	});
	const exchange = { request: { headers: {}, body: null, isCut: false }, answer: null };
	const all = 20_005;
	for (let index = 0; index < all; index += 1) journal.record(entry(String(index)), exchange, '');
	const shown = journal.latest();
	expect(shown).toHaveLength(10_000);
	expect([shown[0]?.entry.at, shown.at(-1)?.entry.at]).toEqual(['10005', '20004']);
	expect(shown.filter((call) => call.exchange !== null)).toEqual(shown.slice(-1000));
	expect(journal.count).toBe(all);
});
