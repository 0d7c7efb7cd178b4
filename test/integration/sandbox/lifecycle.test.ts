/** How a letter moves, by hand and by itself, and what its timeline says. */
import { createClock } from '../../../sandbox/src/time/clock';
import { eventually } from '../../../tools/waiting';
import { expectRefused, TestSandbox } from './support';

let api: TestSandbox;
describe('moved by hand', () => {
	beforeEach(async () => {
		api = await TestSandbox.start();
	});

	it('takes one step at a time towards delivery', async () => {
		const id = await api.newCard();
		const statuses = [];
		for (let step = 0; step < 4; step += 1) statuses.push((await api.advance(id)).body.status);
		expect(statuses).toEqual(['writing', 'posted', 'in_transit', 'delivered']);
		expect(await api.eventTypes(id)).toEqual([
			'card.created',
			'card.written',
			'card.shipped',
			'card.delivered',
		]);
	});

	it('has tracking data from posted on', async () => {
		const id = await api.newCard();
		expect((await api.advance(id, 'writing')).body.tracking_code).toBeNull();
		const posted = (await api.advance(id, 'posted')).body;
		expect(posted.tracking_code).toMatch(/^HL\d{9}BR$/);
		expect(posted.tracking_url).toBe(`https://tracking.example/${String(posted.tracking_code)}`);
		expect((await api.advance(id, 'delivered')).body.tracking_code).toBe(posted.tracking_code);
	});

	it.each([
		[undefined, 'returned', ['card.created', 'card.written', 'card.shipped', 'card.returned']],
		['posted', 'returned', ['card.created', 'card.written', 'card.shipped', 'card.returned']],
		['in_transit', 'returned', ['card.created', 'card.written', 'card.shipped', 'card.returned']],
		['writing', 'in_transit', ['card.created', 'card.written', 'card.shipped']],
	])('from %s to %s walks every step between', async (from, to, events) => {
		const id = await api.newCard();
		if (from !== undefined) await api.advance(id, from);
		expect((await api.advance(id, to)).body.status).toBe(to);
		expect(await api.eventTypes(id)).toEqual(events);
	});

	it.each([
		['posted', 'writing'],
		['posted', 'posted'],
		['delivered', 'returned'],
		['returned', 'delivered'],
		['delivered', undefined],
		['returned', undefined],
	])('from %s to %s is 409 and changes nothing', async (from, to) => {
		const id = await api.newCard();
		await api.advance(id, from);
		const before = (await api.get(`/cards/${id}`)).body;
		expectRefused(await api.advance(id, to), 409, 'illegal_transition', from);
		expect((await api.get(`/cards/${id}`)).body).toEqual(before);
	});

	it('an unknown card or status is refused', async () => {
		expect((await api.advance('crd_unknown')).status).toBe(404);
		expectRefused(await api.advance(await api.newCard(), 'lost'), 400, 'invalid_request');
	});
});

describe('moving by itself', () => {
	it('reaches delivery', async () => {
		api = await TestSandbox.start({ speed: 0.01 });
		const id = await api.newCard();
		await eventually(async () => {
			expect(await api.status(id)).toBe('delivered');
		});
		expect(await api.eventTypes(id)).toEqual([
			'card.created',
			'card.written',
			'card.shipped',
			'card.delivered',
		]);
	});

	it('stops for a letter that was returned by hand', async () => {
		const clock = createClock();
		api = await TestSandbox.start({ speed: 3600, clock });
		const id = await api.newCard();
		const witness = await api.newCard();
		await api.advance(id, 'returned');
		clock.advance(24 * 3600);
		await eventually(async () => {
			expect(await api.status(witness)).toBe('delivered');
		});
		expect(await api.status(id)).toBe('returned');
	});

	it('a reset forgets planned steps', async () => {
		const clock = createClock();
		const webhookUrl = 'http://127.0.0.1:9/nobody-listens';
		api = await TestSandbox.start({ speed: 3600, clock, webhookUrl });
		await api.newCard();
		await api.control('POST', '/reset');
		const id = await api.newCard();
		clock.advance(24 * 3600);
		await eventually(async () => {
			expect(await api.status(id)).toBe('delivered');
		});
		// A forgotten letter that still moved would show up by its events.
		expect(new Set((await api.deliveries()).map(({ card_id }) => card_id))).toEqual(new Set([id]));
	});
});
