import { Deliveries, LIMITS } from '../../nodes/HandwrittenLettersTrigger/deliveries';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-21T10:30:00Z');
const key = (index: number) => `event ${index}`;

/** What n8n's database holds after n8n has written static data for that event. */
const written = (deliveries: Deliveries, event: string, now = NOW): string =>
	(JSON.parse(JSON.stringify({ text: deliveries.writing(event, now) })) as { text: string }).text;

/** The whole way of an event that n8n stores. */
function store(deliveries: Deliveries, event: string, now = NOW): string {
	expect(deliveries.see(event, now)).toEqual({ kind: 'new' });
	const text = written(deliveries, event, now);
	deliveries.decide(event, true, now);
	return text;
}

const kindOf = (deliveries: Deliveries, event: string, now = NOW) => deliveries.see(event, now).kind;

describe('in memory', () => {
	it('tells the same event from another', () => {
		const deliveries = new Deliveries();
		store(deliveries, key(1));
		expect(kindOf(deliveries, key(1))).toBe('duplicate');
		expect(kindOf(deliveries, key(2))).toBe('new');
	});

	it('forgets an event that n8n did not store', async () => {
		const deliveries = new Deliveries();
		deliveries.see(key(1), NOW);
		const twin = deliveries.see(key(1), NOW);
		deliveries.decide(key(1), false, NOW);
		expect(twin.kind === 'undecided' && (await twin.stored)).toBe(false);
		expect(kindOf(deliveries, key(1))).toBe('new');
	});

	it('remembers an event for 24 hours, and not much longer', () => {
		const deliveries = new Deliveries();
		store(deliveries, key(1));
		expect(kindOf(deliveries, key(1), NOW + 24 * HOUR)).toBe('duplicate');
		expect(kindOf(deliveries, key(1), NOW + 25 * HOUR)).toBe('new');
	});

	it('holds at least 20,000 events, the oldest leave first, and no new one is taken for a duplicate', () => {
		const deliveries = new Deliveries();
		expect(LIMITS.inMemory).toBeGreaterThanOrEqual(20_000);
		const extra = 5;
		const events = Array.from({ length: LIMITS.inMemory + extra }, (_, index) => key(index));
		const first = events.map((event) => {
			const kind = kindOf(deliveries, event);
			deliveries.decide(event, true, NOW);
			return kind;
		});
		expect(new Set(first)).toEqual(new Set(['new']));
		const again = events.reverse().map((event) => kindOf(deliveries, event)).reverse();
		expect(again.slice(0, extra)).toEqual(Array(extra).fill('new'));
		expect(new Set(again.slice(extra))).toEqual(new Set(['duplicate']));
	});
});

describe('the execution that goes on with an event', () => {
	it('is the first one that asks, each time it asks', () => {
		const deliveries = new Deliveries();
		store(deliveries, 'event');
		expect(['1', '2', '1'].map((id) => deliveries.pass('event', id, NOW))).toEqual([true, false, true]);
		expect(deliveries.pass('another', '2', NOW)).toBe(true);
	});

	it('makes an event known of which this process had no delivery', () => {
		const deliveries = new Deliveries();
		expect(deliveries.pass('event', '1', NOW)).toBe(true);
		expect(kindOf(deliveries, 'event')).toBe('duplicate');
		const restarted = new Deliveries();
		restarted.takeOver(store(deliveries, 'next'), NOW);
		expect(kindOf(restarted, 'event')).toBe('duplicate');
	});

	it('stays the same when its delivery is decided late', () => {
		const deliveries = new Deliveries();
		deliveries.see('event', NOW);
		expect(deliveries.pass('event', '1', NOW)).toBe(true);
		deliveries.decide('event', true, NOW);
		expect(deliveries.pass('event', '2', NOW)).toBe(false);
	});
});

describe('in static data', () => {
	it('holds the newest 2,000 events or more in less than 256 KB, the oldest leave first', () => {
		const deliveries = new Deliveries();
		expect(LIMITS.inStaticData).toBeGreaterThanOrEqual(2_000);
		const all = LIMITS.inStaticData + 5;
		let text = '';
		for (let index = 0; index < all; index += 1) text = store(deliveries, key(index));
		expect(Buffer.byteLength(JSON.stringify({ 'node:Letters': { deliveries: text } }))).toBeLessThan(256 * 1024);

		const restarted = new Deliveries();
		restarted.takeOver(text, NOW);
		const kinds = Array.from({ length: all }, (_, index) => kindOf(restarted, key(index)));
		expect(kinds.slice(0, 5)).toEqual(Array(5).fill('new'));
		expect(new Set(kinds.slice(5))).toEqual(new Set(['duplicate']));
	});

	it('holds every event that n8n has stored, also one whose own write came before', () => {
		const deliveries = new Deliveries();
		for (const event of ['a', 'b']) deliveries.see(event, NOW);
		const first = deliveries.writing('a', NOW);
		const second = deliveries.writing('b', NOW);
		JSON.stringify(first);
		const text = JSON.parse(JSON.stringify(second)) as string;
		const restarted = new Deliveries();
		restarted.takeOver(text, NOW);
		expect(['a', 'b'].map((event) => kindOf(restarted, event))).toEqual(['duplicate', 'duplicate']);
	});

	it('holds no event of which it is not known that n8n has stored it', () => {
		const deliveries = new Deliveries();
		deliveries.see('undecided', NOW);
		const restarted = new Deliveries();
		restarted.takeOver(store(deliveries, 'stored'), NOW);
		expect(kindOf(restarted, 'undecided')).toBe('new');
		expect(kindOf(restarted, 'stored')).toBe('duplicate');
	});

	it('loses an event again that n8n answered with an error after all', () => {
		const deliveries = new Deliveries();
		store(deliveries, 'before');
		deliveries.see('failed', NOW);
		written(deliveries, 'failed');
		deliveries.decide('failed', false, NOW);
		const restarted = new Deliveries();
		restarted.takeOver(store(deliveries, 'after'), NOW);
		const kinds = ['before', 'failed', 'after'].map((event) => kindOf(restarted, event));
		expect(kinds).toEqual(['duplicate', 'new', 'duplicate']);
	});

	it('is merged with what another process has written', () => {
		const [one, other] = [new Deliveries(), new Deliveries()];
		const fromOne = store(one, 'of one');
		other.takeOver(fromOne, NOW);
		const fromOther = store(other, 'of the other');
		one.takeOver(fromOther, NOW);
		expect(kindOf(one, 'of the other')).toBe('duplicate');
		const restarted = new Deliveries();
		restarted.takeOver(store(one, 'of one again'), NOW);
		for (const event of ['of one', 'of the other', 'of one again']) {
			expect(kindOf(restarted, event)).toBe('duplicate');
		}
	});

	it('is left aside where it is old', () => {
		const restarted = new Deliveries();
		restarted.takeOver(store(new Deliveries(), 'old'), NOW + 25 * HOUR);
		expect(kindOf(restarted, 'old', NOW + 25 * HOUR)).toBe('new');
	});

	it.each([undefined, null, 7, '', 'x', {}])('may be anything else (%p)', (text) => {
		const deliveries = new Deliveries();
		deliveries.takeOver(text, NOW);
		expect(kindOf(deliveries, 'event')).toBe('new');
	});
});
