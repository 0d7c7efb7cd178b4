/**
 * What a run that did not send everything tells the user: which order failed and why, what became
 * of the others, and every id the service gave out.
 */
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { toNodeApiError } from '../../shared/failures/errors';
import type { KeyKeeper } from '../../shared/failures/requestFailure';
import { RequestFailure } from '../../shared/failures/requestFailure';
import { readId } from '../../shared/verdict';
import type { Job, Outcome, Reading } from './job';
import { describeOtherFailures, quoteOtherAnswers } from './otherFailures';
import { nameJob, nameRows } from './rows';

/** The error a failed job is shown as, built once. */
export function toNodeError(
	node: INode,
	error: unknown,
	job: Job,
	also = '',
	answers = '',
): NodeApiError | NodeOperationError {
	const { subject, itemIndexes } = job;
	const [itemIndex] = itemIndexes;
	const verb = subject.noun === 'batch' ? 'It held' : 'It is';
	const row = subject.orders || subject.id !== undefined ? `${verb} ${nameJob(job)}.` : '';
	if (error instanceof RequestFailure) {
		const details = [row, also].filter(Boolean).join(' ');
		return toNodeApiError(node, error, subject, { itemIndex, also: details, answers });
	}
	const details = [row, also, answers].filter(Boolean).join(' ');
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (details) error.description = [error.description, details].filter(Boolean).join(' ');
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	return new NodeOperationError(node, error as Error, { itemIndex, description: details });
}

export function throwFirstFailure(node: INode, jobs: Job[], outcomes: Outcome[], reading: Reading): void {
	const index = outcomes.findIndex(({ state }) => state === 'failed');
	const outcome = outcomes[index];
	const job = jobs[index];
	if (outcome?.state !== 'failed' || job === undefined) return;
	const rest = describeRest(jobs, outcomes, reading, index);
	throw toNodeError(node, outcome.error, job, rest, quoteOtherAnswers(jobs, outcomes, index));
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
	jobs: Job[],
	outcomes: Outcome[],
	reading: Reading,
): void {
	const node = context.getNode();
	const open = outcomes.filter(({ state }) => state !== 'answered').length;
	// n8n knows a cancellation by this word, in this spelling.
	const message = 'The execution was canceled';
	let description = '';
	if (reading.idField !== undefined) {
		description = [
			open > 0 ? `${count(open, jobs)} had no ID yet when the run ended.` : '',
			describeCreated(jobs, outcomes, reading),
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
function describeRest(jobs: Job[], outcomes: Outcome[], reading: Reading, shown: number): string {
	if (reading.idField === undefined) return '';
	const notSent = outcomes.filter((outcome) => outcome.state === 'notSent' && !outcome.earlierId).length;
	const failed = outcomes.filter(({ state }) => state === 'failed').length;
	return [
		failed > 1 ? `${count(failed, jobs)} of this run failed; this is the first.` : '',
		describeOtherFailures(jobs, outcomes, shown),
		notSent > 0 ? `${count(notSent, jobs)} ${notSent === 1 ? 'was' : 'were'} not sent.` : '',
		describeCreated(jobs, outcomes, reading),
	]
		.filter(Boolean)
		.join(' ');
}

function describeCreated(jobs: Job[], outcomes: Outcome[], { idField }: Reading): string {
	if (idField === undefined) return '';
	const keepers = new Set<KeyKeeper>();
	const created = jobs.flatMap((job, index) => {
		const outcome = outcomes[index];
		const id = outcome && readOutcomeId(outcome, idField);
		if (id === undefined) return [];
		keepers.add(job.subject.keyKeptBy ?? 'unsure');
		return [`${nameRows(job.itemIndexes)}: ${id}`];
	});
	if (created.length === 0) return '';
	const had = created.length === 1 ? 'was' : 'were';
	return `${count(created.length, jobs)} ${had} already created (${created.join(', ')}). ${describeRetry(keepers)}`;
}

/** What running it again does to the orders that were accepted. */
function describeRetry(keepers: Set<KeyKeeper>): string {
	if (keepers.has('unsure')) {
		return 'Running this again may order them a second time: remove these rows first. In workflows that others call, set Duplicate Protection to By External ID.';
	}
	const condition = keepers.has('custom') ? ', if Custom Key gives the same keys again' : '';
	return `Retrying this execution orders none of these again${condition}: the service knows their Idempotency-Keys and, as long as their contents do not change, returns the same IDs.`;
}

function count(number: number, jobs: Job[]): string {
	const [one, many] = jobs[0]?.subject.noun === 'batch' ? ['batch', 'batches'] : ['letter', 'letters'];
	return `${number} ${number === 1 ? one : many}`;
}

/** An earlier run of the node may have been given the id; n8n drops its error when it tries again. */
function readOutcomeId(outcome: Outcome, idField: 'id' | 'batch_id'): string | undefined {
	return outcome.state === 'answered' ? readId(outcome.response.body, idField) : outcome.earlierId;
}
