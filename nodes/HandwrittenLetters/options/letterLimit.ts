/** The most letters one run of the node may order: a wrong filter must not cost a fortune. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { count } from '../../words/itemNames';
import type { Problem } from '../../words/refusal';
import { Refusal } from '../../words/refusal';
import { readNumber } from '../letter/parameters/readNumber';

export const DEFAULT_MAX_LETTERS = 500;
export const MAX_LETTERS_LABEL = 'Maximum Letters per Run';

export const maxLettersPerRun: INodeProperties = {
	displayName: MAX_LETTERS_LABEL,
	name: 'maxLettersPerRun',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_MAX_LETTERS,
	description:
		'A run with more letters is rejected before anything is sent. Letters that earlier rounds of this node ordered in the execution count too; each call of a sub-workflow or by an AI agent counts for itself.',
};

/** @throws Refusal when it is no number of letters */
export function readMaxLetters(context: IExecuteFunctions): number {
	const { maxLettersPerRun: given } = context.getNodeParameter('options', 0, {});
	return readNumber(given, { label: MAX_LETTERS_LABEL, least: 1, fallback: DEFAULT_MAX_LETTERS });
}

/**
 * All letters count, also those to correct: they were meant to be ordered.
 * @param before What earlier rounds of the node have ordered in this execution.
 * @throws Refusal when the run may not order as many
 */
export function refuseTooMany(letters: number, before: number, most: number, problems: Problem[]): void {
	if (letters + before <= most) return;
	const wrong = new Set(problems.map(({ itemIndex }) => itemIndex)).size;
	const toCorrect = wrong === 0 ? '' : ` (${wrong} of them to correct)`;
	const earlier = before === 0 ? '' : ` beside the ${before} of earlier rounds`;
	throw new Refusal(
		`This run would order ${count(letters, 'letter')}${toCorrect}${earlier}, but ${MAX_LETTERS_LABEL} is ${most}`,
		`If you want to order all of them, raise ${MAX_LETTERS_LABEL} under Options. If not, look for the node before this one that gives too many items.`,
		problems,
	);
}
