/** Spec, States and transitions. */
import type { Json } from './service';
import { describeSandbox, Service } from './service';

let service: Service;
beforeAll(async () => {
	service = await Service.start();
});
afterAll(() => service.close());

const STATES = ['queued', 'writing', 'posted', 'in_transit', 'delivered', 'returned'];

it('States: a newly created card is queued, also when it is read', async () => {
	const { id, status } = await service.newCard();
	expect(status).toBe('queued');
	expect((await service.get(`/cards/${String(id)}`)).body.status).toBe('queued');
});

describeSandbox('States and transitions', () => {
	const readAfter = async (state: string): Promise<Json> => {
		const { id } = await service.newCard();
		if (state !== 'queued') await service.advance(id, state);
		return (await service.get(`/cards/${String(id)}`)).body;
	};

	it.each(STATES)('States: a card can be %s, under exactly this name', async (state) => {
		expect((await readAfter(state)).status).toBe(state);
	});

	it('States: no other names', async () => {
		const { id } = await service.newCard();
		for (const state of ['processing', 'shipped', 'written', 'created', 'cancelled']) {
			expect((await service.advance(id, state)).status).toBe(400);
		}
		const card = service.document.content.components?.schemas?.Card as { properties?: Json };
		expect(card.properties?.status).toMatchObject({ enum: STATES });
	});

	it.each(['queued', 'writing'])('Card: no tracking data before posting (%s)', async (state) => {
		expect(await readAfter(state)).toMatchObject({ tracking_code: null, tracking_url: null });
	});

	it.each(['posted', 'in_transit', 'delivered', 'returned'])(
		'Card: tracking_code and tracking_url (a URI) are set after posting (%s)',
		async (state) => {
			const { tracking_code, tracking_url } = await readAfter(state);
			expect(tracking_code).toMatch(/\S/);
			expect(new URL(String(tracking_url)).protocol).toMatch(/^https?:$/);
		},
	);
});
