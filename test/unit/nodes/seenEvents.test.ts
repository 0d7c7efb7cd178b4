/** The memory by itself (trigger/duplicates.test.ts and thrownAway.test.ts have it in n8n's engine). */
import { createHash } from 'node:crypto';

import { CAPACITY, PATIENCE_MS, SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/seenEvents';

const SECOND = 1_000;
const HOUR = 3600 * SECOND;
const NOW = Date.parse('2026-11-21T10:30:00Z');
const key = (event: string | number) => createHash('sha256').update(String(event)).digest('hex');
const [EVENT, ANOTHER] = [key('event'), key('another')];

let now = NOW;
beforeEach(() => {
	now = NOW;
});

/** The memory of a process. */
const newProcess = (capacity = CAPACITY) => new SeenEvents(capacity, () => now);

/** One that remembers few events. */
const smallProcess = () => newProcess({ inMemory: 3, inStaticData: 2 });

/** What n8n's database holds after n8n has written static data. */
const written = ({ records }: SeenEvents): unknown => JSON.parse(JSON.stringify(records));

interface Delivery {
	answered: (hasBegun: boolean) => void;
}

function accept(seenEvents: SeenEvents, event: string): Delivery {
	const claim = seenEvents.claim(event);
	if (claim.kind !== 'new') throw new Error(`The event is ${claim.kind}.`);
	return claim;
}

/** The whole way of an event whose execution begins, as far as its answer. */
function store(seenEvents: SeenEvents, event: string): unknown {
	accept(seenEvents, event).answered(true);
	return written(seenEvents);
}

/** A process that has started with this in static data. */
function restartedWith(stored: unknown): SeenEvents {
	const seenEvents = newProcess();
	seenEvents.takeOver(stored);
	return seenEvents;
}

const kindOf = (seenEvents: SeenEvents, event: string) => seenEvents.claim(event).kind;

describe('in memory', () => {
	it('remembers an event for 24 hours, and not longer', () => {
		const seenEvents = newProcess();
		store(seenEvents, EVENT);
		now = NOW + 24 * HOUR;
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		now = NOW + 24 * HOUR + 1;
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
	it('puts its event on record at once, where its delivery is open here; it is seen once that is answered', () => {
		const seenEvents = newProcess();
		const onRecord = jest.fn(() => written(seenEvents));
		const claim = seenEvents.claim(EVENT, onRecord);
		for (let time = 0; time < 2; time += 1) expect(seenEvents.begin(EVENT)).toBe(true);
		expect(kindOf(restartedWith(onRecord.mock.results[0]?.value), EVENT)).toBe('duplicate');
		expect(kindOf(seenEvents, EVENT)).toBe('undecided');
		// Whatever n8n answers: its work has begun.
		if (claim.kind === 'new') claim.answered(false);
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		expect(seenEvents.begin(EVENT)).toBe(false);
		expect(onRecord).toHaveBeenCalledTimes(1);
	});

	it('makes its event known where no delivery is open here, also after a restart', () => {
		const seenEvents = newProcess();
		expect(seenEvents.begin(EVENT)).toBe(false);
		for (const process of [seenEvents, restartedWith(written(seenEvents))])
			expect(kindOf(process, EVENT)).toBe('duplicate');
	});

	it('leaves the record of an event that is known as it is', () => {
		const seenEvents = newProcess();
		const stored = store(seenEvents, EVENT);
		now = NOW + HOUR;
		seenEvents.begin(EVENT);
		expect(written(seenEvents)).toEqual(stored);
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

	it('gives way also if its execution has begun: until it is answered, n8n may not have its record', () => {
		const seenEvents = newProcess();
		accept(seenEvents, EVENT);
		seenEvents.begin(EVENT);
		now = NOW + PATIENCE_MS;
		expect(kindOf(seenEvents, EVENT)).toBe('new');
	});

	/** One that has given way to another. */
	function twoUnderWay() {
		const seenEvents = newProcess();
		const first = accept(seenEvents, EVENT);
		now = NOW + PATIENCE_MS;
		return { seenEvents, first, later: accept(seenEvents, EVENT) };
	}

	it('is recorded for each of them: n8n writes static data for the one that it answers', () => {
		const seenEvents = newProcess();
		const recorded: string[] = [];
		seenEvents.claim(EVENT, () => recorded.push('first'));
		now = NOW + PATIENCE_MS;
		seenEvents.claim(EVENT, () => recorded.push('later'));
		seenEvents.begin(EVENT);
		expect(recorded).toEqual(['first', 'later']);
	});

	it('is seen once one of them is answered as begun, and one record is left', () => {
		const { seenEvents, first, later } = twoUnderWay();
		first.answered(true);
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		later.answered(true);
		expect(kindOf(seenEvents, EVENT)).toBe('duplicate');
		expect(JSON.parse(String(written(seenEvents)))).toHaveLength(1);
	});

	it('leaves the event to the later one if n8n answers it with an error', () => {
		const { seenEvents, first, later } = twoUnderWay();
		first.answered(false);
		expect(kindOf(seenEvents, EVENT)).toBe('undecided');
		later.answered(true);
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

	it('holds the newest by time: an older copy of another process pushes out none', () => {
		const seenEvents = smallProcess();
		for (const event of [1, 2]) store(seenEvents, key(event));
		seenEvents.takeOver(elsewhere('before', NOW - HOUR));
		const restarted = restartedWith(written(seenEvents));
		expect([1, 2].map((event) => kindOf(restarted, key(event)))).toEqual(['duplicate', 'duplicate']);
	});

	it('is taken over in its sequence', () => {
		const [before, restarted] = [smallProcess(), smallProcess()];
		const [, stored] = [1, 2].map((event) => store(before, key(event)));
		restarted.takeOver(stored);
		for (const event of [3, 4]) store(restarted, key(event));
		expect(kindOf(restarted, key(2))).toBe('duplicate');
	});

	it.each([undefined, null, 7, '', 'x', '{}', '7', '[7, [], [1, 2], ["a"]]', [], { x: 'y' }])(
		'may be anything else (%p)',
		(stored) => {
			const seenEvents = restartedWith(stored);
			expect(kindOf(seenEvents, EVENT)).toBe('new');
			expect(written(seenEvents)).toBe('[]');
		},
	);
});
