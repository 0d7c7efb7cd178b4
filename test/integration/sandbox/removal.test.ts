/** DELETE /_sandbox/cards/:id: one letter goes as if it had never been ordered. */
import { createClock } from '../../../sandbox/src/time/clock';
import { eventually } from '../../../tools/waiting';
import type { Receiver } from './support';
import { expectRefused, newDataFolder, order, startReceiver, TestSandbox } from './support';

let api: TestSandbox;
let receiver: Receiver;
const clock = createClock();

beforeEach(async () => {
	receiver = await startReceiver();
	api = await TestSandbox.start({ webhookUrl: receiver.url, clock });
});

const remove = (id: string) => api.control('DELETE', `/cards/${id}`);
const idsIn = async () => (await api.cards()).map(({ id }) => String(id));

it('the letter is gone from the API and the control API; the others stay', async () => {
	const [id, other] = [await api.newCard(), await api.newCard()];
	const removed = await remove(id);
	expect([removed.status, removed.body]).toEqual([200, { deleted: id }]);
	expectRefused(await api.get(`/cards/${id}`), 404, 'card_not_found');
	expect((await api.control('GET', `/cards/${id}`)).status).toBe(404);
	expect((await api.advance(id)).status).toBe(404);
	for (const gone of [id, 'crd_unknown']) expect((await remove(gone)).status).toBe(404);
	expect(await idsIn()).toEqual([other]);
	expect(await api.letters()).toBe(1);
	expect(await api.status(other)).toBe('queued');
});

it('its key is free again: the same call orders another letter', async () => {
	const first = await api.post('/cards', order(), { idempotencyKey: 'k' });
	await remove(String(first.body.id));
	const second = await api.post('/cards', order({ message: 'Outra' }), { idempotencyKey: 'k' });
	expect(second.status).toBe(201);
	expect(second.body.id).not.toBe(first.body.id);
	expect(await idsIn()).toEqual([second.body.id]);
});

it("another letter's key is not freed with it", async () => {
	const kept = await api.post('/cards', order(), { idempotencyKey: 'k' });
	await remove(await api.newCard());
	const repeated = await api.post('/cards', order(), { idempotencyKey: 'k' });
	expect([repeated.status, repeated.body]).toEqual([201, kept.body]);
	expect((await api.post('/cards', order({ message: 'x' }), { idempotencyKey: 'k' })).status).toBe(409);
});

it('one letter of a batch leaves the batch as it was, its key too', async () => {
	const batch = { cards: [order(), order()] };
	const first = await api.post('/batches', batch, { idempotencyKey: 'b' });
	const [gone = '', stays] = await idsIn();
	await remove(gone);
	expect(await idsIn()).toEqual([stays]);
	const repeated = await api.post('/batches', batch, { idempotencyKey: 'b' });
	expect([repeated.status, repeated.body]).toEqual([202, first.body]);
	expect(await idsIn()).toEqual([stays]);
});

it('its deliveries stay, without a recipient, and can be sent again', async () => {
	const id = await api.newCard();
	await api.delivery({ status: 'delivered', recipient: 'Ana Souza' });
	await remove(id);
	const [delivery] = await api.deliveries();
	expect(delivery).toMatchObject({ card_id: id, status: 'delivered', recipient: null });
	await api.control('POST', `/deliveries/${String(delivery?.id)}/redeliver`);
	await receiver.gets(2);
	expect(receiver.received[1]?.rawBody).toEqual(receiver.received[0]?.rawBody);
});

it('it takes no further step, and no event comes of it', async () => {
	await api.control('PUT', '/clock', { speed: 60 });
	const [id, witness] = [await api.newCard(), await api.newCard()];
	await remove(id);
	await api.control('PUT', '/clock', { advanceSeconds: 3600 });
	expect(await api.status(witness)).toBe('delivered');
	await eventually(() => {
		expect(receiver.received.filter(({ body }) => body.data.id === witness)).toHaveLength(4);
	});
	const ofRemoved = receiver.received.filter(({ body }) => body.data.id === id);
	expect(ofRemoved.map(({ body }) => body.event)).toEqual(['card.created']);
});

it('with a data folder it is gone after a restart too, and its key is free', async () => {
	const data = newDataFolder();
	const restart = async () => {
		await api.sandbox.close();
		api = await TestSandbox.start({ data });
	};
	await restart();
	const stays = await api.newCard();
	const { body } = await api.post('/cards', order(), { idempotencyKey: 'k' });
	await remove(String(body.id));
	await restart();
	expect(await idsIn()).toEqual([stays]);
	const again = await api.post('/cards', order({ message: 'x' }), { idempotencyKey: 'k' });
	expect(again.status).toBe(201);
	await restart();
	expect(await idsIn()).toEqual([stays, again.body.id]);
});
