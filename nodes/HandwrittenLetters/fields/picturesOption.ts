/** How many of the letters a check draws. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readNumber } from '../read/parameters/readNumber';

const DEFAULT_PICTURES = 20;
const PICTURES_LABEL = 'Pictures';

export const picturesOption: INodeProperties = {
	displayName: PICTURES_LABEL,
	name: 'pictures',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT_PICTURES,
	description:
		'How many letters a check draws, as the file "letter" of their items; 0 for none. Without this option, it draws them if there are at most 20 and all are fine.',
};

/**
 * How many of the first letters are drawn. As soon as one item has a picture, n8n shows pictures
 * first, and so hides what is to be corrected.
 *
 * @throws Refusal when the option is no number.
 */
export function countPictures(context: IExecuteFunctions, letters: Array<{ outcome: string }>): number {
	const { pictures: given } = context.getNodeParameter('options', 0, {});
	if (given === undefined) {
		return letters.length <= DEFAULT_PICTURES && letters.every(({ outcome }) => outcome === 'fine')
			? letters.length
			: 0;
	}
	return Math.floor(readNumber(given, { label: PICTURES_LABEL, least: 0, fallback: DEFAULT_PICTURES }));
}
