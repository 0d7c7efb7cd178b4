/** What stands above the output of a run: its summary, and what does not fit. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { ItemNames } from '../input/itemNames';
import type { Clients } from './clients';
import type { GoodAnswer, Plan, Reading, Sent } from './job';
import { goodAnswersOf } from './job';
import { describeFailedItems } from './otherFailures';

/** More warnings are counted, not shown. */
const MOST_DOUBTS = 5;

export function addHints(
	context: IExecuteFunctions,
	{ problems, heldBack, skipped = [] }: Plan,
	sent: Sent[],
	{ waitedMs, host }: Clients,
	{ matches, idField, describe, doubt }: Reading,
	names: ItemNames,
): void {
	const warn = (message: string): void => {
		context.addExecutionHints({ type: 'warning', location: 'outputPane', message });
	};
	const good: GoodAnswer[] = [];
	const odd: number[] = [];
	const failed = new Set(problems.map(({ itemIndex }) => itemIndex));
	if (heldBack.length > 0) {
		const wrong = failed.size === 1 ? '1 item' : `${failed.size} items`;
		warn(
			`Nothing was sent: ${wrong} must be corrected. The others (${heldBack.length}) are fine and wait until then.`,
		);
	}
	if (skipped.length > 0) {
		const items = names.of(skipped.map(({ itemIndex }) => itemIndex));
		warn(`Not ordered, because Schedule At is in the past: ${items}.`);
	}
	for (const answer of goodAnswersOf(sent)) {
		if (matches(answer.body)) good.push(answer);
		else for (const itemIndex of answer.job.itemIndexes) odd.push(itemIndex);
	}
	for (const { job, outcome } of sent) {
		if (outcome.state !== 'answered') for (const itemIndex of job.itemIndexes) failed.add(itemIndex);
	}
	if (odd.length > 0) {
		const keep = idField === undefined ? '' : ' Save this output: it may hold the only copy of the ID.';
		warn(
			`The service accepted the request for ${names.of(odd)}, but its answer looks unusual. It is in the output as it came.${keep}`,
		);
	}
	const doubts = good.flatMap((answer) => doubt?.(answer, names) ?? []);
	doubts.slice(0, MOST_DOUBTS).forEach(warn);
	if (doubts.length > MOST_DOUBTS) warn(`There are ${doubts.length - MOST_DOUBTS} more warnings like this.`);
	if (describe && good.length > 0) {
		const timeZone = context.getTimezone();
		const summary = describe({ answers: good, failedItems: failed.size, waitedMs, timeZone, host });
		const message = [summary, describeFailedItems(problems, sent, names)].filter(Boolean).join(' ');
		context.addExecutionHints({ type: 'info', location: 'outputPane', message });
	}
}
