import {
	KEPT_MS,
	LONGEST_ANSWER,
	memoryFor,
	nameOrder,
	OrderMemory,
	REMEMBERED,
	SURELY_BEFORE_MS,
	wasCreatedBefore,
} from '../../../nodes/HandwrittenLetters/service/orderMemory';
import type { Answered } from '../../../nodes/HandwrittenLetters/service/result';

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

describe('an answer', () => {
	const answer: Answered = { outcome: 'ordered', body: { id: 'crd_1', metadata: { order: 7 } } };
	const keep = (key: string, kept: Answered = answer, now = 0) => {
		memory.handOut(key, 'crd_1', now);
		memory.keepAnswer(key, 'order', kept, now);
	};

	it('is given to the same order, as a copy each time', () => {
		keep('key');
		const first = memory.givenAnswer('key', () => 'order', 0);
		expect(first).toEqual(answer);
		expect(first?.body).not.toBe(answer.body);
		expect(memory.givenAnswer('key', () => 'order', 0)?.body).not.toBe(first?.body);
		expect(memory.givenAnswer('key', () => 'another order', 0)).toBeUndefined();
		expect(memory.givenAnswer('another key', () => 'order', 0)).toBeUndefined();
	});

	it('is kept as long as given from when it was last needed, and no longer', () => {
		keep('key');
		expect(memory.givenAnswer('key', () => 'order', KEPT_MS)).toEqual(answer);
		expect(memory.givenAnswer('key', () => 'order', 2 * KEPT_MS)).toEqual(answer);
		expect(memory.givenAnswer('key', () => 'order', 3 * KEPT_MS + 1)).toBeUndefined();
		expect(memory.givenAnswer('key', () => 'order', 3 * KEPT_MS)).toEqual(answer);
	});

	it('is forgotten for good once it is old, and its id is not', () => {
		keep('old');
		keep('new', answer, 1);
		memory.forgetOldAnswers(KEPT_MS + 1);
		expect(memory.givenAnswer('old', () => 'order', KEPT_MS)).toBeUndefined();
		expect(memory.givenAnswer('new', () => 'order', KEPT_MS)).toEqual(answer);
		expect(memory.earlier('old')).toEqual({ earlier: { id: 'crd_1', since: 0 } });
	});

	it('makes its order one of the newest', () => {
		for (let count = 0; count < REMEMBERED; count += 1) keep(`order ${count}`);
		memory.givenAnswer('order 0', () => 'order', 0);
		keep('one more');
		const kept = [0, 1, 2].map(
			(count) => memory.givenAnswer(`order ${count}`, () => 'order', 0) !== undefined,
		);
		expect(kept).toEqual([true, false, true]);
	});

	it('is left to the service if it is very long', () => {
		const body = (length: number) => ({ id: 'x'.repeat(length) });
		const frame = JSON.stringify({ outcome: 'ordered', body: body(0) }).length;
		keep('longest', { outcome: 'ordered', body: body(LONGEST_ANSWER - frame) });
		keep('too long', { outcome: 'ordered', body: body(LONGEST_ANSWER - frame + 1) });
		expect(memory.givenAnswer('longest', () => 'order', 0)).toBeDefined();
		expect(memory.givenAnswer('too long', () => 'order', 0)).toBeUndefined();
	});
});

it('an order has the name of its execution, its key and its contents', () => {
	const letter = { message: 'Oi' };
	const path = '/cards';
	const request = { effect: 'order', method: 'POST', path, body: letter, key: 'k', idField: 'id' } as const;
	const name = nameOrder(1, request);
	expect(nameOrder(1, { ...request, body: { ...letter } })).toBe(name);
	expect(nameOrder(2, request)).not.toBe(name);
	expect(nameOrder(1, { ...request, key: 'other' })).not.toBe(name);
	expect(nameOrder(1, { ...request, body: { message: 'Tchau' } })).not.toBe(name);
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
