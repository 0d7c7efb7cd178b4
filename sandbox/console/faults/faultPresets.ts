/** Ready-made faults: each is one rule, with what it is good for. */
import type { WebhookFault } from '../../src/faults/rules';
import type { FaultRule } from '../api/model';
import { words } from '../words/words';

export interface Preset {
	readonly name: string;
	readonly explanation: string;
	readonly rule: FaultRule;
}

export interface PresetGroup {
	readonly title: string;
	readonly presets: readonly Preset[];
}

const orders = { method: 'POST', path: '/cards' } as const;
const nextEvent = (webhook: WebhookFault): FaultRule => ({ when: { next: 1 }, fault: { webhook } });

export const PRESET_GROUPS: readonly PresetGroup[] = [
	{
		title: words.faults.sending,
		presets: [
			{
				name: words.presets.cut,
				explanation: words.presets.cutWhy,
				rule: { on: orders, when: { next: 1 }, fault: { cut: true } },
			},
			{
				name: words.presets.malformed,
				explanation: words.presets.malformedWhy,
				rule: { on: orders, when: { next: 1 }, fault: { malformed: true } },
			},
			{
				name: words.presets.reset,
				explanation: words.presets.resetWhy,
				rule: { when: { next: 1 }, fault: { reset: true } },
			},
			{
				name: words.presets.rateLimit,
				explanation: words.presets.rateLimitWhy,
				rule: { when: { next: 2 }, fault: { status: 429, retryAfter: 3 } },
			},
			{
				name: words.presets.everyFifth,
				explanation: words.presets.everyFifthWhy,
				rule: { when: { every: 5 }, fault: { status: 500 } },
			},
			{
				name: words.presets.oneInTen,
				explanation: words.presets.oneInTenWhy,
				rule: { when: { probability: 0.1, seed: 7 }, fault: { status: 503 } },
			},
			{
				name: words.presets.slow,
				explanation: words.presets.slowWhy,
				rule: { when: { every: 1 }, fault: { delaySeconds: 2 } },
			},
			{
				name: words.presets.revoked,
				explanation: words.presets.revokedWhy,
				rule: { when: { every: 1 }, fault: { status: 401 } },
			},
		],
	},
	{
		title: words.faults.receiving,
		presets: [
			{
				name: words.presets.badSignature,
				explanation: words.presets.badSignatureWhy,
				rule: nextEvent('bad_signature'),
			},
			{
				name: words.presets.stale,
				explanation: words.presets.staleWhy,
				rule: nextEvent('stale'),
			},
			{
				name: words.presets.future,
				explanation: words.presets.futureWhy,
				rule: nextEvent('future'),
			},
			{
				name: words.presets.milliseconds,
				explanation: words.presets.millisecondsWhy,
				rule: nextEvent('milliseconds'),
			},
			{
				name: words.presets.duplicate,
				explanation: words.presets.duplicateWhy,
				rule: nextEvent('duplicate'),
			},
			{
				name: words.presets.outOfOrder,
				explanation: words.presets.outOfOrderWhy,
				rule: nextEvent('out_of_order'),
			},
			{
				name: words.presets.oldSecret,
				explanation: words.presets.oldSecretWhy,
				rule: nextEvent('old_secret'),
			},
			{
				name: words.presets.mismatch,
				explanation: words.presets.mismatchWhy,
				rule: nextEvent('event_mismatch'),
			},
		],
	},
];
