/** What a person should look at before a text is written: it may be meant, and mostly is not. */

/** What to look for, and what it is. */
const ODDITIES: Array<[pattern: RegExp, what: string]> = [
	[
		/\[\p{L}[^[\]\n]{0,40}\]|<<\p{L}[^<>\n]{0,40}>>|\$?\{\p{L}[^{}\n]{0,40}\}|%\p{L}[\p{L}_]{0,40}%/u,
		'a placeholder',
	],
	[/(?<!<)<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i, 'an HTML tag'],
	[/&(?:#\d{2,6}|#x[\da-f]{2,6}|[a-z]{2,8}\d{0,2});/i, 'an HTML character'],
	[/\\[nrt](?![\p{L}\p{N}])|\\n/u, 'a line break that was not made'],
	[/\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?/, 'a date as programs write it'],
	[/(?<!\d)\d+[.,]\d{12,}/, 'a number with too many digits'],
	[/\p{L} +,/u, 'a space before a comma'],
];

/** For example `has "[Seu nome]", which looks like a placeholder`. */
export function describeOdd(text: string): string[] {
	return ODDITIES.flatMap(([pattern, what]) => {
		const found = pattern.exec(text)?.[0];
		return found === undefined ? [] : [`has "${found}", which looks like ${what}`];
	});
}

/** Of a letter. A word in capitals, or a sentence, may be meant. */
const LEAST_LETTERS = 30;

/** A column of a spreadsheet that is all in capitals. */
export function isAllCapitals(text: string): boolean {
	if (/\p{Ll}/u.test(text)) return false;
	return (text.match(/\p{Lu}/gu)?.length ?? 0) >= LEAST_LETTERS;
}
