/** A search through many letters is done in parts, between which the letters may change. */
import { queryCards } from '../../../sandbox/src/control/cardQuery';
import type { StoredCard } from '../../../sandbox/src/state/card';
import { Changes } from '../../../sandbox/src/state/changes';
import { Store } from '../../../sandbox/src/state/store';

const at = '2026-01-01T00:00:00Z';

function storeOf(count: number): { store: Store; letters: StoredCard[] } {
	const store = new Store(new Changes());
	const to = { name: 'Ana Souza', address_line1: 'Rua', city: 'Recife', state: 'PE', zip: '50000-000' };
	const letters = Array.from({ length: count }, (_, index): StoredCard => {
		const fixed = { external_id: null, tracking_code: null, tracking_url: null };
		const times = { estimated_posting_at: at, created_at: at };
		return {
			number: store.nextNumber(),
			accountId: 'acc_1',
			batchId: null,
			key: null,
			scheduleAt: null,
			hasMetadata: false,
			card: { id: `crd_${index}`, status: 'queued', ...fixed, ...times },
			events: [],
			stepBeganAt: 0,
		};
	});
	for (const letter of letters) store.addCard(letter, JSON.stringify({ to, message: 'Oi' }));
	return { store, letters };
}

it('lets other work have its turn', async () => {
	const { store } = storeOf(2500);
	const order: string[] = [];
	const found = queryCards(store, { search: 'RECIFE' }).then(({ total }) => order.push(String(total)));
	setImmediate(() => order.push('other work'));
	await found;
	expect(order).toEqual(['other work', '2500']);
});

it('finds no letter that was removed meanwhile', async () => {
	const { store, letters } = storeOf(2500);
	const found = queryCards(store, { search: 'ana' });
	for (const letter of [letters[0], letters[2400]] as StoredCard[]) store.removeCard(letter);
	const { total, cards } = await found;
	expect(total).toBe(2498);
	expect(cards).not.toContain(letters[0]);
});
