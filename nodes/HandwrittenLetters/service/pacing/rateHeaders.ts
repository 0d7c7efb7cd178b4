/** Reads the service's clock, and when it wants to be called again (spec, Errors and Limits). */
import type { RateLimit } from './rateWindow';

/** A `Retry-After` longer than this is not a wait but a mistake in the header. */
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000;

function readInteger(headers: Record<string, unknown>, name: string): number | undefined {
	const value = headers[name];
	return typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : undefined;
}

/** An instant in milliseconds, by the service's clock. */
export function readDate(headers: Record<string, unknown>, name = 'date'): number | undefined {
	const value = headers[name];
	const at = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(at) ? undefined : at;
}

/** `Retry-After` is seconds (spec, Errors); HTTP also allows a date, as a proxy may send. */
export function readRetryAfterMs(headers: Record<string, unknown>, now: number): number {
	const seconds = readInteger(headers, 'retry-after');
	const date = readDate(headers, 'retry-after') ?? 0;
	const waitMs = seconds === undefined ? Math.max(0, date - (readDate(headers) ?? now)) : seconds * 1000;
	return waitMs > LONGEST_PAUSE_MS ? 0 : waitMs;
}

export function readRateLimit(headers: Record<string, unknown>, now: number): RateLimit | undefined {
	const limit = readInteger(headers, 'x-ratelimit-limit');
	const remaining = readInteger(headers, 'x-ratelimit-remaining');
	const reset = readInteger(headers, 'x-ratelimit-reset');
	// A limit of 0 cannot be meant: no request would ever leave again.
	if (!limit || remaining === undefined || reset === undefined) return undefined;
	// Against the answer's own Date, so that a wrong clock on either side does no harm.
	const windowMs = Math.max(0, reset * 1000 - (readDate(headers) ?? now));
	// A refusal says it too, and nearer: only one of its numbers is rounded.
	const retryAfterMs = remaining === 0 ? readRetryAfterMs(headers, now) : 0;
	return { limit, remaining, reset, resetAt: now + Math.min(windowMs, retryAfterMs || windowMs) };
}
