/** What to look at before a letter is on paper: it can be ordered as it is, and may not be meant. */
import type { CardCreateRequest } from '../../contract/contract';
import { describeWrongState } from '../../contract/countries';
import { labels, ON_PAPER, textsAt } from '../fields/letterPanel';
import { describeOddName } from '../read/texts/names';
import { describeOdd, isAllCapitals } from '../read/texts/oddText';
import { charactersWithoutGlyph } from './picture/handwriting';
import { countLines, LONG_TEXT } from './picture/letterPicture';

/** A text this short has no more lines than the page of a drawing. */
const SHORT = 500;

export function paperWarnings(card: CardCreateRequest): string[] {
	const found = textsAt(card, ON_PAPER).flatMap(([path, text]) =>
		[...describeOdd(text), ...withoutGlyph(text)].map((what) => `${labels[path]} ${what}`),
	);
	found.push(...describeOddName(card.to.name).map((what) => `${labels['to.name']} ${what}`));
	found.push(...tooLong(card.message ?? '').map((what) => `${labels.message} ${what}`));
	const wrongState = describeWrongState(card.to);
	return wrongState === undefined ? found : [...found, wrongState];
}

const MOST_NAMED = 10;

function withoutGlyph(text: string): string[] {
	const missing = charactersWithoutGlyph(text);
	if (missing.length === 0) return [];
	const named = missing.slice(0, MOST_NAMED).join(' ');
	return [`has characters that a pen may not write: ${named}. Ask the letter service, or leave them out`];
}

function tooLong(message: string): string[] {
	if (message.length < SHORT && message.split('\n').length <= LONG_TEXT) return [];
	const lines = countLines(message);
	if (lines <= LONG_TEXT) return [];
	return [`takes ${lines} lines in the picture. The letter service publishes no limit: ask whether it fits`];
}

/** Once a run: a message all in capitals is seldom meant, and then it is meant for all. */
export function capitalsWarning<Letter extends { card: CardCreateRequest }>(
	letters: Letter[],
): { first: Letter; text: string } | undefined {
	const loud = letters.filter(({ card }) => isAllCapitals(card.message ?? ''));
	const [first] = loud;
	if (first === undefined) return undefined;
	const more = loud.length > 1 ? ` in ${loud.length} letters of this run` : '';
	return { first, text: `${labels.message} is all in capitals${more}` };
}
