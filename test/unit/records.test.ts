import { createHash } from 'node:crypto';

import { idOf, read, Records, stepOf, type Accepted } from '../../nodes/HandwrittenLettersTrigger/records';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-21T10:59:59.999Z');

const accepted = (event: number, time = NOW): Accepted => ({
	id: idOf(createHash('sha256').update(String(event)).digest('hex')),
	step: stepOf(time),
});
const stored = (records: Records): unknown => JSON.parse(JSON.stringify(records));
const newestFirst = (records: Records): Accepted[] => [...read(stored(records))];

function recordsOf(events: Accepted[], most = 2_000): Records {
	const records = new Records(most);
	for (const event of events) records.add(event);
	return records;
}

it('are read as they were written, newest first, over any change of the hour', () => {
	const times = [0, 1, 14, HOUR - 1, HOUR, 3 * HOUR, 24 * HOUR - 1];
	const events = times.map((time, index) => accepted(index, NOW + time));
	expect(newestFirst(recordsOf(events))).toEqual(events.toReversed());
});

it('tell moments apart that are 20 milliseconds apart', () => {
	for (let time = NOW; time < NOW + 1_000; time += 20) expect(stepOf(time + 20)).toBeGreaterThan(stepOf(time));
});

it('take 12 characters each', () => {
	const events = Array.from({ length: 2_000 }, (_, index) => accepted(index));
	expect(JSON.stringify(recordsOf(events)).length).toBeLessThan(2_000 * 12 + 20);
});

it('leave with the oldest first, also when an older hour was added late', () => {
	const [late, first, second] = [accepted(1, NOW - HOUR), accepted(2), accepted(3)];
	expect(newestFirst(recordsOf([first, late, second], 2))).toEqual([second, first]);
});

it('leave when they are of no use any more', () => {
	const [old, kept, fresh] = [accepted(1), accepted(2, NOW + HOUR), accepted(3, NOW + 25 * HOUR)];
	expect(newestFirst(recordsOf([old, kept, fresh]))).toEqual([fresh, kept]);
});

it('can be taken out again', () => {
	const events = [1, 2, 3].map((event) => accepted(event, NOW + event * HOUR));
	const records = recordsOf(events);
	records.remove(accepted(2).id);
	records.remove(accepted(9).id);
	expect(newestFirst(records)).toEqual([events[2], events[0]]);
});
