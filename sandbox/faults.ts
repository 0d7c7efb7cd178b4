/**
 * Faults on demand: rules that say which requests of `/v1` go wrong, when and how. Only the rules;
 * `faultActions.ts` carries the faults out.
 */
import { z } from 'zod/v4';
import type { Changes } from './changes';

export type Fault =
	| { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number }
	| { readonly kind: 'reset' }
	| { readonly kind: 'cut' }
	| { readonly kind: 'delay'; readonly seconds: number }
	| { readonly kind: 'malformed' };

const PREFIX = '/v1';
/** Far below setTimeout's largest delay, beyond which a timer fires at once. */
const LONGEST_DELAY_SECONDS = 3600;

function exactlyOne(names: readonly string[]) {
	return {
		check: (given: object) => names.filter((name) => name in given).length === 1,
		error: `must hold exactly one of ${names.join(', ')}`,
	};
}
const ONE_WHEN = exactlyOne(['next', 'every', 'probability']);
const ONE_FAULT = exactlyOne(['status', 'reset', 'cut', 'delaySeconds', 'malformed']);

const isTrue = z.literal(true, { error: 'must be true' });
const count = z.number().int().min(1, 'must be at least 1');

const onSchema = z
	.strictObject({
		method: z.enum(['GET', 'POST'], { error: 'must be GET or POST' }),
		path: z
			.string()
			.startsWith('/', 'must begin with /')
			.refine((path) => !/^\/v1(\/|$)/.test(path), 'is meant below /v1, for example /cards'),
	})
	.partial();

const whenSchema = z
	.strictObject({
		next: count,
		every: count,
		probability: z.number().gt(0, 'must be more than 0').max(1, 'must be at most 1'),
		seed: z.number().int(),
	})
	.partial()
	.refine(ONE_WHEN.check, ONE_WHEN.error)
	.refine((when) => !('seed' in when) || 'probability' in when, 'takes seed only with probability');

const faultSchema = z
	.strictObject({
		status: z.number().int().min(400, 'must be 400 to 599').max(599, 'must be 400 to 599'),
		retryAfter: z.number().int().min(0, 'must not be negative'),
		reset: isTrue,
		cut: isTrue,
		delaySeconds: z
			.number()
			.gt(0, 'must be more than 0')
			.max(LONGEST_DELAY_SECONDS, `must be at most ${LONGEST_DELAY_SECONDS}`),
		malformed: isTrue,
	})
	.partial()
	.refine(ONE_FAULT.check, ONE_FAULT.error)
	.refine((f) => !('retryAfter' in f) || 'status' in f, 'takes retryAfter only with status');

export const faultRulesSchema = z.array(
	z.strictObject({ on: onSchema.optional(), when: whenSchema, fault: faultSchema }),
);
export type FaultRule = z.infer<typeof faultRulesSchema>[number];

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

/** Called once per request that reaches the rule: does it strike? */
function strikesWhen({ next = 0, every, probability, seed = 1 }: FaultRule['when']): () => boolean {
	if (probability !== undefined) {
		const random = randomNumbers(seed);
		return () => random() < probability;
	}
	let seen = 0;
	return () => {
		seen += 1;
		return every === undefined ? seen <= next : seen % every === 0;
	};
}

function faultOf({ status, retryAfter, reset, cut, delaySeconds }: FaultRule['fault']): Fault {
	if (status !== undefined) return { kind: 'status', status, retryAfter };
	if (delaySeconds !== undefined) return { kind: 'delay', seconds: delaySeconds };
	if (reset) return { kind: 'reset' };
	return cut ? { kind: 'cut' } : { kind: 'malformed' };
}

interface ActiveRule {
	readonly rule: FaultRule;
	readonly fault: Fault;
	readonly strikes: () => boolean;
	struck: number;
}

export class Faults {
	private rules: ActiveRule[] = [];

	constructor(private readonly changes: Changes) {}

	/** Replaces all rules; their counting starts anew. */
	configure(rules: readonly FaultRule[]): void {
		this.rules = rules.map((rule) => ({
			rule,
			fault: faultOf(rule.fault),
			strikes: strikesWhen(rule.when),
			struck: 0,
		}));
		this.changes.note('faults');
	}

	/** The rules as given, each with how often it has struck. */
	list(): (FaultRule & { struck: number })[] {
		return this.rules.map(({ rule, struck }) => ({ ...rule, struck }));
	}

	/**
	 * The fault for one request. The first rule that strikes decides, and the rules behind it do not
	 * count the request: `[{next: 1, …}, {next: 2, …}]` is a script for three requests.
	 */
	strike(method: string, url: string): Fault | null {
		for (const active of this.rules) {
			const { on } = active.rule;
			if (on?.method !== undefined && on.method !== method) continue;
			if (on?.path !== undefined && !url.startsWith(PREFIX + on.path)) continue;
			if (!active.strikes()) continue;
			active.struck += 1;
			this.changes.note('faults');
			return active.fault;
		}
		return null;
	}
}
