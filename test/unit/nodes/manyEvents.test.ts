/** As many events as are remembered: in memory, and in static data (seenEvents.test.ts has few). */
import { createHash } from 'node:crypto';

import { CAPACITY, SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/seenEvents';

const EXTRA = 5;
const keysOf = (count: number) =>
	Array.from({ length: count }, (_, index) => createHash('sha256').update(String(index)).digest('hex'));

/** What is written into static data after the last of them. */
function store(seenEvents: SeenEvents, events: string[]): unknown {
	for (const event of events) {
		const claim = seenEvents.claim(event);
		if (claim.kind === 'new') claim.answered(true);
	}
	return JSON.parse(JSON.stringify(seenEvents.records));
}

/** The newest first, so that one that is new pushes out none that was not asked for yet. */
function expectNewest(seenEvents: SeenEvents, events: string[]): void {
	const kinds = events.toReversed().map((event) => seenEvents.claim(event).kind);
	expect(new Set(kinds.slice(0, -EXTRA))).toEqual(new Set(['duplicate']));
	expect(kinds.slice(-EXTRA)).toEqual(Array(EXTRA).fill('new'));
}

it('holds at least 20,000 events in memory, and no new one is taken for a duplicate', () => {
	expect(CAPACITY.inMemory).toBeGreaterThanOrEqual(20_000);
	const seenEvents = new SeenEvents();
	const events = keysOf(CAPACITY.inMemory + EXTRA);
	store(seenEvents, events);
	expectNewest(seenEvents, events);
});

it('holds the newest 500 events in static data, in less than 20 KB', () => {
	expect(CAPACITY.inStaticData).toBe(500);
	const events = keysOf(CAPACITY.inStaticData + EXTRA);
	const stored = store(new SeenEvents(), events);
	const bytes = Buffer.byteLength(JSON.stringify({ 'node:Letters': { deliveries: stored } }));
	expect(bytes).toBeLessThan(20_000);
	const restarted = new SeenEvents();
	restarted.takeOver(stored);
	expectNewest(restarted, events);
});
