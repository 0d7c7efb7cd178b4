/** Headers of a delivery (spec, Events: Webhook request headers), or of one that is wrong on demand. */
import type { CardEventName } from '../contract';
import { CARD_EVENTS } from '../contract';
import type { WebhookFault } from '../faults/rules';
import type { Delivery } from '../state/delivery';
import { sign } from './signature';

export interface Signing {
	readonly secret: string;
	readonly oldSecret: string;
	readonly headerPrefix: string;
}

/** Twelve times what the trigger tolerates by default. */
const FAR_OFF_SECONDS = 3600;

/** A well-formed signature of something else. */
function oneDigitWrong(signature: string): string {
	return (signature.startsWith('0') ? '1' : '0') + signature.slice(1);
}

function anotherEvent(event: CardEventName): CardEventName {
	return CARD_EVENTS.find((other) => other !== event) ?? event;
}

function timestampOf(wallNow: number, fault: WebhookFault | null): number {
	const seconds = Math.floor(wallNow / 1000);
	if (fault === 'stale') return seconds - FAR_OFF_SECONDS;
	if (fault === 'future') return seconds + FAR_OFF_SECONDS;
	return fault === 'milliseconds' ? wallNow : seconds;
}

/** Of headers that were sent: their prefix may have changed since. */
export function timestampIn(sent: Readonly<Record<string, string>>): string {
	return Object.entries(sent).find(([name]) => name.endsWith('-Timestamp'))?.[1] ?? '';
}

/** About another letter than the one that was signed. */
export function tampered(body: string): string {
	return body.replace(
		/("id":"crd_)(.)/,
		(_, start: string, digit: string) => start + (digit === '0' ? '1' : '0'),
	);
}

export function signedHeaders(
	{ secret, oldSecret, headerPrefix }: Signing,
	{ event, body }: Pick<Delivery, 'event' | 'body'>,
	wallNow: number,
	fault: WebhookFault | null,
): Record<string, string> {
	const timestamp = timestampOf(wallNow, fault);
	const signature = sign(fault === 'old_secret' ? oldSecret : secret, timestamp, body);
	return {
		'Content-Type': 'application/json',
		...(fault !== 'unsigned' && {
			[`${headerPrefix}-Signature`]: fault === 'bad_signature' ? oneDigitWrong(signature) : signature,
		}),
		[`${headerPrefix}-Timestamp`]: String(timestamp),
		[`${headerPrefix}-Event`]: fault === 'event_mismatch' ? anotherEvent(event) : event,
	};
}
