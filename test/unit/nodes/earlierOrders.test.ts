import { handOut, REMEMBERED, SURELY_BEFORE_MS, wasCreatedBefore } from '../../../nodes/shared/earlierOrders';

describe('handOut', () => {
	it('knows an id that was handed out under the same key and account before', () => {
		expect(handOut('known', 'key', 'crd_1')).toBe(false);
		expect(handOut('known', 'key', 'crd_1')).toBe(true);
	});

	it.each([
		['account', 'other', 'key', 'crd_1'],
		['key', 'own', 'another', 'crd_1'],
		['id', 'own', 'key', 'crd_2'],
	])('does not recognise an order of another %s', (_what, account, key, id) => {
		handOut('own', 'key', 'crd_1');
		expect(handOut(account, key, id)).toBe(false);
	});

	it('remembers the newest orders and forgets the oldest first', () => {
		const answers = (from: number, to: number) =>
			Array.from({ length: to - from }, (_, index) => handOut('full', `key-${from + index}`, 'crd_1'));
		answers(0, REMEMBERED);
		// Handed out again, an order is one of the newest.
		expect(handOut('full', 'key-0', 'crd_1')).toBe(true);
		// One more than fits: key-1 is now the oldest.
		expect(handOut('full', 'new', 'crd_1')).toBe(false);
		expect(new Set(answers(2, REMEMBERED))).toEqual(new Set([true]));
		expect(handOut('full', 'key-0', 'crd_1')).toBe(true);
		expect(handOut('full', 'key-1', 'crd_1')).toBe(false);
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
