/** Draws the letters of a check: each for its item, or about 20 on a sheet for the first of them. */
import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import { isAgentTool } from '../../n8n/agentTool';
import { readPictures } from '../fields/picturesOption';
import { cut } from '../read/readBatches';
import type { ItemNames } from '../tell/itemNames';
import { capitalize } from '../tell/itemNames';
import type { Described, Service } from './describeLetters';
import { drawSheet, ON_A_SHEET } from './picture/contactSheet';
import type { LetterToDraw } from './picture/letterPicture';
import { drawLetter } from './picture/letterPicture';

/** One is drawn while those before it are compressed. */
const DRAWN_AT_ONCE = 4;

type Drawable = LetterToDraw & { item: Described };

/** A few at a time: each takes some milliseconds and megabytes. */
export async function drawLetters(
	context: IExecuteFunctions,
	items: Described[],
	serviceOf: (itemIndex: number) => Service,
	names: ItemNames,
): Promise<Map<Described, IBinaryKeyData>> {
	const files = new Map<Described, IBinaryKeyData>();
	// n8n hands no files to an agent.
	if (isAgentTool(context)) return files;
	const pictures = readPictures(
		context,
		items.filter(({ outcome }) => outcome !== 'not_ordered'),
	);
	if (pictures === 'none') return files;
	const letters = items.flatMap((item) => toDrawable(item, serviceOf, names));
	const isSheet = pictures === 'sheets';
	const pieces = cut(letters, isSheet ? ON_A_SHEET : 1);
	const draw = async (piece: Drawable[]): Promise<void> => {
		const [first, last] = [piece[0] as Drawable, piece.at(-1) as Drawable];
		const png = isSheet ? await drawSheet(piece) : await drawLetter(first);
		const numbers = [...new Set([first, last].map(({ item }) => item.itemIndex + 1))].join('-');
		// Not the recipient's name: a file's name goes into lists, mails and folders.
		const name = `${isSheet ? 'letters' : 'letter'}-${numbers}.png`;
		const file = await context.helpers.prepareBinaryData(png, name, 'image/png');
		files.set(first.item, isSheet ? { sheet: file } : { letter: file });
	};
	for (const some of cut(pieces, isSheet ? 1 : DRAWN_AT_ONCE)) await Promise.all(some.map(draw));
	return files;
}

function toDrawable(
	item: Described,
	serviceOf: (itemIndex: number) => Service,
	names: ItemNames,
): Drawable[] {
	const { itemIndex, card, outcome } = item;
	if (card === undefined || outcome !== 'fine') return [];
	const { templates } = serviceOf(itemIndex).catalogs;
	const known = templates !== undefined && 'entries' in templates ? templates.entries : undefined;
	const template = card.template === undefined ? undefined : known?.get(card.template);
	return [{ item, title: capitalize(names.of([itemIndex])), card, template }];
}
