/** Which deliveries are kept, so that memory stays bounded however many events there are. */
import type { Delivery } from '../../../sandbox/src/state/delivery';
import { DeliveryHistory } from '../../../sandbox/src/webhooks/history';

function delivery(id: string): Delivery {
	const card = { event: 'card.created', card_id: 'crd_1', receiver: 'main', body: '{}' } as const;
	return { id, ...card, status: 'pending', attempts: [], next_attempt_at: null };
}

it('keeps every pending delivery and the latest 10,000 that have ended', () => {
	const forgotten: string[] = [];
	const history = new DeliveryHistory((one) => forgotten.push(one.id));
	const all = Array.from({ length: 10_005 }, (_, i) => delivery(`dlv_${i}`));
	for (const one of all) history.add(one);
	expect(history.keptCount).toBe(10_005);
	// The first one stays pending; the second ends, and again by hand, before all others.
	for (const one of all.slice(1)) history.end(one, 'failed');
	history.end(all[5] as Delivery, 'delivered');
	expect(
		history
			.all()
			.slice(0, 3)
			.map(({ id }) => id),
	).toEqual(['dlv_0', 'dlv_5', 'dlv_6']);
	expect([history.keptCount, history.count]).toEqual([10_001, 10_005]);
	expect(history.has(all[1] as Delivery)).toBe(false);
	// Told of each, so that a data folder forgets them too.
	expect(forgotten).toEqual(['dlv_1', 'dlv_2', 'dlv_3', 'dlv_4']);
	history.clear();
	expect([history.keptCount, history.count]).toEqual([0, 0]);
});
