/** What stands above the output of a check. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { PICTURES_NOTE } from './picture/letterPicture';

/** More templates and styles that do not exist are in the items. */
const MOST_MISSING = 3;

export interface CheckReport {
	/** Why it only checks, where that is not the mode itself. */
	note?: string;
	fine: number;
	/** Of the fine ones: with something to look at. */
	warned: number;
	toCorrect: number;
	/** Items without any value. */
	skipped: number;
	/** Templates and styles that do not exist, each once. */
	missing: string[];
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
	context.addExecutionHints({
		type: toCorrect + problems.length + open.length > 0 ? 'warning' : 'info',
		location: 'outputPane',
		message: describeCheck(report),
	});
}

function describeCheck({
	note,
	fine,
	warned,
	toCorrect,
	skipped,
	missing,
	problems,
	open,
	host,
	answered,
	pictures,
}: CheckReport): string {
	return [
		...(note === undefined ? [] : [note]),
		...problems.map((text) => `No letter can be ordered at ${host}: ${text}.`),
		problems.length > 0
			? `${toCorrect > 0 ? `${letters(toCorrect)} to correct. ` : ''}Nothing was ordered.`
			: `${describeNumbers({ fine, warned, toCorrect, skipped })}. Nothing was ordered.`,
		...missing.slice(0, MOST_MISSING).map((text) => `${text}.`),
		...open.map((text) => `Not everything could be asked at ${host}: ${text}.`),
		...(answered ? [`Checked against ${host}.`] : []),
		...(pictures > 0 ? [PICTURES_NOTE] : []),
		'Nodes after this one ran as well, with checks.',
	].join(' ');
}

/** For example "2 letters are fine (1 with warnings), 1 to correct", "1 letter to correct". */
function describeNumbers({
	fine,
	warned,
	toCorrect,
	skipped,
}: Pick<CheckReport, 'fine' | 'warned' | 'toCorrect' | 'skipped'>): string {
	const looks = warned > 0 ? ` (${warned} with warnings)` : '';
	const [first = 'No letters', ...others] = [
		...(fine > 0 ? [`${letters(fine)} ${fine === 1 ? 'is' : 'are'} fine${looks}`] : []),
		...(toCorrect > 0 ? [`${fine > 0 ? toCorrect : letters(toCorrect)} to correct`] : []),
		...(skipped > 0 ? [`${skipped} empty ${skipped === 1 ? 'item' : 'items'} skipped`] : []),
	];
	return [first, ...others].join(', ');
}

const letters = (count: number): string => `${count} ${count === 1 ? 'letter' : 'letters'}`;
