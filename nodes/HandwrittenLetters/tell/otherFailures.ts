/**
 * What became of the failed orders beside the one a run's error shows: whoever corrects that one and
 * runs all of them again must know which may have left.
 */
import type { INode } from 'n8n-workflow';

import type { Problem } from '../../n8n/refusal';
import type { Job, Settled } from '../send/job';
import { hasFailed } from '../send/job';
import { isAnswered } from '../send/result';
import { adviseUnknown, goesOn, ORDER_ONLY_THOSE } from './advice';
import type { ItemNames } from './itemNames';
import { capitalize } from './itemNames';

/** What nobody can read from the list of ids. */
type Open = 'not_ordered' | 'other_contents' | 'unknown';

/** @param others All but the one that the error is about. */
export function describeOtherFailures(node: INode, others: Settled[], names: ItemNames): string {
	const groups = new Map<string, { outcome: Open; jobs: Job[] }>();
	for (const one of others) {
		const { job, outcome } = one;
		if (
			outcome !== 'unknown' &&
			outcome !== 'other_contents' &&
			!(outcome === 'not_ordered' && hasFailed(one))
		)
			continue;
		const key = `${outcome} ${outcome === 'unknown' ? (job.subject.comesAgain ?? '') : ''}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, { outcome, jobs: [job] });
		else group.jobs.push(job);
	}
	return [...groups.values()].map(({ outcome, jobs }) => describeGroup(node, outcome, jobs, names)).join(' ');
}

/**
 * Above the output of a run that went on. Its letters may have keys of this run alone, so whoever corrects
 * the others and runs all of them again orders those letters twice.
 */
export function describeFailedItems(problems: Problem[], settled: Settled[], names: ItemNames): string {
	const onceOnly = settled.some(
		(one) => isAnswered(one) && one.outcome !== 'read' && one.job.subject.comesAgain !== 'always',
	);
	if (!onceOnly) return '';
	const notOrdered = problems.map(({ itemIndex }) => itemIndex);
	const unclear: number[] = [];
	for (const { job, ...result } of settled) {
		if (isAnswered(result) || result.outcome === 'ordered_before') continue;
		(result.outcome === 'not_ordered' ? notOrdered : unclear).push(...job.itemIndexes);
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

function describeGroup(node: INode, outcome: Open, jobs: Job[], names: ItemNames): string {
	const { noun, comesAgain } = jobs[0]?.subject ?? { noun: 'letter' };
	const items = names.of([...new Set(jobs.flatMap(({ itemIndexes }) => itemIndexes))]);
	const ofOne = noun === 'batch' ? `the batch of ${items}` : items;
	const several = jobs.length > 1;
	const what = several && noun === 'batch' ? `the ${jobs.length} batches of ${items}` : ofOne;
	const were = several ? 'were' : 'was';
	switch (outcome) {
		case 'unknown':
			return `It is not known whether ${what} ${were} ordered. ${adviseUnknown({ noun, comesAgain }, goesOn(node))}`;
		case 'not_ordered':
			return `${capitalize(what)} ${were} not created.`;
		case 'other_contents':
			return `The service knows the key of ${what} with other contents; no second ${noun} was created.`;
	}
}
