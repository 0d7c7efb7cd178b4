/**
 * What a run that did not send everything tells the user: which order failed and why, what became
 * of the others, and every id the service gave out.
 */
import type { IExecuteFunctions, INode, NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isToolNode } from '../../n8n/agentTool';
import { toOperationError } from '../../n8n/operationError';
import type { ComesAgain } from '../../n8n/runIdentity';
import { RequestFailure } from '../send/attempt/requestFailure';
import { readId } from '../send/attempt/verdict';
import type { Job, Reading, Result, Sent } from '../send/job';
import { hasFailed, isAnswered } from '../send/job';
import { adviseAccepted } from './advice';
import type { About } from './failures';
import { inSentences, toNodeApiError, withWho } from './failures';
import type { ItemNames } from './itemNames';
import { capitalize } from './itemNames';
import { describeOtherFailures } from './otherFailures';

/** The error a failed job is shown as. */
export function toNodeError(
	node: INode,
	error: unknown,
	job: Job,
	names: ItemNames,
	about: Omit<About, 'who' | 'externalId'> = {},
): NodeApiError | NodeOperationError {
	const { subject, itemIndexes, externalId } = job;
	const isNamed = !isToolNode(node) && (subject.orders || subject.id !== undefined);
	const who = isNamed ? capitalize(names.of(itemIndexes)) : undefined;
	if (error instanceof RequestFailure) {
		return toNodeApiError(node, error, subject, { who, externalId, ...about });
	}
	// A new one each time: several items may have failed with one error.
	const { message, description } = error as Error & { description?: string | null };
	const below = [description, about.also].filter(Boolean).join(' ');
	return toOperationError(node, inSentences(withWho(message, who), about.costs), below, error);
}

export function throwFirstFailure(node: INode, sent: Sent[], reading: Reading, names: ItemNames): void {
	const shown = sent.find(hasFailed);
	if (shown === undefined || isAnswered(shown.result)) return;
	const { error, earlierId } = shown.result;
	const costs = describeCosts(sent, shown);
	const also = describeRest(node, sent, reading, shown, names);
	throw toNodeError(node, error, shown.job, names, { earlierId, costs, also });
}

/** In the message, because many error mails show nothing else. */
function describeCosts(sent: Sent[], shown: Sent): string {
	const others = sent.filter((one) => one !== shown);
	const known = others.filter(({ result }) => isOrdered(result));
	const open = others.filter(({ result }) => result.outcome === 'unknown');
	return inSentences(
		known.length > 0 ? `${count(known.length, sent)} of this run ${were(known)} ordered` : '',
		open.length > 0 ? `${count(open.length, sent)} more may have been ordered` : '',
	);
}

const isOrdered = ({ outcome }: Result): boolean => outcome === 'ordered' || outcome === 'ordered_before';
const were = ({ length }: unknown[]): string => (length === 1 ? 'was' : 'were');

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
	const open = sent.filter(({ result }) => !isAnswered(result)).length;
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
	const failed = sent.filter(hasFailed).length;
	const notSent = sent.filter((one) => one.result.outcome === 'not_ordered' && !hasFailed(one));
	return [
		failed > 1 ? `${count(failed, sent)} of this run failed; this is the first.` : '',
		describeOtherFailures(node, others, names),
		notSent.length > 0 ? `${count(notSent.length, sent)} ${were(notSent)} not sent.` : '',
		describeCreated(shown.result.outcome === 'other_contents' ? others : sent, reading, names),
	]
		.filter(Boolean)
		.join(' ');
}

function describeCreated(sent: Sent[], { idField }: Reading, names: ItemNames): string {
	if (idField === undefined) return '';
	const comesAgain = new Set<ComesAgain>();
	const created = sent.flatMap(({ job, result }) => {
		const id = idOf(result, idField);
		if (id === undefined) return [];
		// A retry would not give back an order of other contents.
		if (result.outcome !== 'other_contents') comesAgain.add(job.subject.comesAgain ?? 'unsure');
		return [`${names.of(job.itemIndexes)}: ${id}`];
	});
	if (created.length === 0) return '';
	const said = `${count(created.length, sent)} ${were(created)} already created (${created.join(', ')}).`;
	return comesAgain.size === 0 ? said : `${said} ${adviseAccepted(comesAgain)}`;
}

function count(number: number, [first]: Sent[]): string {
	const [one, many] = first?.job.subject.noun === 'batch' ? ['batch', 'batches'] : ['letter', 'letters'];
	return `${number} ${number === 1 ? one : many}`;
}

/** An earlier run of the node may have been given the id; n8n drops its error when it tries again. */
function idOf(result: Result, idField: 'id' | 'batch_id'): string | undefined {
	return isAnswered(result) ? readId(result.body, idField) : result.earlierId;
}
