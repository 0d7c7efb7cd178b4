/**
 * Faults on demand: decides which requests of `/v1` and which webhook deliveries go wrong, and how.
 * `applyFault.ts` carries the faults of requests out, `webhooks/` those of deliveries.
 */
import type { Changes } from '../state/changes';
import type { Delivery } from '../state/delivery';
import type { FaultRule, WebhookFault } from './rules';

export type Fault = { readonly delaySeconds: number } & (
	| {
			/** Before the call was looked at, or once it was carried out. */
			readonly kind: 'status' | 'status_after';
			readonly status: number;
			readonly retryAfter?: number;
			readonly html?: boolean;
	  }
	| { readonly kind: 'reset' | 'cut' | 'delay' | 'malformed' }
);

/** What a rule may look at in a call to `/v1`. */
export interface FaultyCall {
	readonly method: string;
	readonly url: string;
	readonly key: string | null;
	/** Of the letters it orders; not known before the body is read. */
	readonly externalIds: readonly string[];
}

const PREFIX = '/v1';

/** Mulberry32: evenly spread numbers from 0 to below 1, the same ones for the same seed. */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Called once per request or delivery that reaches the rule: does it strike? */
function strikesWhen({ next = 0, nth, every, probability, seed = 1 }: FaultRule['when']): () => boolean {
	if (probability !== undefined) {
		const random = randomNumbers(seed);
		return () => random() < probability;
	}
	let seen = 0;
	return () => {
		seen += 1;
		if (nth !== undefined) return seen === nth;
		return every === undefined ? seen <= next : seen % every === 0;
	};
}

/** Null for a rule about webhooks. */
function faultOf({ webhook, status, ...fault }: FaultRule['fault']): Fault | null {
	const { after, html, retryAfter, reset, cut, malformed, delaySeconds = 0 } = fault;
	if (webhook !== undefined) return null;
	if (status !== undefined) {
		return { kind: after ? 'status_after' : 'status', status, html, retryAfter, delaySeconds };
	}
	if (reset) return { kind: 'reset', delaySeconds };
	if (cut) return { kind: 'cut', delaySeconds };
	return { kind: malformed ? 'malformed' : 'delay', delaySeconds };
}

interface ActiveRule {
	readonly rule: FaultRule;
	readonly fault: Fault | null;
	readonly strikes: () => boolean;
	struck: number;
}

function newRule(rule: FaultRule): ActiveRule {
	return { rule, fault: faultOf(rule.fault), strikes: strikesWhen(rule.when), struck: 0 };
}

/** As far as it can be told without the body. */
function concerns({ rule: { on = {} }, fault }: ActiveRule, { method, url, key }: FaultyCall): boolean {
	if (fault === null || (on.method ?? method) !== method || (on.key ?? key) !== key) return false;
	return on.path === undefined || url.startsWith(PREFIX + on.path);
}

export class Faults {
	private rules: ActiveRule[] = [];

	constructor(private readonly changes: Changes) {}

	/** Replaces all rules; their counting starts anew. */
	configure(rules: readonly FaultRule[]): void {
		this.rules = rules.map(newRule);
		this.changes.setting('faults');
	}

	/** Behind those in force, which go on counting. */
	add(rule: FaultRule): void {
		this.rules.push(newRule(rule));
		this.changes.setting('faults');
	}

	get rulesInForce(): FaultRule[] {
		return this.rules.map(({ rule }) => rule);
	}

	/** The rules as given, each with how often it has struck. */
	list(): (FaultRule & { struck: number })[] {
		return this.rules.map(({ rule, struck }) => ({ ...rule, struck }));
	}

	/** True if the rules cannot be asked before the body of the call is read. */
	needBody(call: FaultyCall): boolean {
		return this.rules.some((active) => active.rule.on?.external_id !== undefined && concerns(active, call));
	}

	/** The fault for one request of `/v1`. */
	strike(call: FaultyCall): Fault | null {
		const active = this.firstStriking((one) => {
			const externalId = one.rule.on?.external_id;
			return concerns(one, call) && (externalId === undefined || call.externalIds.includes(externalId));
		});
		return active?.fault ?? null;
	}

	/** The fault for one webhook delivery. */
	strikeDelivery({ event, receiver }: Pick<Delivery, 'event' | 'receiver'>): WebhookFault | null {
		const active = this.firstStriking(
			({ rule: { on = {} }, fault }) =>
				fault === null && (on.event ?? event) === event && (on.receiver ?? receiver) === receiver,
		);
		return active?.rule.fault.webhook ?? null;
	}

	/**
	 * The first rule that strikes decides, and the rules behind it do not count the call or
	 * delivery: `[{next: 1, …}, {next: 2, …}]` is a script for three of them.
	 */
	private firstStriking(isMeant: (active: ActiveRule) => boolean): ActiveRule | undefined {
		const active = this.rules.find((rule) => isMeant(rule) && rule.strikes());
		if (active === undefined) return undefined;
		active.struck += 1;
		this.changes.struck();
		return active;
	}
}
