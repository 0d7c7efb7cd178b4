/** How many calls the sandbox's journal holds, so that memory stays bounded however many there are. */
import { Changes } from '../../sandbox/changes';
import { Store, type JournalEntry } from '../../sandbox/store';

test('the journal shows the latest 10,000 calls, and counts all', () => {
	const store = new Store(new Changes());
	const entry = (at: string): JournalEntry => ({
		method: 'GET',
		path: '/styles',
		status: 200,
		fault: null,
		idempotency_key: null,
		request_id: 'req_1',
		at,
	});
	const all = 20_005;
	for (let index = 0; index < all; index += 1) store.record(entry(String(index)));
	const shown = store.latestRequests();
	expect(shown).toHaveLength(10_000);
	expect([shown[0]?.at, shown.at(-1)?.at]).toEqual(['10005', '20004']);
	expect(store.requestCount).toBe(all);
});
