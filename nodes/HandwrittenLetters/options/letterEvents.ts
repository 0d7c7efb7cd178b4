/** Whether letter events may order letters. */
import type { INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../n8n/builderHints';

export const LETTER_EVENTS_LABEL = 'Order on Letter Events';

export const orderOnLetterEvents: INodeProperties = {
	displayName: LETTER_EVENTS_LABEL,
	name: 'orderOnLetterEvents',
	type: 'boolean',
	default: true,
	description:
		'Whether to order in a run that the Handwritten Letters Trigger has started. The events of the new letter start the workflow again: end this with a Filter on data.external_id before this node, or select only events that these letters do not have.',
	builderHint: fieldHint(
		'Leave out unless a letter event is meant to order a letter. Then put a Filter on data.external_id before this node, so that the events of the new letter order nothing.',
	),
};
