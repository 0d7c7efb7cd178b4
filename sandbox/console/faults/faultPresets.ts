/** Ready-made faults: each is one rule, with what it is good for. */
import type { WebhookFault } from '../../src/faults/rules';
import type { FaultRule } from '../api/model';

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
		title: 'Sending letters',
		presets: [
			{
				name: 'Next letter: accepted, answer lost',
				explanation:
					'The connection closes after the order. A retry with the same key must get the same letter.',
				rule: { on: orders, when: { next: 1 }, fault: { cut: true } },
			},
			{
				name: 'Next letter: half an answer',
				explanation: 'Accepted, but the JSON ends in the middle.',
				rule: { on: orders, when: { next: 1 }, fault: { malformed: true } },
			},
			{
				name: 'Next call: connection reset',
				explanation: 'Nothing was done, nothing comes back.',
				rule: { when: { next: 1 }, fault: { reset: true } },
			},
			{
				name: 'Next 2 calls: rate limit, wait 3 s',
				explanation: '429 with Retry-After: 3. Who comes back earlier did not read it.',
				rule: { when: { next: 2 }, fault: { status: 429, retryAfter: 3 } },
			},
			{
				name: 'Every 5th call: 500',
				explanation: 'Safe to retry; a letter is not to leave twice.',
				rule: { when: { every: 5 }, fault: { status: 500 } },
			},
			{
				name: 'One call in ten: 503',
				explanation: 'By chance, but the same chance every time (seed 7).',
				rule: { when: { probability: 0.1, seed: 7 }, fault: { status: 503 } },
			},
			{
				name: 'Every call: slow, 2 s',
				explanation: 'Done at once, answered late.',
				rule: { when: { every: 1 }, fault: { delaySeconds: 2 } },
			},
			{
				name: 'Every call: key revoked',
				explanation: '401 until you switch it off. Retrying does not help, and should not be tried.',
				rule: { when: { every: 1 }, fault: { status: 401 } },
			},
		],
	},
	{
		title: 'Receiving events',
		presets: [
			{
				name: 'Next event: bad signature',
				explanation: 'A forgery. The receiver must answer 401 and start nothing.',
				rule: nextEvent('bad_signature'),
			},
			{
				name: 'Next event: stale',
				explanation: 'Rightly signed, long ago: a replay.',
				rule: nextEvent('stale'),
			},
			{
				name: 'Next event: from the future',
				explanation: 'A timestamp that has not come yet.',
				rule: nextEvent('future'),
			},
			{
				name: 'Next event: milliseconds',
				explanation: 'The timestamp in the wrong unit.',
				rule: nextEvent('milliseconds'),
			},
			{
				name: 'Next event: delivered twice',
				explanation: 'At least once means sometimes twice. The workflow should run once.',
				rule: nextEvent('duplicate'),
			},
			{
				name: 'Next event: out of order',
				explanation: 'A later event of the letter overtakes it.',
				rule: nextEvent('out_of_order'),
			},
			{
				name: 'Next event: old secret',
				explanation: 'Signed with the secret before the change.',
				rule: nextEvent('old_secret'),
			},
			{
				name: 'Next event: header and body differ',
				explanation: 'Genuine, but the two name different events.',
				rule: nextEvent('event_mismatch'),
			},
		],
	},
];
