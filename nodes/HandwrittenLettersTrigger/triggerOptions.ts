/** The trigger's options: their fields, and what a node that sets none of them gets. */
import type { INodeProperties } from 'n8n-workflow';

import { REMEMBERED_HOURS } from './duplicates/seenEventLog';

export const DEFAULT_TOLERANCE_SECONDS = 300;

const fields = {
	ignoreDuplicates: {
		displayName: 'Ignore Repeated Events',
		name: 'ignoreDuplicates',
		type: 'boolean',
		default: true,
		description: `Whether to ignore an event that arrives again within ${REMEMBERED_HOURS} hours. An event that is sent to the Test URL is never a repeat.`,
	},
	outputPerEvent: {
		displayName: 'Output per Event',
		name: 'outputPerEvent',
		type: 'boolean',
		default: false,
		description:
			'Whether each event has an output of its own. With the setting Always Output Data, n8n also sends an empty item to the first output (Created) whenever another event arrives.',
	},
	tolerance: {
		displayName: 'Tolerance (Seconds)',
		name: 'tolerance',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TOLERANCE_SECONDS,
		description: 'How far the time of a signature may be from the time of this server, in either direction',
	},
} satisfies Record<string, INodeProperties>;

export const optionFields: INodeProperties[] = Object.values(fields);

/** The parameter `options`: it holds only what the user has added. */
export interface TriggerOptions {
	ignoreDuplicates?: boolean;
	outputPerEvent?: boolean;
	tolerance?: number;
}

export function withDefaults(given: TriggerOptions): Required<TriggerOptions> {
	return {
		ignoreDuplicates: given.ignoreDuplicates ?? fields.ignoreDuplicates.default,
		outputPerEvent: given.outputPerEvent ?? fields.outputPerEvent.default,
		tolerance: given.tolerance ?? fields.tolerance.default,
	};
}
