/** The most letters one run of the node may order: a wrong filter must not cost a fortune. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readNumber } from '../letter/values';

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
