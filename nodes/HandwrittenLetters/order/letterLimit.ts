/** The most letters one run of the node may order: a wrong filter must not cost a fortune. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Refusal } from '../input/refusal';

export const DEFAULT_MAX_LETTERS = 500;
export const MAX_LETTERS_LABEL = 'Maximum Letters per Run';

export const maxLettersPerRun: INodeProperties = {
	displayName: MAX_LETTERS_LABEL,
	name: 'maxLettersPerRun',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_MAX_LETTERS,
	description: 'A run with more letters is rejected before anything is sent',
};

/** @throws NodeOperationError when it is no number of letters; nothing is sent. */
export function readMaxLetters(context: IExecuteFunctions): number {
	const { maxLettersPerRun: given = DEFAULT_MAX_LETTERS } = context.getNodeParameter('options', 0, {});
	const most = typeof given === 'string' && given.trim() === '' ? NaN : Number(given);
	if (most >= 1) return most;
	throw new NodeOperationError(
		context.getNode(),
		`${MAX_LETTERS_LABEL} must be a number of at least 1. Nothing was sent.`,
	);
}

/** Undefined when the run may order as many. */
export function refuseTooMany(letters: number, most: number): Refusal | undefined {
	if (letters <= most) return undefined;
	return {
		message: `This run would order ${letters} letters, but ${MAX_LETTERS_LABEL} is ${most}`,
		description: `If you want to order all of them, raise ${MAX_LETTERS_LABEL} under Options. If not, look for the node before this one that gives too many items.`,
	};
}
