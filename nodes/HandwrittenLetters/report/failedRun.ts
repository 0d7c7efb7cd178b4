/**
 * What a run that did not send everything tells the user: which order failed and why, what became
 * of the others, and every id the service gave out.
 */
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { escapeHidden } from '../../contract/visibleText';
import { groupBy } from '../../words/groupBy';
import type { ItemNames } from '../../words/itemNames';
import { capitalize, count } from '../../words/itemNames';
import type { Key } from '../service/request';
import type { Result } from '../service/result';
import { hasFailed, isAnswered } from '../service/result';
import { readId } from '../service/verdict';
import { adviseAccepted, adviseAcceptedOfStopped, adviseUnknown, goesOn } from './advice';
import { inSentences, toItemError } from './failures';

export function throwFirstFailure(node: INode, settled: Result[], names: ItemNames): void {
	const shown = settled.find(hasFailed);
	if (shown === undefined) return;
	const costs = describeCosts(settled, shown);
	const also = describeRest(node, settled, shown, names);
	throw toItemError(node, shown, names, { costs, also });
}

/** In the message, because many error mails show nothing else. */
function describeCosts(settled: Result[], shown: Result): string {
	const others = settled.filter((one) => one !== shown);
	const those = (wanted: Result['outcome']) => others.filter(({ outcome }) => outcome === wanted);
	const [known, before, open] = [those('ordered'), those('ordered_before'), those('unknown')];
	return inSentences(
		known.length > 0 ? `${countOf(known, settled)} of this run ${were(known)} ordered` : '',
		before.length > 0 ? `${countOf(before, settled)} more had been ordered before` : '',
		open.length > 0 ? `${countOf(open, settled)} more may have been ordered` : '',
	);
}

const were = ({ length }: unknown[]): string => (length === 1 ? 'was' : 'were');

/**
 * Ends a run that was cancelled or timed out. n8n keeps nothing a node gives back after a user's
 * cancel, so the ids go to its log. After a timeout it keeps what the node leaves: an error puts
 * the node back on n8n's stack, and "Retry execution" runs it again; items would be its output for
 * good, and the orders not sent would never leave. Only where n8n would not stop at the error are
 * items the better end: it makes On Error → Continue drop the ids, and Retry On Fail wait.
 */
export function endCancelled(context: IExecuteFunctions, settled: Result[], names: ItemNames): void {
	const description = describeCancelled(settled, names);
	logCancelled(context, description);
	const node = context.getNode();
	if (settled.every(isAnswered) || context.continueOnFail() || node.retryOnFail) return;
	throw new NodeOperationError(node, CANCELED, { description });
}

/** Of a run that is cancelled once later nodes run: n8n 2.40 keeps no output of it. */
export function logIfCancelledLater(context: IExecuteFunctions, settled: Result[], names: ItemNames): void {
	// The text, so that the answers need not stay in memory as long as the execution.
	const description = describeCancelled(settled, names);
	const log = () => {
		logCancelled(context, description);
	};
	context.getExecutionCancelSignal()?.addEventListener('abort', log, { once: true });
}

/** n8n knows a cancellation by this word, in this spelling. */
const CANCELED = 'The execution was canceled';

/** Nothing of a run that orders nothing. */
function logCancelled(context: IExecuteFunctions, description: string): void {
	if (description === '') return;
	const place = `execution ${context.getExecutionId()}, node "${context.getNode().name}"`;
	context.logger.warn(escapeHidden(`${CANCELED} (${place}). ${description}`));
}

function describeCancelled(settled: Result[], names: ItemNames): string {
	if (!settled.some(isOrder)) return '';
	const unnamed = settled.filter((one) => idOf(one) === undefined);
	return inSentences(
		unnamed.length > 0 ? `${countOf(unnamed, settled)} had no ID when the run ended.` : '',
		describeCreated(settled, names, adviseAcceptedOfStopped),
	);
}

/** What became of the other orders of the run: the ids given out must not be lost. */
function describeRest(node: INode, settled: Result[], shown: Result, names: ItemNames): string {
	if (!isOrder(shown)) return '';
	const others = settled.filter((one) => one !== shown);
	const failed = settled.filter(hasFailed);
	const notSent = settled.filter((one) => one.outcome === 'not_ordered' && !hasFailed(one));
	return [
		failed.length > 1 ? `${countOf(failed, settled)} of this run failed; this is the first.` : '',
		describeOtherFailures(node, others, names),
		notSent.length > 0 ? `${countOf(notSent, settled)} ${were(notSent)} not sent.` : '',
		describeCreated(shown.outcome === 'other_contents' ? others : settled, names),
	]
		.filter(Boolean)
		.join(' ');
}

/**
 * Whoever corrects the failure that the error shows and runs all orders again must know which others may
 * have left, where the list of ids does not say it.
 */
function describeOtherFailures(node: INode, others: Result[], names: ItemNames): string {
	const open = others.filter(
		(one) =>
			one.outcome === 'unknown' ||
			one.outcome === 'other_contents' ||
			(one.outcome === 'not_ordered' && hasFailed(one)),
	);
	const groups = groupBy(open, ({ outcome, request }) =>
		outcome === 'unknown' ? `${outcome} ${request.key?.comesAgain ?? ''}` : outcome,
	);
	return [...groups.values()].map((group) => describeGroup(node, group, names)).join(' ');
}

function describeGroup(node: INode, group: Result[], names: ItemNames): string {
	const [{ outcome, request }] = group as [Result];
	const { noun } = request;
	const items = names.of([...new Set(group.flatMap((one) => one.request.itemIndexes))]);
	const batches = group.length > 1 ? `the ${group.length} batches of ${items}` : `the batch of ${items}`;
	const what = noun === 'batch' ? batches : items;
	const was = were(group);
	if (outcome === 'unknown') {
		return `It is not known whether ${what} ${was} ordered. ${adviseUnknown(request, goesOn(node))}`;
	}
	if (outcome === 'not_ordered') return `${capitalize(what)} ${was} not created.`;
	return `The service knows the key of ${what} with other contents; no second ${noun} was created.`;
}

function describeCreated(
	settled: Result[],
	names: ItemNames,
	advise: (all: Set<Key['comesAgain']>) => string = adviseAccepted,
): string {
	const comesAgain = new Set<Key['comesAgain']>();
	const created = settled.flatMap((one) => {
		const id = idOf(one);
		if (id === undefined) return [];
		// A retry would not give back an order of other contents.
		if (one.outcome !== 'other_contents') comesAgain.add(one.request.key?.comesAgain ?? 'withRun');
		return [`${names.of(one.request.itemIndexes)}: ${id}`];
	});
	if (created.length === 0) return '';
	const said = `${countOf(created, settled)} ${were(created)} already created (${created.join(', ')}).`;
	return comesAgain.size === 0 ? said : `${said} ${advise(comesAgain)}`;
}

function countOf({ length }: unknown[], [first]: Result[]): string {
	return first?.request.noun === 'batch' ? count(length, 'batch', 'batches') : count(length, 'letter');
}

/** An earlier run of the node may have been given the id; n8n drops its error when it tries again. */
function idOf(result: Result): string | undefined {
	const { idField } = result.request;
	return isAnswered(result) ? idField && readId(result.body, idField) : result.earlierId;
}

const isOrder = ({ request }: Result): boolean => request.effect === 'order';
