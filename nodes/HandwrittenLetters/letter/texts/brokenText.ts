/**
 * What nobody wrote, though it is text: a spreadsheet's error, a merge field that was not filled in,
 * letters that were read in the wrong encoding.
 */
import { shorten } from '../../../words/excerpt';
import type { Fault } from '../../../words/refusal';
import { findPlaceholder } from './placeholders';

/** As Excel, LibreOffice and Google Sheets write them in several languages; in Spanish, all begin with a sign. */
const SPREADSHEET_ERROR = new RegExp(
	String.raw`(?<![\p{L}\p{N}#])#(?:N\/[ABD]|[¡¿][\p{L}/0]+[!?]|(?:${[
		'REF|VALUE|VALOR|DIV/0|NUM|NÚM|NULL|NULO|ERROR|ERRO|SPILL|CALC',
		'BEZUG|WERT|ZAHL|VALEUR|NUL|RIF|VALORE|NULLO|VERW|WAARDE|GETAL|LEEG|DEEL/0',
	].join('|')})!|(?:NAME|NOME|NOM|NAAM)\?)(?![\p{L}\p{N}])`,
	'iu',
);
/** In a sentence, some of them are words. */
const INSTEAD_OF_A_VALUE = /^(?:#NV|[Nn]one|NONE|[Nn]ull|NULL|undefined|nan|NaN)$/;

/** Google Sheets says so while it calculates. */
const LOADING = /^\s*Loading(?:\.{3}|…)\s*$/i;

const MERGE_FIELD = /\{\{[^{}]*\}\}/;

/** n8n evaluates it between two pairs of braces alone, and writes it as it stands everywhere else. */
const CODE = /\$(?:json|input|node)\b[\w.'"[\]]*|\$\((?:'[^'\n]{1,80}'|"[^"\n]{1,80}")\)/;

/** Of line ends and tabs, any text may have some. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/** What JavaScript makes of a date in a text. */
const JAVASCRIPT_DATE = /\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/;

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

/** No text without one of these is broken, and most texts have none. */
const SUSPECT = /[#{[(<«%*@$|_ÃÄÅÂâð]|(?![\t\n\r])\p{Cc}|GMT|Loading/iu;

/** Why a text is not what anybody wrote. */
export function describeBroken(text: string): Pick<Fault, 'text' | 'found'> | undefined {
	const instead = INSTEAD_OF_A_VALUE.exec(text.trim())?.[0];
	if (instead !== undefined) return { text: `says "${instead}", which programs write instead of a value` };
	if (!SUSPECT.test(text)) return undefined;
	const spreadsheet = SPREADSHEET_ERROR.exec(text)?.[0] ?? LOADING.exec(text)?.[0].trim();
	if (spreadsheet !== undefined) {
		return { text: 'says …, which a spreadsheet writes instead of a value', found: `"${cut(spreadsheet)}"` };
	}
	const field = MERGE_FIELD.exec(text)?.[0];
	if (field !== undefined) {
		const text = 'has the merge field …: switch the field to Expression, or fill in the value';
		return { text, found: cut(field) };
	}
	const written = CODE.exec(text)?.[0];
	if (written !== undefined) {
		const wrong = 'has … and not its value: write it between {{ and }}, and switch the field to Expression';
		return { text: wrong, found: cut(written) };
	}
	const placeholder = findPlaceholder(text);
	if (placeholder !== undefined) {
		return { text: 'has the placeholder …: fill in the value', found: cut(placeholder) };
	}
	const misread = MISREAD.exec(text);
	if (misread !== null) {
		const found = `"${wordAround(text, misread.index)}"`;
		return { text: 'was read in the wrong encoding (…): read the file again as UTF-8', found };
	}
	const date = JAVASCRIPT_DATE.exec(text)?.[0];
	if (date !== undefined) {
		const wrong = 'has a date as programs write it (…): give it a format, such as dd/MM/yyyy';
		return { text: wrong, found: date };
	}
	const control = CONTROL.exec(text)?.[0].codePointAt(0);
	if (control === undefined) return undefined;
	const code = control.toString(16).toUpperCase().padStart(4, '0');
	return { text: `has a control character (U+${code}), which cannot be written: remove it` };
}

const MOST_SHOWN = 40;
const cut = (text: string): string => shorten(text, MOST_SHOWN);

function wordAround(text: string, index: number): string {
	const before = /\S*$/.exec(text.slice(Math.max(index - MOST_SHOWN, 0), index))?.[0] ?? '';
	const after = /^\S*/.exec(text.slice(index, index + MOST_SHOWN))?.[0] ?? '';
	return cut((before + after).replace(/[.,;:!?]+$/, ''));
}
