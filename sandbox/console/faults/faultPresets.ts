/** The faults that have a name, with what each is good for. */
import { FAULT_PRESETS } from '../../src/faults/presets';
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

type Name = keyof typeof FAULT_PRESETS;
const preset = (fault: Name, name: string, explanation: string): Preset => ({
	name,
	explanation,
	rule: FAULT_PRESETS[fault],
});

export const PRESET_GROUPS: readonly PresetGroup[] = [
	{
		title: words.faults.sending,
		presets: [
			preset('lost-answer', words.presets.cut, words.presets.cutWhy),
			preset('accepted-then-500', words.presets.after, words.presets.afterWhy),
			preset('half-answer', words.presets.malformed, words.presets.malformedWhy),
			preset('reset', words.presets.reset, words.presets.resetWhy),
			preset('html-502', words.presets.html, words.presets.htmlWhy),
			preset('rate-limit', words.presets.rateLimit, words.presets.rateLimitWhy),
			preset('every-fifth', words.presets.everyFifth, words.presets.everyFifthWhy),
			preset('one-in-ten', words.presets.oneInTen, words.presets.oneInTenWhy),
			preset('slow', words.presets.slow, words.presets.slowWhy),
			preset('revoked-key', words.presets.revoked, words.presets.revokedWhy),
		],
	},
	{
		title: words.faults.receiving,
		presets: [
			preset('bad-signature', words.presets.badSignature, words.presets.badSignatureWhy),
			preset('tampered', words.presets.tampered, words.presets.tamperedWhy),
			preset('unsigned', words.presets.unsigned, words.presets.unsignedWhy),
			preset('stale', words.presets.stale, words.presets.staleWhy),
			preset('future', words.presets.future, words.presets.futureWhy),
			preset('milliseconds', words.presets.milliseconds, words.presets.millisecondsWhy),
			preset('duplicate', words.presets.duplicate, words.presets.duplicateWhy),
			preset('late', words.presets.late, words.presets.lateWhy),
			preset('out-of-order', words.presets.outOfOrder, words.presets.outOfOrderWhy),
			preset('old-secret', words.presets.oldSecret, words.presets.oldSecretWhy),
			preset('event-mismatch', words.presets.mismatch, words.presets.mismatchWhy),
		],
	},
];
