/** What one run of the node ended with. */
import type { INodeExecutionData } from 'n8n-workflow';

import type { Told } from './claims';
import { readError, readItems } from './claims';

export type Outcome = { items: INodeExecutionData[] } | { error: Error & { description?: string | null } };

/** The failed ones, with the input that n8n merges into them. */
export function failedItemsOf(
	outcome: Outcome | undefined,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (outcome === undefined || 'error' in outcome) return [];
	return outcome.items
		.filter(({ json }) => 'error' in json)
		.map(({ json, pairedItem }) => ({
			json: { ...items[(pairedItem as { item: number }).item]?.json, ...json },
			pairedItem,
		}));
}

/** Of an error, all that n8n shows. */
export function textOf(outcome: Outcome): string {
	if ('items' in outcome) return '';
	const { message, description } = outcome.error;
	return [message, description].filter(Boolean).join(' ');
}

/** @param log What is left of a cancelled run. */
export function readOutcome(outcome: Outcome, count: number, log?: string): Told {
	return 'items' in outcome && log === undefined
		? readItems(outcome.items, count)
		: readError(log ?? textOf(outcome), count);
}
