import {
	memoryFor,
	OrderMemory,
	REMEMBERED,
	SURELY_BEFORE_MS,
	wasCreatedBefore,
} from '../../../nodes/HandwrittenLetters/service/orderMemory';

let memory: OrderMemory;

beforeEach(() => {
	memory = new OrderMemory();
});

it('is one for each account', () => {
	memoryFor('own').handOut('key', 'crd_1', 10);
	expect(memoryFor('own').earlier('key')).toEqual({ earlier: { id: 'crd_1', since: 10 } });
	expect(memoryFor('another').earlier('key')).toEqual({});
});

describe('handOut', () => {
	it('says since when an id is known that was handed out under the same key before', () => {
		expect(memory.handOut('key', 'crd_1', 10)).toBe(10);
		expect(memory.handOut('key', 'crd_1', 20)).toBe(10);
		expect(memory.earlier('key')).toEqual({ earlier: { id: 'crd_1', since: 10 } });
	});

	it('does not recognise an order of another key or another id', () => {
		memory.handOut('key', 'crd_1', 10);
		expect(memory.handOut('another', 'crd_1', 20)).toBe(20);
		expect(memory.handOut('key', 'crd_2', 20)).toBe(20);
	});

	it('remembers the newest orders and forgets the oldest first', () => {
		const handOutAll = (from: number, to: number, now: number) =>
			Array.from({ length: to - from }, (_, index) => memory.handOut(`key-${from + index}`, 'crd_1', now));
		handOutAll(0, REMEMBERED, 1);
		// Handed out again, an order is one of the newest.
		expect(memory.handOut('key-0', 'crd_1', 2)).toBe(1);
		// One more than fits: key-1 is now the oldest.
		expect(memory.handOut('new', 'crd_1', 2)).toBe(2);
		expect(new Set(handOutAll(2, REMEMBERED, 3))).toEqual(new Set([1]));
		expect(memory.earlier('key-0')).toEqual({ earlier: { id: 'crd_1', since: 1 } });
		expect(memory.earlier('key-1')).toEqual({});
	});
});

describe('an order that was given up', () => {
	it('may exist until a run is told its id', () => {
		expect(memory.earlier('key')).toEqual({});
		memory.leaveOpen('key', 10);
		expect(memory.earlier('key')).toEqual({ mayExist: true });
		expect(memory.earlier('other')).toEqual({});
		expect(memory.handOut('key', 'crd_1', 20)).toBe(20);
		expect(memory.earlier('key')).toEqual({ earlier: { id: 'crd_1', since: 20 } });
	});

	it('does not forget the id that was known before', () => {
		memory.handOut('told', 'crd_1', 10);
		memory.leaveOpen('told', 20);
		expect(memory.earlier('told')).toEqual({ earlier: { id: 'crd_1', since: 10 } });
	});
});

describe('wasCreatedBefore', () => {
	const answeredAt = Date.parse('2020-09-01T12:00:00Z');
	const createdMsBefore = (ms: number) => ({ created_at: new Date(answeredAt - ms).toISOString() });
	const SINCE_FIRST_ATTEMPT_MS = 30_000;
	const justIn = SINCE_FIRST_ATTEMPT_MS + SURELY_BEFORE_MS;

	it.each<[string, unknown, number, boolean]>([
		['a minute before the only attempt', createdMsBefore(60_000), 0, true],
		['just before the first attempt', createdMsBefore(justIn + 1), SINCE_FIRST_ATTEMPT_MS, true],
		['as clocks that show seconds allow', createdMsBefore(justIn), SINCE_FIRST_ATTEMPT_MS, false],
		// Long before the first attempt, were it not for the other clock.
		['after the answer', createdMsBefore(-1), -60_000, false],
		['nobody says when', {}, 0, false],
		['in no body', null, 0, false],
		['at a number', { created_at: 0 }, 0, false],
		['on no date', { created_at: 'yesterday' }, 0, false],
	])('is sure only of what the service dates before the run asked: %s', (_when, body, sinceMs, isSure) => {
		expect(wasCreatedBefore(body, answeredAt, sinceMs)).toBe(isSure);
		expect(wasCreatedBefore(body, undefined, sinceMs)).toBe(false);
	});
});
