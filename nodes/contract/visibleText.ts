/**
 * What a reader sees of a text. Zero-width spaces, joiners, soft hyphens and the like leave nothing on
 * paper, and two identifiers that differ only in them look the same.
 */

/** Ends a line, moves the cursor of a terminal, or turns the order of what follows. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text that others have written, on one line and as it stands: `\n`, `\u202e`. */
export const escapeHidden = (text: string): string =>
	text.replace(HIDDEN, (sign) => ESCAPES[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** White space also counts as nothing, wherever it stands alone. */
export function hasText(text: string): boolean {
	return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** Hangul fillers are letters to Unicode, but nothing is written for them. */
export function hasWord(text: string): boolean {
	return /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(text);
}

/** The first character that nobody sees, for example U+200B, counted from 1. */
export function findInvisible(text: string): { code: string; position: number } | undefined {
	const found = /\p{Default_Ignorable_Code_Point}/u.exec(text);
	if (found === null) return undefined;
	const code = found[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
	return { code: `U+${code}`, position: Array.from(text.slice(0, found.index)).length + 1 };
}

/** Its words, whatever their accents, capitals and the signs between them. */
export function plainWords(text: string): string {
	const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
	return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
