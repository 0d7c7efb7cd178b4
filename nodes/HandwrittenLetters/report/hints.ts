/** What stands above the output of a run: its summary, and what does not fit. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { escapeHidden } from '../../contract/visibleText';
import type { ItemNames } from '../../words/itemNames';
import { capitalize, count } from '../../words/itemNames';
import type { Problem } from '../../words/refusal';
import type { Answered, Result } from '../service/result';
import { isAnswered } from '../service/result';
import type { Sent } from '../service/sendAll';
import { ORDER_ONLY_THOSE } from './advice';
import type { Input } from './items';
import { describeBatches, describeCards, doubtNumber } from './summary';

/** More warnings are counted, not shown. */
const MOST_DOUBTS = 5;

/**
 * n8n's editor shows it as HTML (read in 1.123 and 2.40), with pictures and links: what a letter or the
 * service says must stand there as it is, and load nothing.
 */
export function addHint(context: IExecuteFunctions, type: 'info' | 'warning', message: string): void {
	const shown = escapeHidden(message).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
	context.addExecutionHints({ type, location: 'outputPane', message: shown });
}

export function addHints(
	context: IExecuteFunctions,
	{ names, problems, heldBack, skipped, orders }: Input,
	{ results, waitedMs, host }: Sent,
): void {
	const warn = (message: string): void => {
		addHint(context, 'warning', message);
	};
	const request = results[0]?.request;
	const good: Answered[] = [];
	const odd: number[] = [];
	const failed = new Set(problems.map(({ itemIndex }) => itemIndex));
	if (heldBack.length > 0) {
		warn(
			`This step ordered nothing: ${count(failed.size, 'item')} must be corrected. The others (${heldBack.length}) are fine and wait until then.`,
		);
	}
	if (skipped.length > 0) warn(describeSkipped(skipped, names));
	for (const one of results) {
		const { itemIndexes, answer } = one.request;
		if (!isAnswered(one)) for (const itemIndex of itemIndexes) failed.add(itemIndex);
		else if (answer.safeParse(one.body).success) good.push(one);
		else for (const itemIndex of itemIndexes) odd.push(itemIndex);
	}
	if (odd.length > 0) {
		const keep = !orders ? '' : ' Save this output: it may hold the only copy of the ID.';
		warn(
			`The service accepted the request for ${names.of(odd)}, but its answer looks unusual. It is in the output as it came.${keep}`,
		);
	}
	const doubts = request?.noun === 'batch' ? good.flatMap((one) => doubtNumber(one, names) ?? []) : [];
	doubts.slice(0, MOST_DOUBTS).forEach(warn);
	if (doubts.length > MOST_DOUBTS) warn(`There are ${doubts.length - MOST_DOUBTS} more warnings like this.`);
	if (orders && good.length > 0) {
		const describe = request?.noun === 'batch' ? describeBatches : describeCards;
		const summary = describe({ answers: good, failedItems: failed.size, waitedMs, host });
		const message = [summary, describeFailedItems(problems, results, names)].filter(Boolean).join(' ');
		addHint(context, 'info', message);
	}
}

/** A renamed column leaves every item without a value: that must not look like a success. */
function describeSkipped(skipped: number[], names: ItemNames): string {
	const are = skipped.length === 1 ? 'It is' : 'They are';
	return skipped.length === names.count
		? 'No letter was ordered: every item is empty. Check the node before this one.'
		: `Skipped ${names.of(skipped)}. ${are} empty.`;
}

/**
 * Above the output of a run that went on. Its letters may have keys of this run alone, so whoever corrects
 * the others and runs all of them again orders those letters twice.
 */
function describeFailedItems(problems: Problem[], settled: Result[], names: ItemNames): string {
	const onceOnly = settled.some(
		(one) => isAnswered(one) && one.outcome !== 'read' && one.request.key?.comesAgain !== 'always',
	);
	if (!onceOnly) return '';
	const notOrdered = problems.map(({ itemIndex }) => itemIndex);
	const unclear: number[] = [];
	for (const result of settled) {
		if (isAnswered(result) || result.outcome === 'ordered_before') continue;
		(result.outcome === 'not_ordered' ? notOrdered : unclear).push(...result.request.itemIndexes);
	}
	return [adviseNotOrdered(inOrder(notOrdered), names), adviseUnclear(inOrder(unclear), names)]
		.filter(Boolean)
		.join(' ');
}

const inOrder = (itemIndexes: number[]): number[] => [...new Set(itemIndexes)].sort((a, b) => a - b);

function adviseNotOrdered(items: number[], names: ItemNames): string {
	if (items.length === 0) return '';
	const were = items.length === 1 ? 'was' : 'were';
	return `${capitalize(names.of(items))} ${were} not ordered. ${ORDER_ONLY_THOSE}`;
}

function adviseUnclear(items: number[], names: ItemNames): string {
	if (items.length === 0) return '';
	const [its, it] = items.length === 1 ? ['its error', 'it'] : ['their errors', 'they'];
	return `Before you order ${names.of(items)} again, read ${its}: ${it} may have been ordered.`;
}
