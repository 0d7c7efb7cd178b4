/**
 * What a run that did not send everything tells the user: which order failed and why, what became
 * of the others, and every id the service gave out.
 */
import type { IExecuteFunctions, INode, NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { About } from '../../shared/failures/about';
import { withWho } from '../../shared/failures/about';
import { adviseAccepted } from '../../shared/failures/advice';
import { toNodeApiError } from '../../shared/failures/errors';
import { isConflict } from '../../shared/failures/fate';
import { toOperationError } from '../../shared/failures/operationError';
import type { KeyKeeper } from '../../shared/failures/requestFailure';
import { RequestFailure } from '../../shared/failures/requestFailure';
import { readId } from '../../shared/verdict';
import type { ItemNames } from '../input/itemNames';
import { capitalize } from '../input/itemNames';
import { nameItem } from '../input/problems';
import type { Job, Outcome, Reading, Sent } from './job';
import { describeOtherFailures } from './otherFailures';

/** The error a failed job is shown as. */
export function toNodeError(
	node: INode,
	error: unknown,
	job: Job,
	names: ItemNames,
	{ also = '', earlierId }: Omit<About, 'who'> = {},
): NodeApiError | NodeOperationError {
	const { subject } = job;
	const who = subject.orders || subject.id !== undefined ? nameJob(job, names) : undefined;
	if (error instanceof RequestFailure) {
		return toNodeApiError(node, error, subject, { who, also, earlierId });
	}
	// A new one each time: several items may have failed with one error.
	const { message, description } = error as Error & { description?: string | null };
	const below = [description, also].filter(Boolean).join(' ');
	return toOperationError(node, withWho(message, who), below, error);
}

/** For example "Item 2 (External ID P-2002)", "Items 1 to 100". */
function nameJob({ itemIndexes, externalId }: Job, names: ItemNames): string {
	const [itemIndex = 0, another] = itemIndexes;
	return another === undefined
		? nameItem({ itemIndex, externalId }, names)
		: capitalize(names.of(itemIndexes));
}

export function throwFirstFailure(node: INode, sent: Sent[], reading: Reading, names: ItemNames): void {
	for (const one of sent) {
		if (one.outcome.state !== 'failed') continue;
		const also = describeRest(node, sent, reading, one, names);
		throw toNodeError(node, one.outcome.error, one.job, names, { also, earlierId: one.outcome.earlierId });
	}
}

/**
 * Ends a run that was cancelled or timed out. n8n keeps nothing a node gives back after a user's
 * cancel, so the ids go to its log. After a timeout it keeps what the node leaves: an error puts
 * the node back on n8n's stack, and "Retry execution" runs it again; items would be its output for
 * good, and the orders not sent would never leave. Only where n8n would not stop at the error are
 * items the better end: it makes On Error → Continue drop the ids, and Retry On Fail wait.
 */
export function endCancelled(
	context: IExecuteFunctions,
	sent: Sent[],
	reading: Reading,
	names: ItemNames,
): void {
	const node = context.getNode();
	const open = sent.filter(({ outcome }) => outcome.state !== 'answered').length;
	// n8n knows a cancellation by this word, in this spelling.
	const message = 'The execution was canceled';
	let description = '';
	if (reading.idField !== undefined) {
		description = [
			open > 0 ? `${count(open, sent)} had no ID yet when the run ended.` : '',
			describeCreated(sent, reading, names),
		]
			.filter(Boolean)
			.join(' ');
		const place = `execution ${context.getExecutionId()}, node "${node.name}"`;
		context.logger.warn(`${message} (${place}). ${description}`);
	}
	if (open === 0 || context.continueOnFail() || node.retryOnFail) return;
	throw new NodeOperationError(node, message, { description });
}

/** What became of the other orders of the run: the ids given out must not be lost. */
function describeRest(node: INode, sent: Sent[], reading: Reading, shown: Sent, names: ItemNames): string {
	if (reading.idField === undefined) return '';
	const others = sent.filter((one) => one !== shown);
	const failed = sent.filter(({ outcome }) => outcome.state === 'failed').length;
	const isNew = ({ outcome }: Sent) =>
		outcome.state === 'notSent' && outcome.earlierId === undefined && !outcome.mayExist;
	const notSent = sent.filter(isNew).length;
	return [
		failed > 1 ? `${count(failed, sent)} of this run failed; this is the first.` : '',
		describeOtherFailures(node, others, names),
		notSent > 0 ? `${count(notSent, sent)} ${notSent === 1 ? 'was' : 'were'} not sent.` : '',
		describeCreated(isOfOtherContents(shown) ? others : sent, reading, names),
	]
		.filter(Boolean)
		.join(' ');
}

/** Its id, where it is known, is of an order that a retry would not give back. */
function isOfOtherContents({ outcome }: Sent): boolean {
	return outcome.state === 'failed' && isConflict(outcome.error);
}

function describeCreated(sent: Sent[], { idField }: Reading, names: ItemNames): string {
	if (idField === undefined) return '';
	const keepers = new Set<KeyKeeper>();
	const created = sent.flatMap((one) => {
		const { job, outcome } = one;
		const id = readOutcomeId(outcome, idField);
		if (id === undefined) return [];
		if (!isOfOtherContents(one)) keepers.add(job.subject.keptBy ?? 'unsure');
		return [`${names.of(job.itemIndexes)}: ${id}`];
	});
	if (created.length === 0) return '';
	const had = created.length === 1 ? 'was' : 'were';
	const said = `${count(created.length, sent)} ${had} already created (${created.join(', ')}).`;
	return keepers.size === 0 ? said : `${said} ${adviseAccepted(keepers)}`;
}

function count(number: number, [first]: Sent[]): string {
	const [one, many] = first?.job.subject.noun === 'batch' ? ['batch', 'batches'] : ['letter', 'letters'];
	return `${number} ${number === 1 ? one : many}`;
}

/** An earlier run of the node may have been given the id; n8n drops its error when it tries again. */
function readOutcomeId(outcome: Outcome, idField: 'id' | 'batch_id'): string | undefined {
	return outcome.state === 'answered' ? readId(outcome.body, idField) : outcome.earlierId;
}
