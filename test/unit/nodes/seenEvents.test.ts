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
	new SeenEvents(capacity, () => now, { runsExecutions, answersFirst: false });

/** One that remembers few events. */
const smallProcess = () => newProcess(true, { inMemory: 3, inStaticData: 2 });

/** What n8n's database holds after n8n has written static data. */
const written = ({ records }: Pick<Delivery, 'records'>): unknown => JSON.parse(JSON.stringify(records));

function accept(seenEvents: SeenEvents, event: string): Delivery {
	const sighting = seenEvents.see(event);
	if (sighting.kind !== 'new') throw new Error(`The event is ${sighting.kind}.`);
	return sighting.delivery;
}

/** The whole way of an event that n8n stores and whose execution begins, as far as its answer. */
function store(seenEvents: SeenEvents, event: string): unknown {
	const delivery = accept(seenEvents, event);
	delivery.begin();
	const stored = written(delivery);
	delivery.decide(true);
	return stored;
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

	it('takes a process for one that runs no execution and answers first, until it shows otherwise', () => {
		const seenEvents = new SeenEvents();
		expect(seenEvents.process).toEqual({ runsExecutions: false, answersFirst: true });
		expect(seenEvents.unwritten).toBe(false);
		expect(seenEvents.see(EVENT).kind).toBe('new');
		const receiver = newProcess(false);
		accept(receiver, EVENT).begin();
		expect(receiver.process.runsExecutions).toBe(true);
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

describe('an execution whose delivery is not under way here', () => {
	it('makes its event known, also after a restart', () => {
		const seenEvents = newProcess();
		seenEvents.hasBegun(EVENT);
		expect(seenEvents.unwritten).toBe(true);
		for (const process of [seenEvents, restartedWith(written(seenEvents))])
			expect(kindOf(process, EVENT)).toBe('duplicate');
	});

	it('changes nothing where the event is known already', () => {
		const seenEvents = newProcess();
		store(seenEvents, EVENT);
		seenEvents.hasBegun(EVENT);
		expect(seenEvents.unwritten).toBe(false);
	});

	it('leaves a delivery that is under way to its answer', () => {
		const seenEvents = newProcess();
		const delivery = accept(seenEvents, EVENT);
		seenEvents.hasBegun(EVENT);
		expect(kindOf(seenEvents, EVENT)).toBe('undecided');
		delivery.decide(false);
		expect(kindOf(seenEvents, EVENT)).toBe('new');
	});
});

describe('an event whose execution does not begin in time', () => {
	/** Also what is then in static data. */
	function dropped(seenEvents = newProcess()): {
		seenEvents: SeenEvents;
		stored: unknown;
		begin: () => void;
	} {
		const delivery = accept(seenEvents, EVENT);
		const stored = written(delivery);
		delivery.decide(false);
		return { seenEvents, stored, begin: delivery.begin };
	}

	it('is new again', () => {
		expect(kindOf(dropped().seenEvents, EVENT)).toBe('new');
	});

	it('is not taken from static data again, and the next write leaves it out', () => {
		const { seenEvents, stored } = dropped();
		const restarted = restartedWith(store(seenEvents, ANOTHER));
		expect(kindOf(restarted, EVENT)).toBe('new');
		expect(kindOf(restarted, ANOTHER)).toBe('duplicate');
		seenEvents.takeOver(stored);
		expect(kindOf(seenEvents, EVENT)).toBe('new');
	});

	it.each([
		['after a change of the workflow', (seenEvents: SeenEvents) => (seenEvents.doubtful = true)],
		['after another that did not begin', (seenEvents: SeenEvents) => dropped(seenEvents)],
	])('was not written down %s', (_what, before) => {
		const process = newProcess();
		before(process);
		const { stored } = dropped(process);
		expect(kindOf(restartedWith(stored), EVENT)).toBe('new');
	});

	it('was written down in a process that has run no execution: nobody there knows of its beginning', () => {
		const process = newProcess(false);
		process.doubtful = true;
		const delivery = accept(process, EVENT);
		expect(delivery.begun).toBeUndefined();
		expect(kindOf(restartedWith(written(delivery)), EVENT)).toBe('duplicate');
	});

	it('is seen when it begins late, and nothing else came', () => {
		const { seenEvents, begin } = dropped();
		begin();
		seenEvents.hasBegun(EVENT);
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		expect(kindOf(restartedWith(store(seenEvents, ANOTHER)), EVENT)).toBe('duplicate');
	});

	it('is not on record when it begins late and its next delivery is under way', () => {
		const process = newProcess();
		process.doubtful = true;
		const { seenEvents, begin } = dropped(process);
		now = NOW + SECOND;
		accept(seenEvents, EVENT);
		begin();
		expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('new');
	});
});

describe('a record that was not written with its delivery', () => {
	it('is to be written by its execution, once', async () => {
		const seenEvents = newProcess();
		seenEvents.doubtful = true;
		const delivery = accept(seenEvents, EVENT);
		expect(kindOf(restartedWith(written(delivery)), EVENT)).toBe('new');
		delivery.begin();
		expect(await delivery.begun).toBe(true);
		delivery.decide(true);
		expect(seenEvents.unwritten).toBe(true);
		expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('duplicate');
		expect(seenEvents.unwritten).toBe(false);
		store(seenEvents, ANOTHER);
		expect(seenEvents.unwritten).toBe(false);
	});
});

it('a record that was written and no longer counts is to be taken out by the next execution that ends', () => {
	const seenEvents = newProcess();
	const delivery = accept(seenEvents, EVENT);
	const stored = written(delivery);
	delivery.decide(false);
	// That of a later delivery, or its own, which begins late and yields.
	expect(seenEvents.unwritten).toBe(true);
	expect(kindOf(restartedWith(stored), EVENT)).toBe('duplicate');
	expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('new');
});

describe('a delivery that was accepted with the filter off', () => {
	it('knows when its execution begins, and is not remembered', async () => {
		const seenEvents = newProcess();
		const delivery = seenEvents.acceptUnfiltered();
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
		expect(Object.values(written(seenEvents) as object).join('')).toHaveLength(12);
	});

	it('keeps its record if n8n answers the later one with an error', () => {
		const { seenEvents, first, later } = twoUnderWay();
		first.decide(true);
		later.decide(false);
		expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('duplicate');
	});

	it('leaves the event to the later one if n8n answers it with an error', () => {
		const { seenEvents, first, later } = twoUnderWay();
		written(first);
		first.decide(false);
		// n8n may drop this one as well: its record comes with its beginning.
		expect(kindOf(restartedWith(written(later)), EVENT)).toBe('new');
		later.begin();
		later.decide(true);
		expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('duplicate');
	});

	it('leaves the record of the later one, where that was written first, if n8n answers it with an error', () => {
		const { seenEvents, first, later } = twoUnderWay();
		written(first);
		written(later);
		first.decide(false);
		later.decide(true);
		expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('duplicate');
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
		const seenEvents = newProcess();
		now = NOW + 75 * 60 * SECOND;
		store(seenEvents, EVENT);
		now = NOW;
		store(seenEvents, ANOTHER);
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
		const seenEvents = newProcess();
		const [first, second] = [EVENT, ANOTHER].map((event) => accept(seenEvents, event)) as [
			Delivery,
			Delivery,
		];
		written(first);
		const restarted = restartedWith(written(second));
		expect([EVENT, ANOTHER].map((event) => kindOf(restarted, event))).toEqual(['duplicate', 'duplicate']);
	});

	it('holds no event that n8n may not have stored', () => {
		const seenEvents = newProcess();
		accept(seenEvents, EVENT);
		const restarted = restartedWith(store(seenEvents, ANOTHER));
		expect(kindOf(restarted, EVENT)).toBe('new');
		expect(kindOf(restarted, ANOTHER)).toBe('duplicate');
	});

	it('holds no open event when an execution writes it', () => {
		const seenEvents = newProcess();
		store(seenEvents, ANOTHER);
		accept(seenEvents, EVENT);
		const restarted = restartedWith(written(seenEvents));
		expect([EVENT, ANOTHER].map((event) => kindOf(restarted, event))).toEqual(['new', 'duplicate']);
	});

	it('drops an event that n8n answered with an error in the end', () => {
		const seenEvents = newProcess();
		const [before, failed, after] = [key('before'), key('failed'), key('after')];
		store(seenEvents, before);
		const delivery = accept(seenEvents, failed);
		written(delivery);
		delivery.decide(false);
		const restarted = restartedWith(store(seenEvents, after));
		const kinds = [before, failed, after].map((event) => kindOf(restarted, event));
		expect(kinds).toEqual(['duplicate', 'new', 'duplicate']);
	});

	it('does not bring back an event that n8n answered with an error', () => {
		const seenEvents = newProcess();
		const delivery = accept(seenEvents, EVENT);
		const stored = written(delivery);
		delivery.decide(false);
		seenEvents.takeOver(stored);
		expect(kindOf(seenEvents, EVENT)).toBe('new');
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
