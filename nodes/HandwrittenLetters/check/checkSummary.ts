/** What stands above the output of a check. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { count } from '../../words/itemNames';
import { listProblems } from '../../words/problems';
import type { Found } from '../letter/letters';
import { addHint } from '../report/hints';
import type { KnownCatalogs } from './catalogs';
import { hasAnswered, openQuestions, problemsOfRun } from './catalogs';
import type { Checking, Described } from './describeLetters';

/** What a check has found out. */
interface Report {
	found: Found[];
	/** Of each. */
	catalogs: KnownCatalogs[];
	items: Described[];
	/** How many letters were drawn. */
	pictures: number;
}

export function addCheckSummary(
	context: IExecuteFunctions,
	{ note, names }: Checking,
	{ found, catalogs, items, pictures }: Report,
): void {
	const skipped = found.flatMap((one) => one.skipped).length;
	const problems = unique(catalogs.flatMap(problemsOfRun));
	const open = unique(catalogs.flatMap(openQuestions));
	// It tells the sandbox from the real service, which no notice in the panel could do.
	const host = unique(found.map(({ account }) => new URL(account.baseUrl).host)).join(', ');
	const toCorrect = items.filter(({ outcome }) => outcome === 'to_correct');
	const before = items.filter(
		({ outcome, json, isOther }) => outcome === 'fine' && json.id !== null && !isOther,
	);
	const faults = toCorrect.flatMap((item) => item.problems);
	const said = [
		note,
		...problems.map((text) => `No letter can be ordered at ${host}: ${text}.`),
		problems.length > 0 && toCorrect.length === 0 ? '' : `${describeNumbers(items, skipped)}.`,
		'Nothing was ordered.',
		before.length > 0 &&
			`${count(before.length, 'letter')} had been ordered before, as far as this n8n knows.`,
		listProblems(faults, names, names.count === 1).replaceAll('\n', ' '),
		...open.map((text) => `Some of it could not be checked at ${host}: ${text}.`),
		catalogs.every(hasAnswered) && `Checked against ${host}.`,
		pictures > 0 && 'To see the letters, open the tab Binary and click View.',
		'The nodes after this one ran too, with checks.',
	];
	const isFine = toCorrect.length + problems.length + open.length === 0;
	addHint(context, isFine ? 'info' : 'warning', said.filter(Boolean).join(' '));
}

/** For example "2 letters are fine, 1 to look at, 1 to correct", "1 letter to correct". */
function describeNumbers(items: Described[], skipped: number): string {
	const fine = items.filter(({ outcome }) => outcome === 'fine');
	const toLookAt = fine.filter(({ json }) => (json.warnings as string[]).length > 0).length;
	const toCorrect = items.filter(({ outcome }) => outcome === 'to_correct').length;
	const counts: Array<[number: number, what: string]> = [
		[fine.length - toLookAt, fine.length - toLookAt === 1 ? 'is fine' : 'are fine'],
		[toLookAt, 'to look at'],
		[toCorrect, 'to correct'],
	];
	const [first = 'No letters', ...others] = [
		...counts
			.filter(([number]) => number > 0)
			.map(([number, what], index) => `${index === 0 ? count(number, 'letter') : number} ${what}`),
		...(skipped > 0 ? [`${count(skipped, 'empty item')} skipped`] : []),
	];
	return [first, ...others].join(', ');
}

const unique = (texts: string[]): string[] => [...new Set(texts)];
