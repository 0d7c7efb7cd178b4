/** DELETE /_sandbox/cards/:id: one letter goes as if it had never been ordered. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createClock } from '../../../sandbox/src/time/clock';
import { eventually } from '../../../tools/waiting';
import type { Json, Receiver } from './support';
import { errorOf, order, startReceiver, TestSandbox } from './support';

let api: TestSandbox;
let receiver: Receiver;
const clock = createClock();

beforeEach(async () => {
	receiver = await startReceiver();
	api = await TestSandbox.start({ webhookUrl: receiver.url, clock });
});
afterEach(async () => {
	await api.sandbox.close();
	await receiver.close();
});

const remove = (id: string) => api.control('DELETE', `/cards/${id}`);
const idsIn = async () =>
	((await api.control('GET', '/cards')).body.cards as Json[]).map(({ id }) => String(id));

it('the letter is gone from the API and the control API; the others stay', async () => {
	const [id, other] = [await api.newCard(), await api.newCard()];
	const removed = await remove(id);
	expect([removed.status, removed.body]).toEqual([200, { deleted: id }]);
	const read = await api.get(`/cards/${id}`);
	expect([read.status, errorOf(read).code]).toEqual([404, 'card_not_found']);
	expect((await api.control('GET', `/cards/${id}`)).status).toBe(404);
	expect((await api.advance(id)).status).toBe(404);
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
	await eventually(async () => {
		expect((await api.deliveries())[0]).toMatchObject({ status: 'delivered', recipient: 'Ana Souza' });
	});
	await remove(id);
	const [delivery] = await api.deliveries();
	expect(delivery).toMatchObject({ card_id: id, status: 'delivered', recipient: null });
	await api.control('POST', `/deliveries/${String(delivery?.id)}/redeliver`);
	await eventually(() => {
		expect(receiver.received).toHaveLength(2);
	});
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

it('a letter that is not there is 404, also the second time', async () => {
	const id = await api.newCard();
	for (const [which, status] of [
		['crd_unknown', 404],
		[id, 200],
		[id, 404],
	] as const) {
		expect([which, (await remove(which)).status]).toEqual([which, status]);
	}
});

it('with a data file it is gone after a restart too, and its key is free', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-removal-'));
	try {
		const data = path.join(folder, 'letters.data');
		await api.sandbox.close();
		api = await TestSandbox.start({ data });
		const stays = await api.newCard();
		const { body } = await api.post('/cards', order(), { idempotencyKey: 'k' });
		await remove(String(body.id));
		await api.sandbox.close();
		api = await TestSandbox.start({ data });
		expect(await idsIn()).toEqual([stays]);
		const again = await api.post('/cards', order({ message: 'x' }), { idempotencyKey: 'k' });
		expect(again.status).toBe(201);
		await api.sandbox.close();
		api = await TestSandbox.start({ data });
		expect(await idsIn()).toEqual([stays, again.body.id]);
	} finally {
		await rm(folder, { recursive: true });
	}
});
