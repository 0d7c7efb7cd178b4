/**
 * What became of the failed orders beside the one a run's error shows: whoever corrects that one and
 * runs all of them again must know which may have left.
 */
import { excerptOf } from '../../shared/failures/excerpt';
import type { OrderFate } from '../../shared/failures/fate';
import { fateOf, sentAgain } from '../../shared/failures/fate';
import { RequestFailure } from '../../shared/failures/requestFailure';
import type { Job, Outcome } from './job';
import { nameRows } from './rows';

/** @param shown Which of the jobs the error is about. */
export function describeOtherFailures(jobs: Job[], outcomes: Outcome[], shown: number): string {
	const groups = new Map<string, { fate: OrderFate; jobs: Job[] }>();
	jobs.forEach((job, index) => {
		const outcome = outcomes[index];
		if (index === shown || outcome?.state !== 'failed') return;
		const fate = fateOf(outcome.error);
		// It is listed with its id.
		if (outcome.earlierId !== undefined && fate !== 'otherContents') return;
		const key = `${fate} ${fate === 'unknown' ? (job.subject.keyKeptBy ?? '') : ''}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, { fate, jobs: [job] });
		else group.jobs.push(job);
	});
	return [...groups.values()].map((group) => describeGroup(group.fate, group.jobs)).join(' ');
}

function describeGroup(fate: OrderFate, jobs: Job[]): string {
	const { noun, keyKeptBy } = jobs[0]?.subject ?? { noun: 'letter' };
	const rows = nameRows([...new Set(jobs.flatMap(({ itemIndexes }) => itemIndexes))]);
	const ofOne = noun === 'batch' ? `the batch of ${rows}` : rows;
	const several = jobs.length > 1;
	const what = several && noun === 'batch' ? `the ${jobs.length} batches of ${rows}` : ofOne;
	const were = several ? 'were' : 'was';
	switch (fate) {
		case 'unknown':
			return `It is not known whether ${what} ${were} accepted. ${sentAgain(noun, keyKeptBy)}`;
		case 'notCreated':
			return `${capitalise(what)} ${were} not created.`;
		case 'otherContents':
			return `${capitalise(what)} ${were} already ordered with different contents; no second ${noun} was created.`;
	}
}

/** As many different ones, so that a page that answers every request is shown once. */
export const MOST_ANSWERS = 20;
export const LONGEST_OTHER_ANSWER = 500;

/** The good answers without an id: one may hide the only copy of it. */
export function quoteOtherAnswers(jobs: Job[], outcomes: Outcome[], shown: number): string {
	const rows = new Map<string, number[]>();
	jobs.forEach(({ itemIndexes }, index) => {
		const outcome = outcomes[index];
		if (index === shown || outcome?.state !== 'failed') return;
		if (!(outcome.error instanceof RequestFailure) || outcome.error.details.body === undefined) return;
		const excerpt = excerptOf(outcome.error.details.text ?? '', LONGEST_OTHER_ANSWER);
		rows.set(excerpt, [...(rows.get(excerpt) ?? []), ...itemIndexes]);
	});
	const quotes = [...rows].map(
		([excerpt, itemIndexes]) => `The answer to ${nameRows([...new Set(itemIndexes)])} was: ${excerpt}`,
	);
	const more = quotes.length - MOST_ANSWERS;
	return [
		...quotes.slice(0, MOST_ANSWERS),
		...(more > 0 ? [`${more} more such answers are not shown.`] : []),
	].join(' ');
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
