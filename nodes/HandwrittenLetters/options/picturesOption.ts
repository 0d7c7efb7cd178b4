/** How a check shows the letters as pictures. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { Refusal } from '../../words/refusal';
import { DEFAULT_MAX_LETTERS } from './letterLimit';

const MOST_SINGLE = 20;
const PICTURES_LABEL = 'Pictures';

/** Names on the screen, by value. */
const PICTURES = { letters: 'One per Letter', none: 'None', sheets: 'Contact Sheets' } as const;

export type Pictures = keyof typeof PICTURES;

export const picturesOption: INodeProperties = {
	displayName: PICTURES_LABEL,
	name: 'pictures',
	type: 'options',
	options: Object.entries(PICTURES).map(([value, name]) => ({ name, value })),
	default: 'sheets',
	description: `How a check draws the letters: each as the file "letter" of its item, or about 20 small ones on a sheet, the file "sheet" of the first of them. Without this option, up to ${MOST_SINGLE} letters are drawn one by one, if all are fine; ${MOST_SINGLE + 1} to ${DEFAULT_MAX_LETTERS} on sheets; more are not drawn.`,
};

/**
 * As soon as one item has a picture, n8n shows pictures first, and so hides what is to be corrected: few
 * letters are read without.
 *
 * @throws Refusal when the option is none of its values.
 */
export function readPictures(context: IExecuteFunctions, letters: Array<{ outcome: string }>): Pictures {
	const { pictures: given } = context.getNodeParameter('options', 0, {});
	if (given === undefined) {
		// No order may have more by default, and a sheet takes a tenth of a second.
		if (letters.length > DEFAULT_MAX_LETTERS) return 'none';
		if (letters.length > MOST_SINGLE) return 'sheets';
		return letters.every(({ outcome }) => outcome === 'fine') ? 'letters' : 'none';
	}
	if (typeof given === 'string' && Object.hasOwn(PICTURES, given)) return given as Pictures;
	throw new Refusal(`${PICTURES_LABEL} must be letters, sheets or none`, 'Correct it in the options.');
}
