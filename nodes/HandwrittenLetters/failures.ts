/**
 * What a run that did not send everything tells the user: which order failed and why, what became
 * of the others, and every id the service gave out.
 */
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { RequestFailure, toNodeApiError } from '../shared/errors';
import type { ServiceResponse } from '../shared/transport';
import type { Job, Reading } from './sending';

export type Outcome =
	| { state: 'answered'; response: ServiceResponse }
	| { state: 'failed'; error: unknown }
	| { state: 'notSent' };

/** The error a failed job is shown as, built once. */
export function toNodeError(
	node: INode,
	error: unknown,
	{ subject, itemIndexes }: Job,
	also = '',
): NodeApiError | NodeOperationError {
	const [itemIndex] = itemIndexes;
	const inputs =
		itemIndexes.length > 1
			? `It held the items ${itemIndexes.map(String).join(', ')}.`
			: '';
	const details = [inputs, also].filter(Boolean).join(' ');
	if (error instanceof RequestFailure) {
		return toNodeApiError(node, error, subject, { itemIndex, also: details });
	}
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (details) error.description = [error.description, details].filter(Boolean).join(' ');
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	return new NodeOperationError(node, error as Error, { itemIndex, description: details });
}

export function throwFirstFailure(
	node: INode,
	jobs: Job[],
	outcomes: Outcome[],
	reading: Reading,
): void {
	const index = outcomes.findIndex(({ state }) => state === 'failed');
	const outcome = outcomes[index];
	const job = jobs[index];
	if (outcome?.state !== 'failed' || job === undefined) return;
	throw toNodeError(node, outcome.error, job, describeRest(jobs, outcomes, reading));
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
			open > 0 ? `${open} ${nounOf(jobs)} were not sent, or their answers not waited for.` : '',
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
function describeRest(jobs: Job[], outcomes: Outcome[], reading: Reading): string {
	if (reading.idField === undefined) return '';
	const notSent = outcomes.filter(({ state }) => state === 'notSent').length;
	const failed = outcomes.filter(({ state }) => state === 'failed').length;
	const noun = nounOf(jobs);
	return [
		failed > 1 ? `${failed} ${noun} of this run failed; this is the first.` : '',
		notSent > 0 ? `${notSent} ${noun} were not sent.` : '',
		describeCreated(jobs, outcomes, reading),
	]
		.filter(Boolean)
		.join(' ');
}

function describeCreated(jobs: Job[], outcomes: Outcome[], { idField }: Reading): string {
	if (idField === undefined) return '';
	const created = jobs.flatMap((job, index) => {
		const outcome = outcomes[index];
		if (outcome?.state !== 'answered') return [];
		const id = readField(outcome.response.body, idField) ?? JSON.stringify(outcome.response.body);
		return [`item ${job.itemIndexes.map(String).join('+')}: ${id}`];
	});
	return created.length > 0
		? `${created.length} ${nounOf(jobs)} had been created before (${created.join(', ')}). Retrying this execution re-sends nothing of these: the service returns them under their Idempotency-Keys.`
		: '';
}

function nounOf(jobs: Job[]): string {
	return jobs[0]?.subject.noun === 'batch' ? 'batches' : 'letters';
}

function readField(body: unknown, field: string): string | undefined {
	const value = (body as Record<string, unknown> | null)?.[field];
	return typeof value === 'string' ? value : undefined;
}
