/** What the sandbox remembers of one event on its way to the receiver, as the control API shows it. */
import type { CardEventName } from '../contract';

export interface Attempt {
	readonly at: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Null when no answer came; `error` then says why. */
	readonly status: number | null;
	readonly error: string | null;
	/** How the answer's body begins; null without an answer. */
	readonly answer: string | null;
	readonly duration_ms: number;
	/** What was done to it on demand. */
	readonly fault: string | null;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export interface Delivery {
	readonly id: string;
	readonly event: CardEventName;
	readonly card_id: string;
	/** Its name. */
	readonly receiver: string;
	/** The exact text sent, the same on every attempt. */
	readonly body: string;
	status: (typeof DELIVERY_STATUSES)[number];
	readonly attempts: Attempt[];
	next_attempt_at: string | null;
	/** Planned so far; attempts by hand are none. */
	retries?: number;
}

export function isPending({ status }: Delivery): boolean {
	return status === 'pending';
}

export function isSuccess({ status }: Attempt): boolean {
	return status !== null && status >= 200 && status < 300;
}

/** Of a receiver that computes another signature. */
export const MISTAKES = [
	'parsed_body',
	'old_secret',
	'secret_newline',
	'milliseconds',
	'no_timestamp',
	'missing_dot',
	'base64',
	'trailing_newline',
] as const;
export type Mistake = (typeof MISTAKES)[number];
