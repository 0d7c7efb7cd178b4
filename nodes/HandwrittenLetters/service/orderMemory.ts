/**
 * What this process knows of the orders that it has sent for an account. It tells an order that the service
 * had before from one it has just created: both are answered alike (spec, Idempotency rules 2). What is not
 * certain is not claimed.
 */
import { createHash } from 'node:crypto';

import { canonicalJson } from '../../contract/json';
import type { Request } from './request';
import type { Failure, Unanswered } from './result';
import { CONFLICT } from './result';

/** The newest orders of an account. */
export const REMEMBERED = 10_000;
/** Created so long before the execution began, an order is surely an earlier one. */
export const SURELY_BEFORE_MS = 2000;

interface Known {
	/** Undefined for one that the service may have accepted unseen. */
	id?: string;
	/** When this process first knew that. In milliseconds. */
	since: number;
	/** The hash of what was ordered. */
	contents?: string;
}

/** By idempotency key. */
export class OrderMemory {
	private readonly known = new Map<string, Known>();

	/**
	 * The id that this process has handed out last, and since when it knows it; or that the service may have accepted
	 * the order, and no run of this process has been told its id since.
	 */
	earlier(key: string): { earlier?: { id: string; since: number; contents?: string }; mayExist?: boolean } {
		const order = this.known.get(key);
		if (order === undefined) return {};
		const { id, since, contents } = order;
		return id === undefined ? { mayExist: true } : { earlier: { id, since, contents } };
	}

	/**
	 * Since when this process knows that id under that key: now, or longer.
	 * @param contents the hash of what was ordered
	 */
	handOut(key: string, id: string, now: number, contents?: string): number {
		const before = this.known.get(key);
		const since = before?.id === id ? before.since : now;
		this.remember(key, { id, since, contents });
		return since;
	}

	/** A run gives it up without knowing. n8n drops that error where it runs the node again. */
	leaveOpen(key: string, now: number): void {
		if (!this.known.has(key)) this.remember(key, { since: now });
	}

	/**
	 * What is known of a request without a good answer.
	 * @param begunAt when the execution began
	 */
	withoutAnswer(request: Request, failure: Failure | undefined, begunAt = Infinity): Unanswered {
		const { effect, key } = request;
		if (effect === 'none') return { request, outcome: 'not_read', failure };
		const outcome = outcomeOf(failure);
		if (effect === 'change')
			return { request, outcome: outcome === 'unknown' ? outcome : 'not_read', failure };
		const { earlier, mayExist } = key === undefined ? {} : this.earlier(key.value);
		if (earlier === undefined)
			return { request, outcome: mayExist && outcome === 'not_ordered' ? 'unknown' : outcome, failure };
		const ordered = earlier.since < begunAt ? 'ordered_before' : 'ordered';
		const earlierId = earlier.id;
		return { request, outcome: outcome === 'other_contents' ? outcome : ordered, failure, earlierId };
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

/** Of canonical JSON. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('base64');

/** The same for equal letters. */
export const hashContents = (body: object): string => hashText(canonicalJson(body));

const memories = new Map<string, OrderMemory>();

/** The process's memory for an account; `account` is a hash, never the key itself. */
export function memoryFor(account: string): OrderMemory {
	const memory = memories.get(account) ?? new OrderMemory();
	memories.set(account, memory);
	return memory;
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

/**
 * Of an order by its own attempts. A conflict says that the service knows the key with other contents
 * (spec, Idempotency rules 3); after an attempt that may have been accepted, it may also be busy with it.
 */
function outcomeOf(failure: Failure | undefined): 'not_ordered' | 'other_contents' | 'unknown' {
	if (failure?.mayHaveBeenAccepted) return 'unknown';
	return failure?.status === CONFLICT ? 'other_contents' : 'not_ordered';
}
