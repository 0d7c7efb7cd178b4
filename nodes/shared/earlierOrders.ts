/**
 * What this process knows of orders that it has sent before. Tells one that the service had before from
 * one it has just created: both are answered alike (spec, Idempotency rules 2). What is not certain is
 * not claimed.
 */

/** The newest orders this process remembers, over all accounts. */
export const REMEMBERED = 10_000;
/** Created so long before this order's first attempt, an order is an earlier one. */
export const SURELY_BEFORE_MS = 2000;

/** Their ids; undefined for one that the service may have accepted unseen. */
const handedOut = new Map<string, string | undefined>();

export interface EarlierOrder {
	/** The id that this process has handed out last. */
	earlierId?: string;
	/** The service may have accepted it, and no run of this process has been told its id since. */
	mayExist?: boolean;
}

/** What is known of the order under that key. */
export function earlierOrder(account: string, key: string): EarlierOrder {
	const order = `${account} ${key}`;
	const earlierId = handedOut.get(order);
	return { earlierId, mayExist: earlierId === undefined && handedOut.has(order) };
}

/** True when this process has handed out the id under that key before; from now on it has. */
export function handOut(account: string, key: string, id: string): boolean {
	const order = `${account} ${key}`;
	const before = handedOut.get(order) === id;
	remember(order, id);
	return before;
}

/** A run gives it up without knowing. n8n drops that error where it runs the node again. */
export function leaveOpen(account: string, key: string): void {
	const order = `${account} ${key}`;
	if (!handedOut.has(order)) remember(order, undefined);
}

function remember(order: string, id: string | undefined): void {
	handedOut.delete(order);
	handedOut.set(order, id);
	for (const oldest of handedOut.keys()) {
		if (handedOut.size <= REMEMBERED) break;
		handedOut.delete(oldest);
	}
}

/**
 * True when the service created it before the first attempt, by its own clock.
 * @param answeredAt the answer's `Date`; without one nothing is certain
 * @param sinceFirstAttemptMs how long before that answer the first attempt began
 */
export function wasCreatedBefore(
	body: unknown,
	answeredAt: number | undefined,
	sinceFirstAttemptMs: number,
): boolean {
	const { created_at: createdAt } = (body ?? {}) as { created_at?: unknown };
	const created = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN;
	// A creation after the answer: the two come from different clocks.
	if (answeredAt === undefined || !(created <= answeredAt)) return false;
	return answeredAt - sinceFirstAttemptMs - created > SURELY_BEFORE_MS;
}
