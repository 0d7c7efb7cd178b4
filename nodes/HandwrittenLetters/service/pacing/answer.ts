/** How a request went, as far as pacing is concerned. */
import type { RateLimit } from './rateWindow';

export interface Answer {
	/**
	 * `troubled`: 5xx, a timeout or a broken connection. `throttled`: 429. `unknown`: given up on
	 * this side, which says nothing about the service.
	 */
	outcome: 'fine' | 'throttled' | 'troubled' | 'unknown';
	/** Nobody on this account sends for this long after a 429: its Retry-After, or a backoff. */
	pauseMs?: number;
	rate?: RateLimit;
}

/** Leave to send one request. */
export interface Ticket {
	/** Of the congestion window when the request left. */
	readonly epoch: number;
	/** It leaves in a pause, to find out whether that still holds. */
	readonly asks?: true;
}
