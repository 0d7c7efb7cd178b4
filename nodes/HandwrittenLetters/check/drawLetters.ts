/** Draws the letters of a check: each for its item, or about 20 on a sheet for the first of them. */
import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import { cut } from '../letter/batches';
import { DEFAULT_MAX_LETTERS } from '../letter/letters';
import type { Described, Pictures } from './describeLetters';
import type { LetterToDraw } from './picture/letterPicture';
import { drawLetter, drawSheet, ON_A_SHEET } from './picture/letterPicture';

/** One is drawn while those before it are compressed. */
const DRAWN_AT_ONCE = 4;

interface Drawable {
	item: Described;
	drawn: LetterToDraw;
}

/** More are drawn on sheets, unless an option says otherwise. */
export const MOST_SINGLE = 20;

/**
 * As soon as one item has a picture, n8n shows pictures first, and so hides what is to be corrected: few
 * letters are read without.
 */
function choosePictures(letters: Described[]): Pictures {
	// No order may have more by default, and a sheet takes a tenth of a second.
	if (letters.length > DEFAULT_MAX_LETTERS) return 'none';
	if (letters.length > MOST_SINGLE) return 'sheets';
	return letters.every(({ outcome }) => outcome === 'fine') ? 'letters' : 'none';
}

/** A few at a time: each takes some milliseconds and megabytes. */
export async function drawLetters(
	context: IExecuteFunctions,
	items: Described[],
	wanted: Pictures | undefined,
): Promise<Map<Described, IBinaryKeyData>> {
	const files = new Map<Described, IBinaryKeyData>();
	const pictures = wanted ?? choosePictures(items.filter(({ outcome }) => outcome !== 'not_ordered'));
	if (pictures === 'none') return files;
	const letters = items.flatMap((item) => (item.drawn === undefined ? [] : [{ item, drawn: item.drawn }]));
	const isSheet = pictures === 'sheets';
	const pieces = cut(letters, isSheet ? ON_A_SHEET : 1);
	const draw = async (piece: Drawable[]): Promise<void> => {
		const [first, last] = [piece[0] as Drawable, piece.at(-1) as Drawable];
		const png = await (isSheet ? drawSheet(piece.map(({ drawn }) => drawn)) : drawLetter(first.drawn));
		const numbers = [...new Set([first, last].map(({ item }) => item.itemIndex + 1))].join('-');
		// Not the recipient's name: a file's name goes into lists, mails and folders.
		const name = `${isSheet ? 'letters' : 'letter'}-${numbers}.png`;
		const file = await context.helpers.prepareBinaryData(png, name, 'image/png');
		files.set(first.item, isSheet ? { sheet: file } : { letter: file });
	};
	for (const some of cut(pieces, isSheet ? 1 : DRAWN_AT_ONCE)) await Promise.all(some.map(draw));
	return files;
}
