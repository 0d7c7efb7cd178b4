/**
 * What this process knows of the orders that it has sent for an account. It tells an order that the service
 * had before from one it has just created: both are answered alike (spec, Idempotency rules 2). What is not
 * certain is not claimed. And a run that is tried again need not ask for what it was answered.
 */
import { createHash } from 'node:crypto';

import { canonicalJson } from '../../contract/canonicalJson';
import type { ServiceRequest } from './attempt/exchange';
import type { Answered } from './result';

/** The newest orders of an account. */
export const REMEMBERED = 10_000;
/** How long an answer is kept after it was last needed; later, the letter may have another status. */
export const KEPT_MS = 60 * 60_000;
/** In characters. The service is asked again for a longer answer. */
export const LONGEST_ANSWER = 4000;
/** Created so long before the execution began, an order is surely an earlier one. */
export const SURELY_BEFORE_MS = 2000;

interface Known {
	/** Undefined for one that the service may have accepted unseen. */
	id?: string;
	/** When this process first knew that. In milliseconds. */
	since: number;
	/** The hash of what was ordered. */
	contents?: string;
	answer?: { to: string; text: string; at: number };
}

export interface EarlierOrder {
	/** The id that this process has handed out last, and since when it knows it. */
	earlier?: { id: string; since: number; contents?: string };
	/** The service may have accepted it, and no run of this process has been told its id since. */
	mayExist?: boolean;
}

/** By idempotency key. */
export class OrderMemory {
	private readonly known = new Map<string, Known>();

	earlier(key: string): EarlierOrder {
		const order = this.known.get(key);
		if (order === undefined) return {};
		const { id, since, contents } = order;
		return id === undefined ? { mayExist: true } : { earlier: { id, since, contents } };
	}

	/** Since when this process knows that id under that key: now, or longer. */
	handOut(key: string, id: string, now: number, body?: object): number {
		const before = this.known.get(key);
		const since = before?.id === id ? before.since : now;
		this.remember(key, { id, since, contents: body && hashContents(body) });
		return since;
	}

	/** A run gives it up without knowing. n8n drops that error where it runs the node again. */
	leaveOpen(key: string, now: number): void {
		if (!this.known.has(key)) this.remember(key, { since: now });
	}

	/**
	 * Keeps the answer to an order whose id was handed out.
	 * @param to the order's name
	 */
	keepAnswer(key: string, to: string, answer: Answered, now: number): void {
		const order = this.known.get(key);
		const text = JSON.stringify(answer);
		if (order && text.length <= LONGEST_ANSWER) order.answer = { to, text, at: now };
	}

	/**
	 * What an order was answered, as a copy of its own.
	 * @param name of the order: asked for only where its key has an answer
	 */
	givenAnswer(key: string, name: () => string, now: number): Answered | undefined {
		const order = this.known.get(key);
		if (!order?.answer || isOld(order.answer, now) || order.answer.to !== name()) return undefined;
		order.answer.at = now;
		this.remember(key, order);
		return JSON.parse(order.answer.text) as Answered;
	}

	forgetOldAnswers(now: number): void {
		for (const order of this.known.values()) {
			if (order.answer && isOld(order.answer, now)) order.answer = undefined;
		}
	}

	private remember(key: string, order: Known): void {
		this.known.delete(key);
		this.known.set(key, order);
		for (const oldest of this.known.keys()) {
			if (this.known.size <= REMEMBERED) break;
			this.known.delete(oldest);
		}
	}
}

const isOld = ({ at }: { at: number }, now: number): boolean => now - at > KEPT_MS;

/** The same for equal letters. */
export const hashContents = (body: object): string =>
	createHash('sha256').update(canonicalJson(body)).digest('base64');

const memories = new Map<string, OrderMemory>();

/** The process's memory for an account; `account` is a hash, never the key itself. */
export function memoryFor(account: string): OrderMemory {
	let memory = memories.get(account);
	if (!memory) {
		memory = new OrderMemory();
		memories.set(account, memory);
	}
	return memory;
}

/**
 * Names an order of a run: where anything of it differs, the service alone can answer.
 * @param begunAt when the execution began, which is the same in all its tries
 */
export function nameOrder(begunAt: number, request: ServiceRequest): string {
	return createHash('sha256')
		.update(JSON.stringify([begunAt, request]))
		.digest('hex');
}

/**
 * True when the service created it before the execution began, by the service's own clock.
 * @param answeredAt the answer's `Date`; without one nothing is certain
 * @param sinceBeginMs how long before that answer the execution began
 */
export function wasCreatedBefore(
	body: unknown,
	answeredAt: number | undefined,
	sinceBeginMs: number,
): boolean {
	const { created_at: createdAt } = (body ?? {}) as { created_at?: unknown };
	const created = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN;
	// A creation after the answer: the two come from different clocks.
	if (answeredAt === undefined || !(created <= answeredAt)) return false;
	return answeredAt - sinceBeginMs - created > SURELY_BEFORE_MS;
}
