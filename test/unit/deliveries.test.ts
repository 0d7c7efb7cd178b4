import { createHash } from 'node:crypto';

import { Deliveries, LIMITS } from '../../nodes/HandwrittenLettersTrigger/deliveries';

const SECOND = 1_000;
const HOUR = 3600 * SECOND;
const NOW = Date.parse('2026-11-21T10:30:00Z');
const key = (event: string | number) => createHash('sha256').update(String(event)).digest('hex');
const [EVENT, ANOTHER] = [key('event'), key('another')];

/** What n8n's database holds after n8n has written static data for that event. */
const written = (deliveries: Deliveries, event: string): unknown =>
	JSON.parse(JSON.stringify(deliveries.writing(event)));

/** The whole way of an event that n8n stores. */
function store(deliveries: Deliveries, event: string, now = NOW): unknown {
	expect(deliveries.see(event, now)).toEqual({ kind: 'new' });
	const stored = written(deliveries, event);
	deliveries.decide(event, true, now);
	return stored;
}

/** A process that has started with this in static data. */
function restartedWith(stored: unknown, now = NOW): Deliveries {
	const deliveries = new Deliveries();
	deliveries.takeOver(stored, now);
	return deliveries;
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
	it('is that of its delivery, each time it asks', () => {
		const deliveries = new Deliveries();
		store(deliveries, EVENT);
		expect(deliveries.goesOn(EVENT, NOW, NOW)).toBe(true);
		expect(deliveries.goesOn(EVENT, NOW, NOW + HOUR)).toBe(true);
		expect(deliveries.goesOn(ANOTHER, NOW, NOW)).toBe(true);
	});

	it('makes an event known of which this process had no delivery', () => {
		const deliveries = new Deliveries();
		expect(deliveries.knows(EVENT, NOW)).toBe(false);
		expect(deliveries.goesOn(EVENT, NOW, NOW)).toBe(true);
		expect(deliveries.knows(EVENT, NOW)).toBe(true);
		expect(kindOf(deliveries, EVENT)).toBe('duplicate');
		const restarted = restartedWith(store(deliveries, ANOTHER));
		expect(kindOf(restarted, EVENT)).toBe('duplicate');
	});

	it('is not one of an earlier delivery: neither while the later one is decided, nor then, nor after a restart', () => {
		const earlier = NOW - SECOND;
		const deliveries = new Deliveries();
		deliveries.see(EVENT, NOW);
		expect(deliveries.decision(EVENT, earlier)).toBeUndefined();
		expect(deliveries.goesOn(EVENT, earlier, NOW)).toBe(false);
		const stored = written(deliveries, EVENT);
		deliveries.decide(EVENT, true, NOW);
		for (const process of [deliveries, restartedWith(stored)]) {
			expect(process.goesOn(EVENT, earlier, NOW)).toBe(false);
			expect(process.goesOn(EVENT, NOW, NOW)).toBe(true);
		}
	});

	it('is one of them at least, whatever each process has seen of the others', () => {
		const accepted = [NOW, NOW + SECOND, NOW + 2 * SECOND];
		for (let seen = 0; seen < 2 ** accepted.length; seen += 1) {
			const goOn = accepted.filter((own) => {
				const process = new Deliveries();
				accepted.forEach((time, index) => {
					if (seen & (1 << index)) process.takeOver(store(new Deliveries(), EVENT, time), NOW);
				});
				return process.goesOn(EVENT, own, NOW);
			});
			expect(goOn).toContain(accepted[2]);
		}
	});

	it('waits for its own delivery alone', async () => {
		const deliveries = new Deliveries();
		deliveries.see(EVENT, NOW);
		const own = deliveries.decision(EVENT, NOW);
		deliveries.decide(EVENT, true, NOW);
		expect(await own).toBe(true);
		expect(deliveries.decision(EVENT, NOW)).toBeUndefined();
	});
});

describe('in static data', () => {
	it('holds the newest 2,000 events or more in less than 256 KB, the oldest leave first', () => {
		const deliveries = new Deliveries();
		expect(LIMITS.inStaticData).toBeGreaterThanOrEqual(2_000);
		const all = LIMITS.inStaticData + 5;
		let stored: unknown;
		for (let index = 0; index < all; index += 1) stored = store(deliveries, key(index));
		expect(Buffer.byteLength(JSON.stringify({ 'node:Letters': { deliveries: stored } }))).toBeLessThan(256 * 1024);

		const restarted = restartedWith(stored);
		const kinds = Array.from({ length: all }, (_, index) => kindOf(restarted, key(index)));
		expect(kinds.slice(0, 5)).toEqual(Array(5).fill('new'));
		expect(new Set(kinds.slice(5))).toEqual(new Set(['duplicate']));
	});

	it('holds every event that n8n has stored, also one whose own write came before', () => {
		const deliveries = new Deliveries();
		for (const event of [EVENT, ANOTHER]) deliveries.see(event, NOW);
		written(deliveries, EVENT);
		const restarted = restartedWith(written(deliveries, ANOTHER));
		expect([EVENT, ANOTHER].map((event) => kindOf(restarted, event))).toEqual(['duplicate', 'duplicate']);
	});

	it('holds no event of which it is not known that n8n has stored it', () => {
		const deliveries = new Deliveries();
		deliveries.see(EVENT, NOW);
		const restarted = restartedWith(store(deliveries, ANOTHER));
		expect(kindOf(restarted, EVENT)).toBe('new');
		expect(kindOf(restarted, ANOTHER)).toBe('duplicate');
	});

	it('loses an event again that n8n answered with an error after all', () => {
		const deliveries = new Deliveries();
		const [before, failed, after] = [key('before'), key('failed'), key('after')];
		store(deliveries, before);
		deliveries.see(failed, NOW);
		written(deliveries, failed);
		deliveries.decide(failed, false, NOW);
		const restarted = restartedWith(store(deliveries, after));
		const kinds = [before, failed, after].map((event) => kindOf(restarted, event));
		expect(kinds).toEqual(['duplicate', 'new', 'duplicate']);
	});

	it('is merged with what another process has written', () => {
		const [one, other] = [new Deliveries(), new Deliveries()];
		const [ofOne, ofTheOther, ofOneAgain] = [key('one'), key('other'), key('one again')];
		other.takeOver(store(one, ofOne, NOW - HOUR), NOW);
		one.takeOver(store(other, ofTheOther), NOW);
		expect(kindOf(one, ofTheOther)).toBe('duplicate');
		const restarted = restartedWith(store(one, ofOneAgain));
		for (const event of [ofOne, ofTheOther, ofOneAgain]) {
			expect(kindOf(restarted, event)).toBe('duplicate');
		}
	});

	it('is left aside where it is old', () => {
		const restarted = restartedWith(store(new Deliveries(), EVENT), NOW + 25 * HOUR);
		expect(kindOf(restarted, EVENT, NOW + 25 * HOUR)).toBe('new');
	});

	it.each([undefined, null, 7, '', 'x', [], {}, { x: 'y' }, { 1: 2 }, { 494_000: 'short' }])(
		'may be anything else (%p)',
		(stored) => {
			expect(kindOf(restartedWith(stored), EVENT)).toBe('new');
		},
	);
});
