/** What stands above the output of a check. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Problem } from '../../n8n/refusal';
import { addHint } from '../tell/hints';
import type { ItemNames } from '../tell/itemNames';
import { joinNames } from '../tell/itemNames';
import { listProblems } from '../tell/problems';

const MOST_NAMES = 8;

export interface CheckReport {
	/** Why it only checks, where that is not the mode itself. */
	note?: string;
	/** Without a warning. */
	fine: number;
	/** Otherwise fine, with a warning. */
	toLookAt: number;
	toCorrect: number;
	/** Items without any value. */
	skipped: number;
	/** Letters that this process knows to have been ordered before. */
	orderedBefore: number;
	/** What is to be corrected. */
	faults: Problem[];
	names: ItemNames;
	/** What became codes, for example "São Paulo as SP". */
	readAs: string[];
	/** Why no letter can be ordered, whatever is in it. */
	problems: string[];
	/** What the service could not be asked. */
	open: string[];
	/** It tells the sandbox from the real service, which no notice in the panel could do. */
	host: string;
	answered: boolean;
	/** How many letters were drawn. */
	pictures: number;
}

export function addCheckSummary(context: IExecuteFunctions, report: CheckReport): void {
	const { toCorrect, problems, open } = report;
	const isFine = toCorrect + problems.length + open.length === 0;
	addHint(context, isFine ? 'info' : 'warning', describeCheck(report));
}

function describeCheck(report: CheckReport): string {
	const { note, problems, open, host, orderedBefore, faults, names, readAs } = report;
	return [
		note,
		...problems.map((text) => `No letter can be ordered at ${host}: ${text}.`),
		problems.length > 0 && report.toCorrect === 0 ? '' : `${describeNumbers(report)}.`,
		'Nothing was ordered.',
		orderedBefore > 0 && `${letters(orderedBefore)} had been ordered before, as far as this n8n knows.`,
		listProblems(faults, names, names.count === 1).replaceAll('\n', ' '),
		readAs.length > 0 && `Read as codes: ${joinNames(readAs, MOST_NAMES)}.`,
		...open.map((text) => `Some of it could not be checked at ${host}: ${text}.`),
		report.answered && `Checked against ${host}.`,
		report.pictures > 0 && 'To see the letters, open the tab Binary and click View.',
		'The nodes after this one ran too, with checks.',
	]
		.filter(Boolean)
		.join(' ');
}

/** For example "2 letters are fine, 1 to look at, 1 to correct", "1 letter to correct". */
function describeNumbers({ fine, toLookAt, toCorrect, skipped }: CheckReport): string {
	const counts: Array<[count: number, what: string]> = [
		[fine, fine === 1 ? 'is fine' : 'are fine'],
		[toLookAt, 'to look at'],
		[toCorrect, 'to correct'],
	];
	const [first = 'No letters', ...others] = [
		...counts
			.filter(([count]) => count > 0)
			.map(([count, what], index) => `${index === 0 ? letters(count) : count} ${what}`),
		...(skipped > 0 ? [`${skipped} empty ${skipped === 1 ? 'item' : 'items'} skipped`] : []),
	];
	return [first, ...others].join(', ');
}

const letters = (count: number): string => `${count} ${count === 1 ? 'letter' : 'letters'}`;
