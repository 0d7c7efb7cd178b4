/** Faults by name, each one rule. Without zod: the console shows them. */
import type { FaultRule } from '../library/types';
import type { WebhookFault } from './rules';

const orders = { method: 'POST', path: '/cards' } as const;
const nextEvent = (webhook: WebhookFault): FaultRule => ({ when: { next: 1 }, fault: { webhook } });

export const FAULT_PRESETS = {
	'lost-answer': { on: orders, when: { next: 1 }, fault: { cut: true } },
	'accepted-then-500': { on: orders, when: { next: 1 }, fault: { status: 500, after: true } },
	'half-answer': { on: orders, when: { next: 1 }, fault: { malformed: true } },
	reset: { when: { next: 1 }, fault: { reset: true } },
	'html-502': { when: { next: 1 }, fault: { status: 502, html: true } },
	'rate-limit': { when: { next: 2 }, fault: { status: 429, retryAfter: 3 } },
	'every-fifth': { when: { every: 5 }, fault: { status: 500 } },
	'one-in-ten': { when: { probability: 0.1, seed: 7 }, fault: { status: 503 } },
	slow: { when: { every: 1 }, fault: { delaySeconds: 2 } },
	'revoked-key': { when: { every: 1 }, fault: { status: 401 } },
	'bad-signature': nextEvent('bad_signature'),
	tampered: nextEvent('tampered'),
	unsigned: nextEvent('unsigned'),
	stale: nextEvent('stale'),
	future: nextEvent('future'),
	milliseconds: nextEvent('milliseconds'),
	duplicate: nextEvent('duplicate'),
	late: nextEvent('late'),
	'out-of-order': nextEvent('out_of_order'),
	'old-secret': nextEvent('old_secret'),
	'event-mismatch': nextEvent('event_mismatch'),
} as const satisfies Record<string, FaultRule>;
