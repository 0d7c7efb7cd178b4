/** The Duplicate Protection fields: what makes two orders the same order, for letters and for batches. */
import type { INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../shared/builder/builderHints';

/** Names on the screen, by value. */
export const KEY_MODES = {
	automatic: 'Within This Run',
	externalId: 'By External ID',
	custom: 'By a Key of Your Own',
} as const;

export type KeyMode = keyof typeof KEY_MODES;

export const DEFAULT_KEY_MODE: KeyMode = 'automatic';

export const KEY_MODE_LABEL = 'Duplicate Protection';
export const CUSTOM_KEY_LABEL = 'Custom Key';

export const isKeyMode = (value: unknown): value is KeyMode =>
	typeof value === 'string' && Object.hasOwn(KEY_MODES, value);

const NOT_IN_SUB_WORKFLOWS =
	'Retrying the execution orders nothing twice, except in a workflow that is called by a sub-workflow.';

const modesOfLetters: Record<KeyMode, string> = {
	automatic: `One order per input item and run. ${NOT_IN_SUB_WORKFLOWS}`,
	custom: 'One order per key you give, across all runs',
	externalId: 'One order per External ID, across all runs',
};

const modesOfBatches: Record<KeyMode, string> = {
	automatic: `One order per batch and run. ${NOT_IN_SUB_WORKFLOWS}`,
	custom: 'One order per key you give, across all runs. Further batches under a key add their number to it.',
	externalId:
		'The same items again order nothing. The same External IDs with other contents are rejected. Fewer, more or reordered items are a new batch: their letters are ordered again.',
};

export const keyFieldsOfLetters = keyFields(modesOfLetters, 'the same order');

export const keyFieldsOfBatches = keyFields(modesOfBatches, 'the same batch');

function keyFields(descriptions: Record<KeyMode, string>, order: string): INodeProperties[] {
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
			description: 'What makes two orders the same order, so that the service creates it only once',
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
			description: `Must be the same whenever ${order} is sent again, and different for every other order`,
			displayOptions: { show: { idempotencyKeyMode: ['custom'] } },
		},
	];
}
