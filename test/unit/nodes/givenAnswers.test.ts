import type { ServiceRequest } from '../../../nodes/HandwrittenLetters/send/attempt/exchange';
import {
	givenAnswer,
	keepAnswer,
	KEPT_ANSWERS,
	KEPT_MS,
	LONGEST_ANSWER,
	nameOrder,
} from '../../../nodes/HandwrittenLetters/send/givenAnswers';
import type { Answered } from '../../../nodes/HandwrittenLetters/send/result';

const answer: Answered = { outcome: 'ordered', body: { id: 'crd_1', metadata: { order: 7 } } };

it('gives what was answered, as a copy each time', () => {
	keepAnswer('copied', answer, 0);
	const first = givenAnswer('copied', 0);
	expect(first).toEqual(answer);
	expect(first?.body).not.toBe(answer.body);
	expect(givenAnswer('copied', 0)?.body).not.toBe(first?.body);
	expect(givenAnswer('another', 0)).toBeUndefined();
});

it('keeps it as long as given from when it was last needed, and no longer', () => {
	keepAnswer('old', answer, 0);
	expect(givenAnswer('old', KEPT_MS)).toEqual(answer);
	expect(givenAnswer('old', 2 * KEPT_MS)).toEqual(answer);
	expect(givenAnswer('old', 3 * KEPT_MS + 1)).toBeUndefined();
	// The next one that is kept takes it away for good.
	keepAnswer('new', answer, 3 * KEPT_MS + 1);
	expect(givenAnswer('old', 2 * KEPT_MS)).toBeUndefined();
});

it('keeps the newest, and forgets first what was not needed for longest', () => {
	keepAnswer('needed', answer, 0);
	keepAnswer('not needed', answer, 0);
	for (let count = 2; count < KEPT_ANSWERS; count += 1) keepAnswer(`order ${count}`, answer, 0);
	givenAnswer('needed', 0);
	keepAnswer('one more', answer, 0);
	const kept = ['needed', 'not needed', 'order 2'].map((order) => givenAnswer(order, 0) !== undefined);
	expect(kept).toEqual([true, false, true]);
});

it('leaves a very long answer to the service', () => {
	const body = (length: number) => ({ id: 'x'.repeat(length) });
	const frame = JSON.stringify({ outcome: 'ordered', body: body(0) }).length;
	for (const [order, length] of [
		['longest', LONGEST_ANSWER - frame],
		['too long', LONGEST_ANSWER - frame + 1],
	] as const) {
		keepAnswer(order, { outcome: 'ordered', body: body(length) }, 0);
	}
	expect(givenAnswer('longest', 0)).toBeDefined();
	expect(givenAnswer('too long', 0)).toBeUndefined();
});

describe('an order', () => {
	const letter = { message: 'Oi' };
	const request: ServiceRequest = {
		purpose: 'order',
		path: '/cards',
		body: letter,
		idempotencyKey: 'k',
		idField: 'id',
	};
	const name = nameOrder('account', 1, request);

	it('is the same in every try of its run', () => {
		expect(nameOrder('account', 1, { ...request, body: { ...letter } })).toBe(name);
	});

	it.each<[string, string]>([
		['another account', nameOrder('another', 1, request)],
		['another execution', nameOrder('account', 2, request)],
		['another key', nameOrder('account', 1, { ...request, idempotencyKey: 'other' })],
		['other contents', nameOrder('account', 1, { ...request, body: { message: 'Tchau' } })],
	])('is not that of %s', (_what, other) => {
		expect(other).not.toBe(name);
	});
});
