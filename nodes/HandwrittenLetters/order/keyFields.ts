/** The Duplicate Protection fields: what makes two orders the same order, for letters and for batches. */
import type { INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../shared/builder/builderHints';

/** Names on the screen, by value. */
export const KEY_MODES = {
	automatic: 'Only Within This Run',
	externalId: 'By External ID',
	custom: 'By Custom Key',
} as const;

export type KeyMode = keyof typeof KEY_MODES;

export const DEFAULT_KEY_MODE: KeyMode = 'automatic';

export const KEY_MODE_LABEL = 'Duplicate Protection';
export const CUSTOM_KEY_LABEL = 'Custom Key';

export const isKeyMode = (value: unknown): value is KeyMode =>
	typeof value === 'string' && Object.hasOwn(KEY_MODES, value);

const ONLY_THIS_RUN =
	'<b>Running the workflow again sends every letter again.</b> "Retry execution" usually does not.';

const modesOfLetters: Record<KeyMode, string> = {
	automatic: ONLY_THIS_RUN,
	custom: 'One letter per Custom Key, however often you run the workflow',
	externalId: 'One letter per External ID, however often you run the workflow',
};

const modesOfBatches: Record<KeyMode, string> = {
	automatic: ONLY_THIS_RUN,
	custom: 'One batch per Custom Key. Further batches under a key add their number to it.',
	externalId: 'One batch per list of External IDs. Add, remove or reorder items, and all are sent again.',
};

export const keyFieldsOfLetters = keyFields(modesOfLetters, 'letter');

export const keyFieldsOfBatches = keyFields(modesOfBatches, 'batch');

function keyFields(descriptions: Record<KeyMode, string>, noun: string): INodeProperties[] {
	return [
		{
			displayName: KEY_MODE_LABEL,
			name: 'idempotencyKeyMode',
			type: 'options',
			options: (Object.keys(KEY_MODES) as KeyMode[]).map((value) => ({
				name: KEY_MODES[value],
				value,
				description: descriptions[value],
			})),
			default: DEFAULT_KEY_MODE,
			description: 'How to recognize a letter that was already ordered, so that it is not ordered twice',
			builderHint: fieldHint(
				'Use "externalId" whenever External ID holds a stable ID of the order, so that later runs order nothing twice. Keep "automatic" if there is no such ID.',
			),
		},
		{
			displayName: CUSTOM_KEY_LABEL,
			name: 'idempotencyKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.orderId }}',
			description: `Must be the same whenever the same ${noun} is ordered again, and different for every other ${noun}`,
			displayOptions: { show: { idempotencyKeyMode: ['custom'] } },
		},
	];
}
