import { createHash } from 'node:crypto';

import type { OwnDelivery } from '../../../nodes/HandwrittenLettersTrigger/duplicates/ownDelivery';
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
	delivery.own.begin();
	const stored = written(delivery);
	delivery.decide('kept');
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
		delivery.decide('refused');
		expect(twin.kind === 'undecided' && (await twin.kept)).toBe(false);
		expect(kindOf(seenEvents, EVENT)).toBe('new');
	});

	it('lets a second delivery know that n8n has the first', async () => {
		const seenEvents = newProcess();
		const delivery = accept(seenEvents, EVENT);
		const twin = seenEvents.see(EVENT);
		delivery.decide('kept');
		expect(twin.kind === 'undecided' && (await twin.kept)).toBe(true);
	});

	it('takes a process for one that runs no execution and answers first, until it shows otherwise', () => {
		const seenEvents = new SeenEvents();
		expect(seenEvents.process).toEqual({ runsExecutions: false, answersFirst: true });
		expect(seenEvents.unwritten).toBe(false);
		expect(Math.abs(seenEvents.accept(EVENT, false).acceptedAt - Date.now())).toBeLessThan(HOUR);
		const receiver = newProcess(false);
		accept(receiver, EVENT).own.begin();
		expect(receiver.process.runsExecutions).toBe(true);
	});

	it.each([
		['kept', false],
		['refused', true],
		['unbegun', false],
	] as const)('tells an execution, also a late one, of its delivery: %s', async (outcome, isRefused) => {
		const { own, decide } = accept(newProcess(), EVENT);
		decide(outcome);
		expect(await own.refused).toBe(isRefused);
	});

	it('tells two deliveries of the same moment apart', async () => {
		const seenEvents = newProcess();
		const refused = accept(seenEvents, EVENT);
		refused.decide('refused');
		const accepted = accept(seenEvents, EVENT);
		accepted.decide('kept');
		expect(await refused.own.refused).toBe(true);
		expect(await accepted.own.refused).toBe(false);
		expect(seenEvents.goesOn(EVENT, accepted.acceptedAt)).toBe(true);
	});

	it('remembers an event for 24 hours, and not much longer', () => {
		const seenEvents = newProcess();
		store(seenEvents, EVENT);
		now = NOW + 24 * HOUR;
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		now = NOW + 25 * HOUR;
		expect(kindOf(seenEvents, EVENT)).toBe('new');
	});

	it('the oldest events leave first, and one that comes again is the newest', () => {
		const seenEvents = smallProcess();
		for (const event of [1, 2, 3]) store(seenEvents, key(event));
		now += SECOND;
		seenEvents.goesOn(key(1), now);
		store(seenEvents, key(4));
		expect([2, 1, 3, 4].map((event) => kindOf(seenEvents, key(event)))).toEqual([
			'new',
			'duplicate',
			'duplicate',
			'duplicate',
		]);
	});
});

describe('the execution that goes on with an event', () => {
	it('is the only execution of the event, however often it asks', () => {
		const seenEvents = newProcess();
		store(seenEvents, EVENT);
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(true);
		expect(seenEvents.unwritten).toBe(false);
		now = NOW + HOUR;
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(true);
		expect(seenEvents.goesOn(ANOTHER, NOW)).toBe(true);
	});

	it('makes the event known in a process that did not receive it', () => {
		const seenEvents = newProcess();
		expect(seenEvents.received(EVENT)).toBe(false);
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(true);
		expect(seenEvents.received(EVENT)).toBe(false);
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		const restarted = restartedWith(store(seenEvents, ANOTHER));
		expect(seenEvents.received(EVENT)).toBe(true);
		expect(seenEvents.received(key('unknown'))).toBe(false);
		expect(kindOf(restarted, EVENT)).toBe('duplicate');
	});

	it('is not an earlier one: not while the later delivery is open, not after its answer, and not after a restart', () => {
		const earlier = NOW - SECOND;
		const seenEvents = newProcess();
		const delivery = accept(seenEvents, EVENT);
		expect(seenEvents.goesOn(EVENT, earlier)).toBe(false);
		const stored = written(delivery);
		delivery.decide('kept');
		for (const process of [seenEvents, restartedWith(stored)]) {
			expect(process.goesOn(EVENT, earlier)).toBe(false);
			expect(process.goesOn(EVENT, NOW)).toBe(true);
		}
	});

	it('exists, whatever each process has seen of the other executions', () => {
		const accepted = [NOW, NOW + SECOND, NOW + 2 * SECOND];
		for (let seen = 0; seen < 2 ** accepted.length; seen += 1) {
			const goOn = accepted.filter((own) => {
				const process = newProcess();
				accepted.forEach((time, index) => {
					now = time;
					if (seen & (1 << index)) process.takeOver(store(newProcess(), EVENT));
				});
				return process.goesOn(EVENT, own);
			});
			expect(goOn).toContain(accepted[2]);
		}
	});

	it('stays the only one when n8n answers its delivery with an error afterwards', () => {
		const seenEvents = newProcess();
		const delivery = accept(seenEvents, EVENT);
		expect(delivery.own.goesOn()).toBe(true);
		delivery.decide('refused');
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
	});
});

describe('an event whose execution does not begin in time', () => {
	/** Also what is then in static data. */
	function dropped(seenEvents = newProcess()): { seenEvents: SeenEvents; stored: unknown; own: OwnDelivery } {
		const delivery = accept(seenEvents, EVENT);
		const stored = written(delivery);
		delivery.decide('unbegun');
		return { seenEvents, stored, own: delivery.own };
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

	it('goes on when it begins late, and nothing else came', () => {
		const { seenEvents, own } = dropped();
		own.begin();
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(true);
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		expect(kindOf(restartedWith(store(seenEvents, ANOTHER)), EVENT)).toBe('duplicate');
	});

	it.each([
		['open', false],
		['answered', true],
	])('yields to the later delivery, which is %s, when it begins late', (_what, isAnswered) => {
		const { seenEvents, own } = dropped();
		now = NOW + SECOND;
		const later = accept(seenEvents, EVENT);
		if (isAnswered) later.decide('kept');
		own.begin();
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(false);
		if (!isAnswered) later.decide('kept');
		later.own.begin();
		expect(seenEvents.goesOn(EVENT, now)).toBe(true);
	});
});

describe('a record that was not written with its delivery', () => {
	it('is to be written by its execution, once', async () => {
		const seenEvents = newProcess();
		seenEvents.doubtful = true;
		const delivery = accept(seenEvents, EVENT);
		expect(kindOf(restartedWith(written(delivery)), EVENT)).toBe('new');
		delivery.own.begin();
		expect(await delivery.begun).toBe(true);
		delivery.decide('kept');
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
	delivery.decide('unbegun');
	// That of a later delivery, or its own, which begins late and yields.
	expect(seenEvents.unwritten).toBe(true);
	expect(kindOf(restartedWith(stored), EVENT)).toBe('duplicate');
	expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('new');
});

describe('a delivery that was accepted with the filter off', () => {
	it('knows when its execution begins, and is not remembered', async () => {
		const seenEvents = newProcess();
		const delivery = seenEvents.accept(EVENT, false);
		delivery.own.begin();
		expect(await delivery.begun).toBe(true);
		delivery.decide('kept');
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
		return { seenEvents, first, later: accept(seenEvents, EVENT), laterAt: now };
	}

	it('goes on if it is answered before the later one: that yields, also after a kill', () => {
		const { seenEvents, first, later, laterAt } = twoUnderWay();
		first.own.begin();
		const stored = written(first);
		first.decide('kept');
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(true);
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		later.decide('kept');
		expect(seenEvents.goesOn(EVENT, laterAt)).toBe(false);
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(true);
		expect(restartedWith(stored).goesOn(EVENT, laterAt)).toBe(false);
	});

	it('goes on if neither is answered in time', () => {
		const { seenEvents, first, later, laterAt } = twoUnderWay();
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(true);
		first.decide('kept');
		later.decide('kept');
		expect(seenEvents.goesOn(EVENT, laterAt)).toBe(false);
	});

	it('yields to a later one that n8n has answered', () => {
		const { seenEvents, first, later, laterAt } = twoUnderWay();
		later.decide('kept');
		first.decide('kept');
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(false);
		expect(seenEvents.goesOn(EVENT, laterAt)).toBe(true);
	});

	it('yields to the later one if n8n answers that as well, and one record is left', () => {
		const { seenEvents, first, later, laterAt } = twoUnderWay();
		first.decide('kept');
		later.decide('kept');
		expect(Object.values(written(seenEvents) as object).join('')).toHaveLength(12);
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(false);
		expect(seenEvents.goesOn(EVENT, laterAt)).toBe(true);
	});

	it('keeps its record if n8n answers the later one with an error', () => {
		const { seenEvents, first, later } = twoUnderWay();
		first.decide('kept');
		later.decide('refused');
		expect(kindOf(restartedWith(written(seenEvents)), EVENT)).toBe('duplicate');
	});

	it('leaves the event to the later one if n8n answers it with an error', () => {
		const { seenEvents, first, later, laterAt } = twoUnderWay();
		written(first);
		first.decide('refused');
		const stored = written(later);
		later.decide('kept');
		expect(seenEvents.goesOn(EVENT, laterAt)).toBe(true);
		expect(kindOf(restartedWith(stored), EVENT)).toBe('duplicate');
	});

	it('leaves the record of the later one, where that was written first, if n8n answers it with an error', () => {
		const { seenEvents, first, later } = twoUnderWay();
		written(first);
		written(later);
		first.decide('refused');
		later.decide('kept');
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
		delivery.decide('refused');
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
		delivery.decide('refused');
		const restarted = restartedWith(store(seenEvents, after));
		const kinds = [before, failed, after].map((event) => kindOf(restarted, event));
		expect(kinds).toEqual(['duplicate', 'new', 'duplicate']);
	});

	it('does not bring back an event that n8n answered with an error', () => {
		const seenEvents = newProcess();
		const delivery = accept(seenEvents, EVENT);
		const stored = written(delivery);
		delivery.decide('refused');
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

	it('of another process changes nothing for an execution that has gone on here', () => {
		const seenEvents = newProcess();
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(true);
		seenEvents.takeOver(elsewhere(EVENT, NOW + SECOND));
		expect(seenEvents.goesOn(EVENT, NOW)).toBe(true);
	});

	it('of another process counts where it is of a later delivery, and not where of an earlier one', () => {
		const [before, after] = [newProcess(), newProcess()];
		for (const process of [before, after]) accept(process, EVENT).decide('kept');
		before.takeOver(elsewhere(EVENT, NOW - SECOND));
		expect(before.goesOn(EVENT, NOW - SECOND)).toBe(false);
		after.takeOver(elsewhere(EVENT, NOW + SECOND));
		expect(after.goesOn(EVENT, NOW)).toBe(false);
	});

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
		seenEvents.accept(EVENT, false).decide('kept');
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
