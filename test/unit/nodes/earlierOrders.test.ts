import {
	earlierOrder,
	handOut,
	leaveOpen,
	REMEMBERED,
	SURELY_BEFORE_MS,
	wasCreatedBefore,
} from '../../../nodes/HandwrittenLetters/send/earlierOrders';

describe('handOut', () => {
	it('says since when an id is known that was handed out under the same key and account before', () => {
		expect(handOut('known', 'key', 'crd_1', 10)).toBe(10);
		expect(handOut('known', 'key', 'crd_1', 20)).toBe(10);
		expect(earlierOrder('known', 'key')).toEqual({ earlier: { id: 'crd_1', since: 10 } });
	});

	it.each([
		['account', 'other', 'key', 'crd_1'],
		['key', 'own', 'another', 'crd_1'],
		['id', 'own', 'key', 'crd_2'],
	])('does not recognise an order of another %s', (_what, account, key, id) => {
		handOut('own', 'key', 'crd_1', 10);
		expect(handOut(account, key, id, 20)).toBe(20);
	});

	it('remembers the newest orders and forgets the oldest first', () => {
		const handOutAll = (from: number, to: number, now: number) =>
			Array.from({ length: to - from }, (_, index) => handOut('full', `key-${from + index}`, 'crd_1', now));
		handOutAll(0, REMEMBERED, 1);
		// Handed out again, an order is one of the newest.
		expect(handOut('full', 'key-0', 'crd_1', 2)).toBe(1);
		// One more than fits: key-1 is now the oldest.
		expect(handOut('full', 'new', 'crd_1', 2)).toBe(2);
		expect(new Set(handOutAll(2, REMEMBERED, 3))).toEqual(new Set([1]));
		expect(earlierOrder('full', 'key-0')).toEqual({ earlier: { id: 'crd_1', since: 1 } });
		expect(earlierOrder('full', 'key-1')).toEqual({});
	});
});

describe('an order that was given up', () => {
	it('may exist until a run is told its id', () => {
		expect(earlierOrder('open', 'key')).toEqual({});
		leaveOpen('open', 'key', 10);
		expect(earlierOrder('open', 'key')).toEqual({ mayExist: true });
		expect(earlierOrder('open', 'other')).toEqual({});
		expect(handOut('open', 'key', 'crd_1', 20)).toBe(20);
		expect(earlierOrder('open', 'key')).toEqual({ earlier: { id: 'crd_1', since: 20 } });
	});

	it('does not forget the id that was known before', () => {
		handOut('open', 'told', 'crd_1', 10);
		leaveOpen('open', 'told', 20);
		expect(earlierOrder('open', 'told')).toEqual({ earlier: { id: 'crd_1', since: 10 } });
	});
});

describe('wasCreatedBefore', () => {
	const answeredAt = Date.parse('2020-09-01T12:00:00Z');
	const createdMsBefore = (ms: number) => ({ created_at: new Date(answeredAt - ms).toISOString() });
	const minuteAgo = createdMsBefore(60_000);

	it('is not certain without the Date of the answer', () => {
		expect(wasCreatedBefore(minuteAgo, answeredAt, 0)).toBe(true);
		expect(wasCreatedBefore(minuteAgo, undefined, 0)).toBe(false);
	});

	it('counts from the first attempt, and leaves room for clocks that show seconds', () => {
		const sinceFirstAttemptMs = 30_000;
		const justIn = createdMsBefore(sinceFirstAttemptMs + SURELY_BEFORE_MS);
		const justBefore = createdMsBefore(sinceFirstAttemptMs + SURELY_BEFORE_MS + 1);
		expect(wasCreatedBefore(justIn, answeredAt, sinceFirstAttemptMs)).toBe(false);
		expect(wasCreatedBefore(justBefore, answeredAt, sinceFirstAttemptMs)).toBe(true);
	});

	it('is not certain if the letter was created after the answer', () => {
		// Long before the first attempt, were it not for the other clock.
		expect(wasCreatedBefore(createdMsBefore(-1), answeredAt, -60_000)).toBe(false);
	});

	it.each([
		['no body', null],
		['no created_at', {}],
		['a number', { created_at: 0 }],
		['no date', { created_at: 'yesterday' }],
	])('is not certain with %s', (_, body) => {
		expect(wasCreatedBefore(body, answeredAt, 0)).toBe(false);
	});
});
