/**
 * What nobody wrote, though it is text: a spreadsheet's error, a merge field that was not filled in,
 * letters that are still encoded or were read in the wrong encoding.
 */
import { shorten } from '../../words/excerpt';
import type { Fault } from '../../words/refusal';
import { NOTHING_SIGN } from './emptiness';

/** Where a text stands; `given` is what an expression gave, for a part of it. */
export type TextKind = 'name' | 'line' | 'message' | 'id' | 'given';

const LINES: TextKind[] = ['name', 'line'];
const PAPER: TextKind[] = [...LINES, 'message'];
const ALL: TextKind[] = [...PAPER, 'id'];

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

/** `\u00e3`, `=C3=A3`, `=?UTF-8?Q?…?=`, `%C3%A3`, `D\'Ávila`, `&atilde;`. */
const ENCODED =
	/\\u[\da-f]{4}|([=%])[c-f][\da-f]\1[89ab][\da-f]|=\?[\w-]{1,20}\?[bq]\?|\\['"]|&(?:#x?[\da-f]{2,6}|[a-z](?:acute|grave|circ|tilde|uml|cedil|ring|slash)|aelig|oelig|szlig|amp|lt|gt|quot|apos|nbsp|ord[fm]|[lr][sd]quo|[nm]dash|hellip|deg|eth|thorn);/i;

/**
 * A letter that UTF-8 writes in two bytes looks like this when each is read as a character of its
 * own: `JoÃ£o`. The second sign decides. Some never follow a real Ã, Ä, Å or Â; others do in capitals
 * (`IRMÃ® `), so they count only behind no capitals; quotation marks, dashes and an ellipsis only behind
 * a small letter, because `AMANHÃ”` is right Portuguese.
 */
const SELDOM_AFTER = String.raw`\u00a0\u00ad¨®-°²-´·-¹•™ƒŠšŒœŽžŸ`;
const MISREAD = new RegExp(
	[
		String.raw`[ÃÄÅÂ][\u0080-\u009f¡-§©ª¬±µ¶º¼-¿†‡ˆ‰˜€]|Â°|â€|ðŸ`,
		String.raw`(?<!\p{Lu}\p{Lu})[ÃÄÅÂ][${SELDOM_AFTER}](?!(?![ÃÂ])\p{Lu})`,
		String.raw`(?<=\p{Ll})[ÃÄÅÂ][${SELDOM_AFTER}‘’“”‚„…–—‹›«»]`,
	].join('|'),
	'u',
);

/** Of mail-merge programs and of language models, whatever words stand in them. */
const words = (around: string) => String.raw`(?=[^${around}\n]{0,200}\p{L})[^${around}\n]{1,200}`;
const PLACEHOLDER = new RegExp(
	String.raw`\[${words('[\\]')}\]|\{${words('{}')}\}|<<${words('<>')}>>|\*\|${words('*|')}\|\*|%%${words('%')}%%`,
	'u',
);

const NO_VALUE_TEXT = 'says "…", which programs write instead of a value';

/** In which texts, what is wrong, where `…` stands for what was found, and how it is found. */
const BROKEN: Array<[kinds: TextKind[], text: string, pattern: RegExp]> = [
	[[...ALL, 'given'], NO_VALUE_TEXT, new RegExp(String.raw`^\s*(?:${NO_VALUE}|NONE|#NV)\s*$`)],
	[LINES, NO_VALUE_TEXT, new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${NO_VALUE})(?![\p{L}\p{N}])`, 'u')],
	[
		['given'],
		'would say "…": an expression did not find its value',
		/(?<![\p{L}\p{N}])(?:undefined|null|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}])|\[object Object\]/u,
	],
	[['id'], 'says "…", which stands for nothing', NOTHING_SIGN],
	[['name'], 'is an email address', /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u],
	[
		['name'],
		'is not a name',
		/^(?:\P{L}+|n\/[ad]|n\.[ad]\.?|s\/n|sem nome|sin nombre|no name|n[aã]o informado|unknown)$/iu,
	],
	[ALL, 'says "…", which a spreadsheet writes instead of a value', SPREADSHEET_ERROR],
	[ALL, 'has the merge field …: switch the field to Expression, or fill in the value', /\{\{[^{}]*\}\}/],
	// n8n evaluates it between two pairs of braces alone, and writes it as it stands everywhere else.
	[
		ALL,
		'has … and not its value: write it between {{ and }}, and switch the field to Expression',
		/\$(?:json|input|node)\b[\w.'"[\]]*|\$\((?:'[^'\n]{1,80}'|"[^"\n]{1,80}")\)/,
	],
	[ALL, 'has the placeholder …: fill in the value', PLACEHOLDER],
	[PAPER, 'is still encoded ("…"): decode it before this node', ENCODED],
	[ALL, 'was read in the wrong encoding ("…"): read the file again as UTF-8', MISREAD],
	[
		ALL,
		'has a date as programs write it (…): give it a format, such as dd/MM/yyyy',
		/\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/,
	],
	[LINES, 'has a line break, but is one line of the envelope', /[\r\n\u2028\u2029]/],
	// Of line ends and tabs, any text may have some.
	[ALL, 'has a control character (…), which cannot be written: remove it', /(?![\t\n\r])\p{Cc}/u],
];

/** Why a text that says something is not what anybody wrote. */
export function describeBroken(
	given: string,
	kind: TextKind = 'message',
): Pick<Fault, 'text' | 'found'> | undefined {
	const shown = LINES.includes(kind) ? given.trim() : given;
	for (const [kinds, text, pattern] of BROKEN) {
		const match = kinds.includes(kind) ? pattern.exec(shown) : null;
		if (match === null) continue;
		if (!text.includes('…')) return { text };
		// A sign alone would not tell which word it is in.
		const isPart = pattern === ENCODED || pattern === MISREAD;
		return { text, found: isPart ? wordAround(shown, match.index) : cut(match[0].trim() || match[0]) };
	}
	return undefined;
}

const MOST_SHOWN = 40;
const cut = (text: string): string => shorten(text, MOST_SHOWN);

function wordAround(text: string, index: number): string {
	const before = /\S*$/.exec(text.slice(Math.max(index - MOST_SHOWN, 0), index))?.[0] ?? '';
	const after = /^\S*/.exec(text.slice(index, index + MOST_SHOWN))?.[0] ?? '';
	return cut((before + after).replace(/[.,;:!?]+$/, ''));
}
