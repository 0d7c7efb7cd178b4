/** How long to wait before the next attempt (spec, Errors). */
const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 30_000;

/**
 * Exponential backoff with full jitter, in milliseconds. `attempt` counts from 0; `random` yields
 * [0, 1). The whole Retry-After is a floor, never shortened (spec, Errors: 429).
 */
export function backoffMs(attempt: number, retryAfterMs: number, random: () => number): number {
	const ceiling = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** attempt);
	return Math.max(retryAfterMs, Math.ceil(random() * ceiling));
}
