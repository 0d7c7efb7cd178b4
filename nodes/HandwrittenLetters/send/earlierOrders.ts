/**
 * What this process knows of orders that it has sent before. Tells one that the service had before from
 * one it has just created: both are answered alike (spec, Idempotency rules 2). What is not certain is
 * not claimed.
 */

/** The newest orders this process remembers, over all accounts. */
export const REMEMBERED = 10_000;
/** Created so long before the execution began, an order is surely an earlier one. */
export const SURELY_BEFORE_MS = 2000;

/** `id` is undefined for one that the service may have accepted unseen. */
interface Known {
	id?: string;
	/** When this process first knew that. In milliseconds. */
	since: number;
}

const known = new Map<string, Known>();

export interface EarlierOrder {
	/** The id that this process has handed out last, and since when it knows it. */
	earlier?: { id: string; since: number };
	/** The service may have accepted it, and no run of this process has been told its id since. */
	mayExist?: boolean;
}

/** What is known of the order under that key. */
export function earlierOrder(account: string, key: string): EarlierOrder {
	const order = known.get(`${account} ${key}`);
	if (order === undefined) return {};
	const { id, since } = order;
	return id === undefined ? { mayExist: true } : { earlier: { id, since } };
}

/** Since when this process knows that id under that key: now, or longer. */
export function handOut(account: string, key: string, id: string, now: number): number {
	const order = `${account} ${key}`;
	const before = known.get(order);
	const since = before?.id === id ? before.since : now;
	remember(order, { id, since });
	return since;
}

/** A run gives it up without knowing. n8n drops that error where it runs the node again. */
export function leaveOpen(account: string, key: string, now: number): void {
	const order = `${account} ${key}`;
	if (!known.has(order)) remember(order, { since: now });
}

function remember(order: string, what: Known): void {
	known.delete(order);
	known.set(order, what);
	for (const oldest of known.keys()) {
		if (known.size <= REMEMBERED) break;
		known.delete(oldest);
	}
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
