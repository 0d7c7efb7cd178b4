import { OpenDeliveries } from '../../../nodes/HandwrittenLettersTrigger/duplicates/openDeliveries';
import { stepOf } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEventLog';

const NOW = Date.parse('2026-11-21T10:30:00Z');
const STEP = stepOf(NOW);
const DAY = 86_400_000;

let open: OpenDeliveries;
beforeEach(() => {
	open = new OpenDeliveries();
});

it('no two deliveries of an event are of the same step, open or not', () => {
	expect([1, 2].map(() => open.accept('a', NOW).step)).toEqual([STEP, STEP + 1]);
	expect(open.accept('b', NOW).step).toBe(STEP);
	const third = open.accept('a', NOW);
	open.close(third, false);
	expect(open.accept('a', NOW).step).toBe(STEP + 3);
});

it('after a refused one, the next is of a later step', () => {
	open.close(open.accept('a', NOW), false);
	expect(open.accept('a', NOW).step).toBe(STEP + 1);
});

it('after a clock was set back, steps begin with the present again', () => {
	open.accept('a', NOW + DAY);
	expect(open.accept('a', NOW).step).toBe(STEP);
});

it('one that was kept ends those before it, and none after it', () => {
	const [first, second, third] = [1, 2, 3].map(() => open.accept('a', NOW));
	if (!first || !second || !third) throw new Error('three were accepted');
	open.close(second, true);
	expect([first, second, third].map(({ step }) => open.find('a', step))).toEqual([
		undefined,
		undefined,
		third,
	]);
	expect(open.newest('a')).toBe(third);
	open.close(third, true);
	expect(open.newest('a')).toBeUndefined();
	expect(open.wasDismissed('a', third.step)).toBe(false);
});

it('one that was not kept ends itself alone, and is known to have been dismissed', () => {
	const [first, second] = [open.accept('a', NOW), open.accept('a', NOW)];
	open.close(second, false);
	expect(open.newest('a')).toBe(first);
	expect(open.wasDismissed('a', second.step)).toBe(true);
	expect(open.wasDismissed('a', first.step)).toBe(false);
	open.close(first, false);
	open.close(first, false);
	expect(open.newest('a')).toBeUndefined();
});

it('the last thousand that were dismissed are known', () => {
	for (let id = 0; id <= 1000; id += 1) open.close(open.accept(String(id), NOW), false);
	expect(['0', '1', '1000'].map((id) => open.wasDismissed(id, STEP))).toEqual([false, true, true]);
});
