import { createHash } from 'node:crypto';

import type { Accepted } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEventLog';
import {
	idOf,
	isFresh,
	read,
	SeenEventLog,
	stepOf,
	timeOf,
} from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEventLog';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-21T10:59:59.999Z');

const accepted = (event: number, time = NOW): Accepted => ({
	id: idOf(createHash('sha256').update(String(event)).digest('hex')),
	step: stepOf(time),
});
const stored = (records: SeenEventLog): unknown => JSON.parse(JSON.stringify(records));
const newestFirst = (records: SeenEventLog): Accepted[] => [...read(stored(records))];

/** Each is added at its own time. */
function recordsOf(events: Accepted[], most = 2_000): SeenEventLog {
	const records = new SeenEventLog(most);
	for (const event of events) records.add(event, timeOf(event.step));
	return records;
}

it('are read as they were written, newest first, also across hours', () => {
	const times = [0, 1, 14, HOUR - 1, HOUR, 3 * HOUR, 24 * HOUR - 1];
	const events = times.map((time, index) => accepted(index, NOW + time));
	expect(newestFirst(recordsOf(events))).toEqual(events.toReversed());
});

it('keep their moment when it is converted to milliseconds and back', () => {
	const steps = Array.from({ length: 10_000 }, (_, more) => stepOf(NOW) + more);
	expect(steps.map((step) => stepOf(timeOf(step)))).toEqual(steps);
});

it('are dropped oldest first, also when an older hour was added late', () => {
	const [late, first, second] = [accepted(1, NOW - HOUR), accepted(2), accepted(3)];
	expect(newestFirst(recordsOf([first, late, second], 2))).toEqual([second, first]);
});

it('are dropped when they are too old', () => {
	const [old, kept, fresh] = [accepted(1), accepted(2, NOW + HOUR), accepted(3, NOW + 25 * HOUR)];
	expect(newestFirst(recordsOf([old, kept, fresh]))).toEqual([fresh, kept]);
});

it('are dropped when they are more than an hour in the future: the clock was set back', () => {
	const ahead = [1, 2, 3].map((event) => accepted(event, NOW + HOUR + event * 60_000));
	const soon = accepted(4, NOW + HOUR - 60_000);
	const records = recordsOf([...ahead, soon], 4);
	const present = [5, 6].map((event) => accepted(event));
	for (const event of present) records.add(event, NOW);
	expect(newestFirst(records)).toEqual([soon, ...present.toReversed()]);
});

it('are not removed for an ID that can be read across two fields', () => {
	const hour = stepOf(Date.parse('2026-11-21T10:00:00Z'));
	const [first, second] = ['BAAAAAAAA', 'AAAAAAAAA'].map((id, more) => ({ id, step: hour + more }));
	if (!first || !second) throw new Error('two were made');
	const records = recordsOf([first, second]);
	records.remove(second.id);
	expect(newestFirst(records)).toEqual([first]);
});

it('count up to one hour ahead', () => {
	const steps = [0, 1].map((more) => stepOf(NOW) + 64 ** 3 + more);
	expect(steps.map((step) => isFresh(step, NOW))).toEqual([true, false]);
});

it('that were removed make room for others, and leave nothing behind', () => {
	const [first, second, third, fourth] = [0, 1, 2, 3].map((hours) => accepted(hours, NOW + hours * HOUR));
	if (!first || !second || !third || !fourth) throw new Error('four were made');
	const records = recordsOf([first, second], 2);
	records.remove(first.id);
	for (const event of [third, fourth]) records.add(event, timeOf(event.step));
	expect(newestFirst(records)).toEqual([fourth, third]);
	for (const { id } of [third, fourth]) records.remove(id);
	expect(stored(records)).toEqual({});
});

it('are found again by the id that an earlier version has stored', () => {
	expect(idOf('5224a8d30435'.repeat(6).slice(0, 64))).toBe('UiSo0wQ1U');
});

it.each([{ x1: 'A'.repeat(12) }, { '1x': 'A'.repeat(12) }, { 1: Array(12).fill('A') }, { 1: 7 }, null, 'x'])(
	'are in nothing else: %j',
	(other) => {
		expect([...read(other)]).toEqual([]);
	},
);
