/** The answers to this process's newest orders, so that a run that is tried again need not ask for them. */
import { createHash } from 'node:crypto';

import type { ServiceRequest } from './attempt/exchange';
import type { Answered } from './result';

/** Over all accounts. */
export const KEPT_ANSWERS = 10_000;
/** Since it was last needed; later, the letter may have another status. */
export const KEPT_MS = 60 * 60_000;
/** In characters. The service is asked again for a longer one. */
export const LONGEST_ANSWER = 4000;

const given = new Map<string, { text: string; at: number }>();

/**
 * Names an order of a run: where anything of it differs, the service alone can answer.
 * @param begunAt when the execution began, which is the same in all its tries
 */
export function nameOrder(account: string, begunAt: number, request: ServiceRequest): string {
	return createHash('sha256')
		.update(JSON.stringify([account, begunAt, request]))
		.digest('hex');
}

export function keepAnswer(order: string, answer: Answered, now: number): void {
	const text = JSON.stringify(answer);
	if (text.length <= LONGEST_ANSWER) keep(order, text, now);
}

/** A copy of its own. */
export function givenAnswer(order: string, now: number): Answered | undefined {
	const known = given.get(order);
	if (known === undefined || isOld(known.at, now)) return undefined;
	keep(order, known.text, now);
	return JSON.parse(known.text) as Answered;
}

function keep(order: string, text: string, now: number): void {
	given.delete(order);
	given.set(order, { text, at: now });
	for (const [oldest, { at }] of given) {
		if (given.size <= KEPT_ANSWERS && !isOld(at, now)) break;
		given.delete(oldest);
	}
}

const isOld = (at: number, now: number): boolean => now - at > KEPT_MS;
