/** The beginning of what others have written, short enough for an error. */
import { escapeHidden } from '../contract/visibleText';

/** As it came: an ID may stand anywhere in it, also in the markup of a page. */
export function excerptOf(text: string, length: number): string {
	if (text === '') return '(empty)';
	return text.length > length ? `${text.slice(0, length)} …` : text;
}

/** At most as long and on one line, for a text that names it. */
export function shorten(text: string, most: number): string {
	// Escapes only lengthen it.
	const shown = escapeHidden(text.slice(0, most + 1));
	return shown.length > most ? `${shown.slice(0, most - 1).replace(/[\s\uD800-\uDBFF]+$/, '')}…` : shown;
}

export const LONGEST_REASON = 300;
/** Of a page, the head is mostly style sheets. */
const LONGEST_PAGE = 20_000;

/** Why something was refused, in the words of an answer that has no documented format. */
export function reasonIn(text: string): string | undefined {
	const words = inOneLine(text.trimStart().startsWith('<') ? withoutMarkup(text) : text);
	const reason = words === '' ? inOneLine(text) : words;
	return reason === '' ? undefined : excerptOf(reason, LONGEST_REASON);
}

const withoutMarkup = (page: string): string =>
	page.slice(0, LONGEST_PAGE).replace(/<(script|style)\b[^]*?(?:<\/\1>|$)|<[^<>]*>/gi, ' ');

const inOneLine = (text: string): string => text.slice(0, LONGEST_PAGE).replace(/\s+/g, ' ').trim();
