/** The pictures that a check adds to its letters: `binary.letter`, which n8n's output pane shows. */
import type { IBinaryKeyData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { LetterToDraw } from './letterPicture';
import { drawLetter, pictureName } from './letterPicture';

const DEFAULT_PICTURES = 20;
const PICTURES_LABEL = 'Pictures';

export const picturesOption: INodeProperties = {
	displayName: PICTURES_LABEL,
	name: 'pictures',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT_PICTURES,
	description:
		'How many letters a check draws, as the file <code>letter</code> of their items; 0 for none. Without this option, it draws up to 20 letters if all of them are fine.',
};

/** What the summary says of them. */
export const PICTURES_NOTE = 'To see the letters, open the tab Binary and click View.';

export interface Drawable extends LetterToDraw {
	ok: boolean;
	/** Counted from 1. */
	item: number;
}

/**
 * How many of the first letters are drawn. As soon as one item has a picture, n8n shows pictures
 * first, and so hides what is to be corrected.
 *
 * @throws NodeOperationError when the option is no number.
 */
export function countPictures(context: IExecuteFunctions, letters: Array<{ ok: boolean }>): number {
	const { pictures: given } = context.getNodeParameter('options', 0, {});
	if (given === undefined) {
		return letters.length <= DEFAULT_PICTURES && letters.every(({ ok }) => ok) ? letters.length : 0;
	}
	const most = typeof given === 'string' && given.trim() === '' ? NaN : Number(given);
	if (most >= 0) return Math.floor(most);
	throw new NodeOperationError(context.getNode(), `${PICTURES_LABEL} must be 0 or more. Nothing was sent.`);
}

export async function drawPicture(context: IExecuteFunctions, letter: Drawable): Promise<IBinaryKeyData> {
	const png = await drawLetter(letter);
	const name = pictureName(letter.item, letter.card.to.name);
	return { letter: await context.helpers.prepareBinaryData(png, name, 'image/png') };
}
