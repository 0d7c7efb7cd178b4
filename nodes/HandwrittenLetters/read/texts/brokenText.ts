/**
 * What nobody wrote, though it is text: a spreadsheet's error, a merge field that was not filled in,
 * letters that are still encoded or were read in the wrong encoding.
 */
import { shorten } from '../../../contract/excerpt';
import { hasText } from '../../../contract/visibleText';
import type { Fault } from '../../../n8n/refusal';
import { NOTHING_SIGN } from './emptiness';
import { findPlaceholder } from './placeholders';

/** Where a text stands; `given` is what an expression gave, for a part of it. */
export type TextKind = 'name' | 'line' | 'message' | 'id' | 'given';

const LINES: TextKind[] = ['name', 'line'];
const ON_PAPER: TextKind[] = [...LINES, 'message'];
const ALL: TextKind[] = [...ON_PAPER, 'id'];

/** As Excel, LibreOffice and Google Sheets write them in several languages; in Spanish, all begin with a sign. */
const SPREADSHEET_ERROR = new RegExp(
	String.raw`(?<![\p{L}\p{N}#])#(?:N\/[ABD]|[¡¿][\p{L}/0]+[!?]|(?:${[
		'REF|VALUE|VALOR|DIV/0|NUM|NÚM|NULL|NULO|ERROR|ERRO|SPILL|CALC',
		'BEZUG|WERT|ZAHL|VALEUR|NUL|RIF|VALORE|NULLO|VERW|WAARDE|GETAL|LEEG|DEEL/0',
	].join('|')})!|(?:NAME|NOME|NOM|NAAM)\?)(?![\p{L}\p{N}])|^\s*Loading(?:\.{3}|…)\s*$`,
	'iu',
);

/** What databases and programs write where there is no value. In other letters, some are names. */
const NO_VALUE = String.raw`NULL|None|nan|NaN|null|undefined|\\N`;

const HTML_CHARACTER =
	/&(?:#x?[\da-f]{2,6}|[a-z](?:acute|grave|circ|tilde|uml|cedil|ring|slash)|aelig|oelig|szlig|amp|lt|gt|quot|apos|nbsp|ord[fm]|[lr][sd]quo|[nm]dash|hellip|deg|eth|thorn);/i
		.source;

/**
 * A letter that UTF-8 writes in two bytes looks like this when each is read as a character of its
 * own: `JoÃ£o`. The second sign decides. Some never follow a real Ã, Ä, Å or Â; others do in capitals
 * (`IRMÃ® `), so they count only beside a small letter; quotation marks, dashes and an ellipsis only
 * between two small letters, because `AMANHÔ` is right Portuguese.
 */
const NEVER_AFTER = String.raw`\u0080-\u009f¡-§©ª¬±µ¶º¼-¿†‡ˆ‰˜€`;
const SELDOM_AFTER = String.raw`\u00a0\u00ad¨®-°²-´·-¹•™ƒŠšŒœŽžŸ`;
const MISREAD = new RegExp(
	[
		`[ÃÄÅÂ][${NEVER_AFTER}]`,
		'Â[¨®-°²-´·-¹•™]',
		String.raw`(?<=\p{Ll})[ÃÄÅÂ][${SELDOM_AFTER}]`,
		String.raw`[ÃÄÅÂ][${SELDOM_AFTER}](?=\p{Ll})`,
		String.raw`(?<=\p{Ll})[ÄÅ][‘’“”‚„…–—‹›«»](?=\p{Ll})`,
		// No capital stands behind a small letter.
		String.raw`(?<=\p{Ll})Ã[‘’“”‚„…–—‹›«»]`,
		// `à` and a no-break space stand by themselves, or a word ends in `à`.
		String.raw`(?<![\p{L}\p{M}])[ÃÂ]\u00a0`,
		String.raw`Ã\u00a0(?=[ ,.;-])`,
		// `Ó`, `Só`; no word ends in a soft hyphen, but `Aí` and `Sí` do.
		String.raw`(?<!\p{L})\p{Lu}?Ã³(?!\p{L})`,
		String.raw`Ã\u00ad(?!\p{L})`,
		'â€|ðŸ',
	].join('|'),
	'u',
);

interface Broken {
	pattern: RegExp;
	kinds: TextKind[];
	/** What is wrong; `…` stands for what was found. */
	text: string;
	/** A sign alone would not tell it. */
	showsWord?: true;
}

const BROKEN: Broken[] = [
	{
		pattern: new RegExp(String.raw`^\s*(?:${NO_VALUE}|NONE|#NV)\s*$`),
		kinds: [...ALL, 'given'],
		text: 'says "…", which programs write instead of a value',
	},
	{
		pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${NO_VALUE})(?![\p{L}\p{N}])`, 'u'),
		kinds: LINES,
		text: 'says "…", which programs write instead of a value',
	},
	{
		pattern:
			/(?<![\p{L}\p{N}])(?:undefined|null|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}])|\[object Object\]/u,
		kinds: ['given'],
		text: 'would say "…": an expression did not find its value',
	},
	{ pattern: NOTHING_SIGN, kinds: ['id'], text: 'says "…", which stands for nothing' },
	{
		pattern: SPREADSHEET_ERROR,
		kinds: ALL,
		text: 'says "…", which a spreadsheet writes instead of a value',
	},
	{ pattern: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u, kinds: ['name'], text: 'is an email address' },
	{
		pattern: /^(?:\P{L}+|n\/[ad]|n\.[ad]\.?|s\/n|sem nome|sin nombre|no name|n[aã]o informado|unknown)$/iu,
		kinds: ['name'],
		text: 'is not a name',
	},
	{
		pattern: /\{\{[^{}]*\}\}/,
		kinds: ALL,
		text: 'has the merge field …: switch the field to Expression, or fill in the value',
	},
	// n8n evaluates it between two pairs of braces alone, and writes it as it stands everywhere else.
	{
		pattern: /\$(?:json|input|node)\b[\w.'"[\]]*|\$\((?:'[^'\n]{1,80}'|"[^"\n]{1,80}")\)/,
		kinds: ALL,
		text: 'has … and not its value: write it between {{ and }}, and switch the field to Expression',
	},
	// `\u00e3`, `=C3=A3`, `=?UTF-8?Q?…?=`, `%C3%A3`, `D\'Ávila`, `&atilde;`
	{
		pattern: new RegExp(
			String.raw`\\u[\da-f]{4}|=[c-f][\da-f]=[89ab][\da-f]|=\?[\w-]{1,20}\?[bq]\?|%[c-f][\da-f]%[89ab][\da-f]|\\['"]|${HTML_CHARACTER}`,
			'i',
		),
		kinds: ON_PAPER,
		text: 'is still encoded ("…"): decode it before this node',
		showsWord: true,
	},
	{
		pattern: MISREAD,
		kinds: ALL,
		text: 'was read in the wrong encoding ("…"): read the file again as UTF-8',
		showsWord: true,
	},
	{
		pattern: /\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/,
		kinds: ALL,
		text: 'has a date as programs write it (…): give it a format, such as dd/MM/yyyy',
	},
	{
		pattern: /[\r\n\u2028\u2029]/,
		kinds: LINES,
		text: 'has a line break, but is one line of the envelope',
	},
	// Of line ends and tabs, any text may have some.
	{
		pattern: /(?![\t\n\r])\p{Cc}/u,
		kinds: ALL,
		text: 'has a control character (…), which cannot be written: remove it',
	},
];

/** Why a text is not what anybody wrote. */
export function describeBroken(
	given: string,
	kind: TextKind = 'message',
): Pick<Fault, 'text' | 'found'> | undefined {
	if (!hasText(given)) return undefined;
	const shown = LINES.includes(kind) ? given.trim() : given;
	for (const { pattern, kinds, text, showsWord } of BROKEN) {
		const match = kinds.includes(kind) ? pattern.exec(shown) : null;
		if (match === null) continue;
		if (!text.includes('…')) return { text };
		return { text, found: showsWord ? wordAround(shown, match.index) : cut(match[0].trim() || match[0]) };
	}
	const placeholder = kind === 'given' ? undefined : findPlaceholder(given);
	if (placeholder === undefined) return undefined;
	return { text: 'has the placeholder …: fill in the value', found: cut(placeholder) };
}

const MOST_SHOWN = 40;
const cut = (text: string): string => shorten(text, MOST_SHOWN);

function wordAround(text: string, index: number): string {
	const before = /\S*$/.exec(text.slice(Math.max(index - MOST_SHOWN, 0), index))?.[0] ?? '';
	const after = /^\S*/.exec(text.slice(index, index + MOST_SHOWN))?.[0] ?? '';
	return cut((before + after).replace(/[.,;:!?]+$/, ''));
}
