/**
 * What becomes of an item whose letter was ordered before. By default it gives the earlier letter: with the
 * number of a customer as External ID, the second year would look like a success without a letter.
 */
import { DateTime } from 'luxon';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Batch, Card } from '../../contract/contract';
import { quoteValue } from '../../words/problems';
import { Refusal } from '../../words/refusal';
import type { Settled } from '../service/job';
import { isAnswered } from '../service/result';

const LABEL = 'If Already Ordered';

/** Names on the screen, by value. */
const CHOICES = { return: 'Return the earlier letter', fail: 'Fail the item' };

export const ifAlreadyOrdered: INodeProperties = {
	displayName: LABEL,
	name: 'ifAlreadyOrdered',
	type: 'options',
	// One answer for all items.
	noDataExpression: true,
	options: Object.entries(CHOICES).map(([value, name]) => ({ name, value })),
	default: 'return',
	description:
		'What to do if a letter was ordered before this execution began. No second one is ordered either way. A failed item stops no other letter.',
};

/** @throws Refusal when it is neither of the two */
export function readIfAlreadyOrdered(context: IExecuteFunctions): (one: Settled) => Settled {
	const { ifAlreadyOrdered: given = 'return' } = context.getNodeParameter('options', 0, {});
	if (given === 'return') return (one) => one;
	if (given === 'fail') return (one) => failIfBefore(one, context.getTimezone());
	throw new Refusal(`${LABEL} must be return or fail, but is ${quoteValue(given)}`);
}

function failIfBefore(one: Settled, timeZone: string): Settled {
	if (!isAnswered(one) || one.outcome !== 'ordered_before') return one;
	const { job, outcome, body } = one;
	const { id, batch_id: batchId, created_at: createdAt } = body as Partial<Card & Batch>;
	const day = DateTime.fromISO(String(createdAt), { zone: timeZone }).toISODate() ?? undefined;
	const failure = { attempts: 1, seconds: 0, mayHaveBeenAccepted: false, stopped: false };
	return { job, outcome, earlierId: batchId ?? id, failure: { ...failure, before: { createdAt, day } } };
}
