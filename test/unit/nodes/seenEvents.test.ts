import { createHash } from 'node:crypto';

import type { Delivery } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import {
	CAPACITY,
	PATIENCE_MS,
	SeenEvents,
} from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';

const SECOND = 1_000;
const HOUR = 3600 * SECOND;
const NOW = Date.parse('2026-11-21T10:30:00Z');
const key = (event: string | number) => createHash('sha256').update(String(event)).digest('hex');
const [EVENT, ANOTHER] = [key('event'), key('another')];

let now = NOW;
beforeEach(() => {
	now = NOW;
});

/** The memory of a process, by default of one that runs executions itself. */
const newProcess = (runsExecutions = true, capacity = CAPACITY) =>
	new SeenEvents(capacity, () => now, { runsExecutions });

/** One that remembers few events. */
const smallProcess = () => newProcess(true, { inMemory: 3, inStaticData: 2 });

/** What n8n's database holds after n8n has written static data. */
const written = (what?: Pick<Delivery, 'records'>): unknown => JSON.parse(JSON.stringify(what?.records));

const charactersOf = (stored: unknown): string => Object.values(stored as object).join('');

function accept(seenEvents: SeenEvents, event: string): Delivery {
	const sighting = seenEvents.see(event);
	if (sighting.kind !== 'new') throw new Error(`The event is ${sighting.kind}.`);
	return sighting.delivery;
}

/** The whole way of an event, and what its execution writes at its end. */
function store(seenEvents: SeenEvents, event: string): unknown {
	const delivery = accept(seenEvents, event);
	delivery.begin();
	seenEvents.hasBegun(event);
	delivery.decide(true);
	return written(seenEvents);
}

/** A process that has started with this in static data. */
function restartedWith(stored: unknown): SeenEvents {
	const seenEvents = newProcess();
	seenEvents.takeOver(stored);
	return seenEvents;
}

const kindOf = (seenEvents: SeenEvents, event: string) => seenEvents.see(event).kind;

describe('in memory', () => {
	it('tells the same event from another', () => {
		const seenEvents = newProcess();
		store(seenEvents, key(1));
		expect(kindOf(seenEvents, key(1))).toBe('duplicate');
		expect(kindOf(seenEvents, key(2))).toBe('new');
	});

	it('forgets an event that n8n answered with an error', async () => {
		const seenEvents = newProcess();
		const delivery = accept(seenEvents, EVENT);
		const twin = seenEvents.see(EVENT);
		delivery.decide(false);
		expect(twin.kind === 'undecided' && (await twin.kept)).toBe(false);
		expect(kindOf(seenEvents, EVENT)).toBe('new');
	});

	it('lets a second delivery know that n8n has the first', async () => {
		const seenEvents = newProcess();
		const delivery = accept(seenEvents, EVENT);
		const twin = seenEvents.see(EVENT);
		delivery.decide(true);
		expect(twin.kind === 'undecided' && (await twin.kept)).toBe(true);
	});

	it('takes a process for one that runs no execution until one begins, which the next delivery waits for', () => {
		const seenEvents = newProcess(false);
		for (const runs of [false, true]) {
			const delivery = accept(seenEvents, key(String(runs)));
			expect(delivery.begun instanceof Promise).toBe(runs);
			delivery.begin();
		}
	});

	it('remembers an event for 24 hours, and not much longer', () => {
		const seenEvents = newProcess();
		store(seenEvents, EVENT);
		now = NOW + 24 * HOUR;
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		now = NOW + 25 * HOUR;
		expect(kindOf(seenEvents, EVENT)).toBe('new');
	});

	it('the oldest events leave first', () => {
		const seenEvents = smallProcess();
		for (const event of [1, 2, 3, 4]) store(seenEvents, key(event));
		expect([2, 3, 4, 1].map((event) => kindOf(seenEvents, key(event)))).toEqual([
			'duplicate',
			'duplicate',
			'duplicate',
			'new',
		]);
	});
});

describe('an execution that begins', () => {
	it('makes its event known, also after a restart', () => {
		const seenEvents = newProcess();
		seenEvents.hasBegun(EVENT);
		for (const process of [seenEvents, restartedWith(written(seenEvents))])
			expect(kindOf(process, EVENT)).toBe('duplicate');
	});

	it('makes it known once, and the newest', () => {
		const seenEvents = smallProcess();
		for (const event of [1, 2, 1]) seenEvents.hasBegun(key(event));
		expect(charactersOf(written(seenEvents))).toHaveLength(2 * 12);
		for (const event of [3, 4]) seenEvents.hasBegun(key(event));
		expect([1, 2].map((event) => kindOf(seenEvents, key(event)))).toEqual(['duplicate', 'new']);
	});

	it('makes it known while its delivery, or a later one, is under way, whatever n8n answers that', async () => {
		const seenEvents = newProcess();
		const delivery = accept(seenEvents, EVENT);
		const twin = seenEvents.see(EVENT);
		seenEvents.hasBegun(EVENT);
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		delivery.decide(false);
		expect(twin.kind === 'undecided' && (await twin.kept)).toBe(false);
		for (const process of [seenEvents, restartedWith(written(seenEvents))])
			expect(kindOf(process, EVENT)).toBe('duplicate');
	});
});

describe('an event whose execution does not begin in time', () => {
	it('is new again, here and after a restart, whoever has written static data meanwhile', () => {
		const seenEvents = newProcess();
		const delivery = accept(seenEvents, EVENT);
		expect(delivery.records).toBeUndefined();
		const stored = store(seenEvents, ANOTHER);
		delivery.decide(false);
		for (const process of [seenEvents, restartedWith(stored), restartedWith(written(seenEvents))]) {
			expect(kindOf(process, ANOTHER)).toBe('duplicate');
			expect(kindOf(process, EVENT)).toBe('new');
		}
	});
});

describe('in a process that runs no executions', () => {
	it('a delivery is on record from the moment at which n8n writes it, and not before', () => {
		const seenEvents = newProcess(false);
		const [delivery, another] = [EVENT, ANOTHER].map((event) => accept(seenEvents, event));
		expect(kindOf(restartedWith(written(another)), EVENT)).toBe('new');
		expect(kindOf(restartedWith(written(delivery)), EVENT)).toBe('duplicate');
	});

	it('one that n8n answers with an error after that is taken out again', () => {
		const seenEvents = newProcess(false);
		const delivery = accept(seenEvents, EVENT);
		written(delivery);
		delivery.decide(false);
		expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('new');
		expect(kindOf(seenEvents, EVENT)).toBe('new');
	});
});

describe('a delivery that was accepted with the filter off', () => {
	it('knows when its execution begins, and is not remembered', async () => {
		const seenEvents = newProcess();
		const delivery = seenEvents.acceptUnfiltered();
		expect(delivery.records).toBeUndefined();
		delivery.begin();
		expect(await delivery.begun).toBe(true);
		delivery.decide(true);
		expect(kindOf(seenEvents, EVENT)).toBe('new');
		expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('new');
	});
});

describe('a delivery that n8n does not answer', () => {
	it('gives way to a repeat after a minute, and not before', () => {
		const seenEvents = newProcess();
		accept(seenEvents, EVENT);
		now = NOW + PATIENCE_MS - 1;
		expect(kindOf(seenEvents, EVENT)).toBe('undecided');
		now = NOW + PATIENCE_MS;
		expect(kindOf(seenEvents, EVENT)).toBe('new');
		expect(kindOf(seenEvents, EVENT)).toBe('undecided');
	});

	/** One that has given way to another. */
	function twoUnderWay() {
		const seenEvents = newProcess();
		const first = accept(seenEvents, EVENT);
		now = NOW + PATIENCE_MS;
		return { seenEvents, first, later: accept(seenEvents, EVENT) };
	}

	it('is seen if it is answered before the later one, and one record is left', () => {
		const { seenEvents, first, later } = twoUnderWay();
		first.decide(true);
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		later.decide(true);
		expect(charactersOf(written(seenEvents))).toHaveLength(12);
	});

	it('stays seen if n8n answers the later one with an error', () => {
		const { seenEvents, first, later } = twoUnderWay();
		first.decide(true);
		later.decide(false);
		for (const process of [seenEvents, restartedWith(written(seenEvents))])
			expect(kindOf(process, EVENT)).toBe('duplicate');
	});

	it('leaves the event to the later one if n8n answers it with an error', () => {
		const { seenEvents, first, later } = twoUnderWay();
		first.decide(false);
		expect(kindOf(seenEvents, EVENT)).toBe('undecided');
		later.decide(true);
		for (const process of [seenEvents, restartedWith(written(seenEvents))])
			expect(kindOf(process, EVENT)).toBe('duplicate');
	});
});

describe('after a clock was set back', () => {
	it.each([
		['an event from more than an hour ahead is new', 2 * HOUR, 'new'],
		['one from less than an hour ahead stays seen', HOUR - SECOND, 'duplicate'],
	])('%s, in memory and in static data', (_what, ahead, kind) => {
		now = NOW + ahead;
		const seenEvents = newProcess();
		const stored = store(seenEvents, EVENT);
		now = NOW;
		expect(kindOf(restartedWith(stored), EVENT)).toBe(kind);
		expect(kindOf(seenEvents, EVENT)).toBe(kind);
	});

	it('an event from the future that n8n then answers with an error is new, also after a restart', () => {
		const seenEvents = newProcess(false);
		now = NOW + 75 * 60 * SECOND;
		seenEvents.hasBegun(EVENT);
		now = NOW;
		const delivery = accept(seenEvents, EVENT);
		written(delivery);
		delivery.decide(false);
		expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('new');
	});

	it('records from the future do not push out the present ones', () => {
		const seenEvents = smallProcess();
		now = NOW + 2 * HOUR;
		for (let index = 0; index < 2; index += 1) store(seenEvents, key(index));
		now = NOW;
		store(seenEvents, EVENT);
		expect(kindOf(restartedWith(store(seenEvents, ANOTHER)), EVENT)).toBe('duplicate');
	});
});

describe('in static data', () => {
	it('the oldest events leave first', () => {
		const seenEvents = smallProcess();
		const [, , stored] = [1, 2, 3].map((event) => store(seenEvents, key(event)));
		const restarted = restartedWith(stored);
		expect([1, 2, 3].map((event) => kindOf(restarted, key(event)))).toEqual([
			'new',
			'duplicate',
			'duplicate',
		]);
	});

	it('holds every stored event, also one that was written earlier', () => {
		const seenEvents = newProcess(false);
		const [first, second] = [EVENT, ANOTHER].map((event) => accept(seenEvents, event));
		written(first);
		const restarted = restartedWith(written(second));
		expect([EVENT, ANOTHER].map((event) => kindOf(restarted, event))).toEqual(['duplicate', 'duplicate']);
	});

	it('is merged with what another process has written', () => {
		const [one, other] = [newProcess(), newProcess()];
		const [ofOne, ofTheOther, ofOneAgain] = [key('one'), key('other'), key('one again')];
		now = NOW - HOUR;
		const first = store(one, ofOne);
		now = NOW;
		other.takeOver(first);
		one.takeOver(store(other, ofTheOther));
		expect(kindOf(one, ofTheOther)).toBe('duplicate');
		const restarted = restartedWith(store(one, ofOneAgain));
		for (const event of [ofOne, ofTheOther, ofOneAgain]) {
			expect(kindOf(restarted, event)).toBe('duplicate');
		}
	});

	const elsewhere = (event: string, at: number) => {
		now = at;
		const stored = store(newProcess(), event);
		now = NOW;
		return stored;
	};

	it('of another process does not decide a delivery that is open here', () => {
		const seenEvents = newProcess();
		accept(seenEvents, EVENT);
		seenEvents.takeOver(elsewhere(EVENT, NOW + SECOND));
		expect(kindOf(seenEvents, EVENT)).toBe('undecided');
	});

	it('holds what it held already once', () => {
		const [one, other] = [newProcess(), newProcess()];
		other.takeOver(store(one, EVENT));
		const stored = store(other, ANOTHER);
		one.takeOver(stored);
		expect(written(one)).toEqual(stored);
	});

	it('is taken over in its sequence', () => {
		const [before, restarted] = [smallProcess(), smallProcess()];
		const [, stored] = [1, 2].map((event) => store(before, key(event)));
		restarted.takeOver(stored);
		for (const event of [3, 4]) store(restarted, key(event));
		expect(kindOf(restarted, key(2))).toBe('duplicate');
	});

	it('brings back an event that memory has lost', () => {
		const seenEvents = smallProcess();
		const stored = store(seenEvents, EVENT);
		for (const event of [1, 2, 3]) store(seenEvents, key(event));
		seenEvents.takeOver(stored);
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
	});

	it('stays when a delivery comes while the filter is off', () => {
		const seenEvents = newProcess();
		store(seenEvents, EVENT);
		seenEvents.acceptUnfiltered().decide(true);
		expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('duplicate');
	});

	it('is ignored when it is old', () => {
		const stored = store(newProcess(), EVENT);
		now = NOW + 25 * HOUR;
		expect(kindOf(restartedWith(stored), EVENT)).toBe('new');
	});

	it.each([undefined, null, 7, '', 'x', [], {}, { x: 'y' }, { 1: 2 }, { 494_000: 'short' }])(
		'may be anything else (%p)',
		(stored) => {
			const seenEvents = restartedWith(stored);
			expect(kindOf(seenEvents, EVENT)).toBe('new');
			expect(written(seenEvents)).toEqual({});
		},
	);
});
