/** Draws the letters of a check, each for its item. */
import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import type { Described } from './describeLetters';
import { MOST_PICTURES } from './describeLetters';
import { drawLetter } from './picture/drawLetter';

/**
 * As soon as one item has a picture, n8n shows pictures first, and so hides what is to be corrected: unless
 * somebody has switched them on, there are none beside a letter that is not fine.
 */
const areAllFine = (items: Described[]): boolean =>
	items.every(({ outcome }) => outcome === 'fine' || outcome === 'not_ordered');

export async function drawLetters(
	context: IExecuteFunctions,
	items: Described[],
	isWanted = areAllFine(items),
): Promise<Map<Described, IBinaryKeyData>> {
	const files = new Map<Described, IBinaryKeyData>();
	if (!isWanted) return files;
	// One after the other: each takes some milliseconds and megabytes.
	for (const item of items) {
		if (item.card === undefined) continue;
		if (files.size === MOST_PICTURES) break;
		// Not the recipient's name: a file's name goes into lists, mails and folders.
		const name = `letter-${item.itemIndex + 1}.png`;
		const letter = await context.helpers.prepareBinaryData(await drawLetter(item.card), name, 'image/png');
		files.set(item, { letter });
	}
	return files;
}
