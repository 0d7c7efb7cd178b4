/** What a person should look at in the letters of a run, as far as the service need not be asked. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Accounts } from '../../n8n/account';
import { warnOfUnencrypted } from '../../n8n/baseUrl';
import type { PlacedLetter } from '../read/letters';
import { missingColumnWarnings } from '../read/missingColumns';
import type { ItemNames } from '../tell/itemNames';
import { changingValueWarnings, doubtfulIdWarnings } from './changingValues';
import { capitalsWarning, paperWarnings } from './paperWarnings';
import { readSheet, sheetWarnings } from './sheetWarnings';
import { Repeats } from './warnings';

const NO_DATE = 'Schedule At is empty, but other letters of this run have a date';

/** Of every letter of the run alike. */
export function warningsOfRun(context: IExecuteFunctions, accounts: Accounts): string[] {
	const node = context.getNode();
	return [
		...accounts.all.flatMap(({ baseUrl }) => warnOfUnencrypted(baseUrl)),
		...changingValueWarnings(node),
		...doubtfulIdWarnings(node, context.getInputData().length),
		...missingColumnWarnings(context),
	];
}

/** Of each letter that can be ordered, beside its run's. */
export function warnAboutLetters<Letter extends PlacedLetter>(
	letters: Letter[],
	names: ItemNames,
): (letter: Letter) => string[] {
	const repeats = new Repeats();
	const nameOf = ({ itemIndex }: Letter) => names.of([itemIndex]);
	for (const letter of letters) repeats.add(letter.card, nameOf(letter));
	const capitals = capitalsWarning(letters);
	const sheet = readSheet(letters.map(({ card }) => card));
	const someWait = letters.some(({ card }) => card.schedule_at !== undefined);
	return (letter) => [
		...repeats.of(letter.card, nameOf(letter)),
		...paperWarnings(letter.card),
		...sheetWarnings(letter.card, sheet),
		...(capitals?.first === letter ? [capitals.text] : []),
		...(someWait && letter.card.schedule_at === undefined ? [NO_DATE] : []),
	];
}
