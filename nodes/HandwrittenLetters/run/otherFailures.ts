/**
 * What became of the failed orders beside the one a run's error shows: whoever corrects that one and
 * runs all of them again must know which may have left.
 */
import type { INode } from 'n8n-workflow';

import { adviseUnknown, goesOn, ORDER_ONLY_THOSE } from '../../shared/failures/advice';
import type { Fate } from '../../shared/failures/fate';
import { fateOf } from '../../shared/failures/fate';
import type { Problem } from '../../shared/failures/refusal';
import { ofOneRun } from '../../shared/failures/requestFailure';
import type { ItemNames } from '../input/itemNames';
import { capitalize } from '../input/itemNames';
import type { Job, Outcome, Sent } from './job';

/** @param others All but the one that the error is about. */
export function describeOtherFailures(node: INode, others: Sent[], names: ItemNames): string {
	const groups = new Map<string, { fate: Fate; jobs: Job[] }>();
	for (const { job, outcome } of others) {
		const fate = fateOfOther(outcome);
		if (outcome.state === 'answered' || fate === undefined) continue;
		// It is listed with its id.
		if (outcome.earlierId !== undefined && fate !== 'otherContents') continue;
		const key = `${fate} ${fate === 'unknown' ? (job.subject.keptBy ?? '') : ''}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, { fate, jobs: [job] });
		else group.jobs.push(job);
	}
	return [...groups.values()].map(({ fate, jobs }) => describeGroup(node, fate, jobs, names)).join(' ');
}

/** Of one that was not sent this time, an earlier run may have left it open. */
function fateOfOther(outcome: Outcome): Fate | undefined {
	if (outcome.state === 'failed') return fateOf(outcome.error);
	return outcome.state === 'notSent' && outcome.mayExist ? 'unknown' : undefined;
}

/**
 * Above the output of a run that went on. Its letters have keys of this run alone, so whoever corrects
 * the others and runs all of them again orders those letters twice.
 */
export function describeFailedItems(problems: Problem[], sent: Sent[], names: ItemNames): string {
	const orderedNow = sent.some(
		({ job, outcome }) => outcome.state === 'answered' && ofOneRun(job.subject.keptBy),
	);
	if (!orderedNow) return '';
	const notOrdered = problems.map(({ itemIndex }) => itemIndex);
	const unclear: number[] = [];
	for (const { job, outcome } of sent) {
		if (outcome.state === 'answered') continue;
		const isCertain = [undefined, 'notCreated'].includes(fateOfOther(outcome));
		const isNew = outcome.earlierId === undefined && isCertain;
		(isNew ? notOrdered : unclear).push(...job.itemIndexes);
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

function describeGroup(node: INode, fate: Fate, jobs: Job[], names: ItemNames): string {
	const { noun, keptBy } = jobs[0]?.subject ?? { noun: 'letter' };
	const items = names.of([...new Set(jobs.flatMap(({ itemIndexes }) => itemIndexes))]);
	const ofOne = noun === 'batch' ? `the batch of ${items}` : items;
	const several = jobs.length > 1;
	const what = several && noun === 'batch' ? `the ${jobs.length} batches of ${items}` : ofOne;
	const were = several ? 'were' : 'was';
	switch (fate) {
		case 'unknown': {
			const advice = adviseUnknown({ noun, keptBy, goesOn: goesOn(node) });
			return `It is not known whether ${what} ${were} accepted. ${advice}`;
		}
		case 'notCreated':
			return `${capitalize(what)} ${were} not created.`;
		case 'otherContents':
			return `${capitalize(what)} ${were} already ordered with different contents; no second ${noun} was created.`;
	}
}
