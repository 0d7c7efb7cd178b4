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
import { nameRows } from '../input/rows';
import type { Job, Outcome, Sent } from './job';

/** @param others All but the one that the error is about. */
export function describeOtherFailures(node: INode, others: Sent[]): string {
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
	return [...groups.values()].map(({ fate, jobs }) => describeGroup(node, fate, jobs)).join(' ');
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
export function describeFailedRows(problems: Problem[], sent: Sent[]): string {
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
	return [adviseNotOrdered(inOrder(notOrdered)), adviseUnclear(inOrder(unclear))].filter(Boolean).join(' ');
}

const inOrder = (itemIndexes: number[]): number[] => [...new Set(itemIndexes)].sort((a, b) => a - b);

function adviseNotOrdered(rows: number[]): string {
	if (rows.length === 0) return '';
	const were = rows.length === 1 ? 'was' : 'were';
	return `${capitalise(nameRows(rows))} ${were} not ordered. ${ORDER_ONLY_THOSE}`;
}

function adviseUnclear(rows: number[]): string {
	if (rows.length === 0) return '';
	const [its, it] = rows.length === 1 ? ['its error', 'it'] : ['their errors', 'they'];
	return `Before you order ${nameRows(rows)} again, read ${its}: ${it} may have been ordered.`;
}

function describeGroup(node: INode, fate: Fate, jobs: Job[]): string {
	const { noun, keptBy } = jobs[0]?.subject ?? { noun: 'letter' };
	const rows = nameRows([...new Set(jobs.flatMap(({ itemIndexes }) => itemIndexes))]);
	const ofOne = noun === 'batch' ? `the batch of ${rows}` : rows;
	const several = jobs.length > 1;
	const what = several && noun === 'batch' ? `the ${jobs.length} batches of ${rows}` : ofOne;
	const were = several ? 'were' : 'was';
	switch (fate) {
		case 'unknown': {
			const advice = adviseUnknown({ noun, keptBy, goesOn: goesOn(node) });
			return `It is not known whether ${what} ${were} accepted. ${advice}`;
		}
		case 'notCreated':
			return `${capitalise(what)} ${were} not created.`;
		case 'otherContents':
			return `${capitalise(what)} ${were} already ordered with different contents; no second ${noun} was created.`;
	}
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
