/** The picture that a check adds to a letter: `binary.letter`, which n8n's output pane shows. */
import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import type { LetterToDraw } from './letterPicture';
import { drawLetter } from './letterPicture';

/** What the summary says of them. */
export const PICTURES_NOTE = 'To see the letters, open the tab Binary and click View.';

export interface Drawable extends LetterToDraw {
	/** Counted from 1. */
	item: number;
}

export async function drawPicture(context: IExecuteFunctions, letter: Drawable): Promise<IBinaryKeyData> {
	const png = await drawLetter(letter);
	// Not the recipient's name: a file's name goes into lists, mails and folders.
	const name = `letter-${letter.item}.png`;
	return { letter: await context.helpers.prepareBinaryData(png, name, 'image/png') };
}
