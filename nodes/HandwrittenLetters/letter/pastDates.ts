/** Letters whose date has passed before the run began: an option leaves them out and orders the others. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Problem } from '../../shared/failures/refusal';
import { ParameterReader } from '../input/parameterReader';
import type { Skipped } from '../input/problems';
import { labels } from './labels';

export const skipPastDates: INodeProperties = {
	displayName: 'Skip Past Dates',
	name: 'skipPastDates',
	type: 'boolean',
	default: true,
	description:
		'Whether to leave out letters whose Schedule At is in the past and order the others. Each comes back with the reason, as "skipped". Without this option, such a date must be corrected first.',
};

/** Takes the items to skip out of the problems, whatever else is wrong with them. */
export function takeOutPast(
	context: IExecuteFunctions,
	problems: Problem[],
): { problems: Problem[]; skipped: Skipped[] } {
	const parameters = new ParameterReader(context);
	const skips = (itemIndex: number) =>
		(parameters.read('options', itemIndex) as { skipPastDates?: unknown }).skipPastDates === true;
	const skipped = problems
		.filter(({ isPast, itemIndex }) => isPast === true && skips(itemIndex))
		.map(({ itemIndex, externalId, name, given = '' }): Skipped => {
			const reason = `${labels.scheduleAt} is in the past: ${given}`;
			return { itemIndex, externalId, name, reason };
		});
	const taken = new Set(skipped.map(({ itemIndex }) => itemIndex));
	return { problems: problems.filter(({ itemIndex }) => !taken.has(itemIndex)), skipped };
}
