/**
 * What to do about an order: by when its key comes again, and whether the run went on after it (On Error
 * → Continue). n8n calls such a run a success, so it cannot be retried.
 */
import type { INode } from 'n8n-workflow';

import type { Key, Request } from '../service/request';

const KEEP_THE_KEY =
	'set the option Idempotency Key to the idempotency_key of this item where you order it again';

/** It may have been accepted unseen: what sending it again does. */
export function adviseUnknown({ noun, key }: Request, goesOn: boolean): string {
	const no = `no second ${noun} is created`;
	if (key?.comesAgain === 'always') return `Order it again unchanged: the same key is sent, so ${no}.`;
	return goesOn && noun === 'letter'
		? `So that ${no}, ${KEEP_THE_KEY}.`
		: `Use "Retry execution": it sends the same key, so ${no}. A new run may create one.`;
}

/** The service rejected its contents. */
export function adviseRejected({ noun, key }: Request, goesOn: boolean): string {
	const comesAgain = key?.comesAgain ?? 'always';
	if (noun === 'batch') {
		return comesAgain === 'always'
			? 'Correct the items it names and run all items again. Do not delete items: the items would be divided into different batches, and their letters ordered again.'
			: 'Correct the items it names, do not delete them, and run again without the items of batches that were already ordered: a new run orders every item it gets.';
	}
	if (comesAgain === 'always') return 'Correct the field it names and order it again.';
	return goesOn
		? `Correct the field it names and ${ONLY_THOSE}`
		: 'Correct the field it names and run again without the items that were already ordered: a new run orders every item it gets.';
}

/** Goes on after "To order a second letter,". */
export function adviseAnother({ key }: Request): string {
	if (key?.byAgent) {
		return 'a person must give it an External ID. Do not change the recipient to get past this';
	}
	return key?.comesAgain === 'always'
		? 'give it an External ID or an Idempotency Key of its own'
		: 'run the workflow again with this item only';
}

/** What running it again does to orders that were accepted, though the run failed. */
export const adviseAccepted = (): string =>
	'Retrying this execution with the original workflow orders none of these again.';

/** The same of a run that was canceled or timed out: n8n's editor retries none (read in 1.123 and 2.40). */
export const adviseAcceptedOfStopped = (all: Set<Key['comesAgain']>): string =>
	all.has('withRun')
		? "n8n's editor does not retry such a run, and a new run orders letters without an External ID again: remove these items first."
		: 'Run the workflow again: it returns these without ordering them again.';

const THE_WAY =
	'connect the error output, or a Filter on outcome. Running all items again orders the letters without an External ID again.';
const ONLY_THOSE = `order only the items that failed: ${THE_WAY}`;

/** The same above the output, where those items are named. */
export const ORDER_ONLY_THOSE = `To order only what failed, ${THE_WAY}`;

/** Of an item that was not sent, because it has to be corrected, beside others that were. */
export const CORRECT_BESIDE_OTHERS = `Correct it and ${ONLY_THOSE}`;

/** As n8n decides it (read in 1.123 and 2.40). */
export function goesOn({ onError, continueOnFail }: Pick<INode, 'onError' | 'continueOnFail'>): boolean {
	return onError === undefined ? continueOnFail === true : onError !== 'stopWorkflow';
}
