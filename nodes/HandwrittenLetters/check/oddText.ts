/** What a person should look at before a text is written: it may be meant, and mostly is not. */

/** What to look for, and what it is. */
type Oddity = [pattern: RegExp, what: string];

const ODDITIES: Oddity[] = [
	[/%\p{L}[\p{L}_]{0,40}%/u, 'a placeholder'],
	[/(?<!<)<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i, 'an HTML tag'],
	[/\\[nrt](?![\p{L}\p{N}])|\\n/u, 'a line break that was not made'],
	[/\*\*[^\s*][^*\n]{0,80}\*\*|^#{1,6} \p{L}|^```/mu, 'Markdown'],
	[/_{3,}|(?<![\p{L}\p{N}])(?:X{4,}|x{4,})(?![\p{L}\p{N}])/u, 'a blank to fill in'],
	[/\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?/, 'a date as programs write it'],
	[/(?<!\d)\d+[.,]\d{12,}/, 'a number with too many digits'],
	[/\p{L} +,/u, 'a space before a comma'],
	[/\blorem ipsum\b/i, 'a text to fill a page'],
	[/^\s*(?:idem|ditto|[oa] mesm[oa]|["\u201d\u2033])[.\s]*$/i, 'a note to copy the line above'],
];

const MAIL: Oddity = [/@\S*/, 'an email address or a profile'];

/** In a recipient's name. Many companies have a small number: Studio 54, Posto 24 Horas. */
export const IN_NAMES: Oddity[] = [
	MAIL,
	[/(?<![\p{L}\p{N}])\d{3,}(?![\p{L}\p{N}])/u, 'a number from another column'],
	[/^\s*(?:teste?|testing|prueba)(?:[\s\d]|teste?)*$/iu, 'a test'],
];

/** In a line of a Brazilian address. Elsewhere, other numbers look like these. */
export const IN_ADDRESSES: Oddity[] = [MAIL, [/(?<!\d)\d{2}\.?\d{3}-\d{3}(?!\d)/, 'a postal code']];

/** For example `has "%NOME%", which looks like a placeholder`. */
export function describeOdd(text: string, oddities = ODDITIES): string[] {
	return oddities.flatMap(([pattern, what]) => {
		const found = pattern.exec(text)?.[0];
		return found === undefined ? [] : [`has "${found}", which looks like ${what}`];
	});
}
