import type { Words } from './words/words';

/** How a spreadsheet writes what it stores. */
export interface Manner extends Pick<Words['sheet'], 'decimal' | 'formats' | 'truths'> {
	/** Of months and days. */
	locale: string;
	/** Days count from 1904, as in workbooks of old Macs. */
	is1904: boolean;
}

/** The text of a cell, and whether it shows a day. */
export interface Shown {
	text: string;
	isDate: boolean;
}

// The formats that a workbook names by their number alone. Others of the kind are the language's own.
const FORMATS: Record<number, string> = {
	1: '0',
	2: '0.00',
	3: '#,##0',
	4: '#,##0.00',
	9: '0%',
	10: '0.00%',
	11: '0.00E+00',
	12: '# ?/?',
	13: '# ??/??',
	18: 'h:mm AM/PM',
	19: 'h:mm:ss AM/PM',
	20: 'h:mm',
	21: 'h:mm:ss',
	37: '#,##0;(#,##0)',
	38: '#,##0;(#,##0)',
	39: '#,##0.00;(#,##0.00)',
	40: '#,##0.00;(#,##0.00)',
	45: 'mm:ss',
	46: '[h]:mm:ss',
	47: 'mm:ss.0',
	48: '##0.0E+0',
	49: '@',
};

export const formatOf = (id: number, { formats }: Manner): string => formats[id] ?? FORMATS[id] ?? 'General';

export type Kind =
	'text' | 'day' | 'time' | 'elapsed' | 'half' | 'general' | 'power' | 'digit' | 'condition' | 'locale';
export interface Piece {
	kind: Kind;
	text: string;
}

// A piece of a format, by the group that has found it.
const PIECES =
	/"([^"]*)"|\\([^])|_([^])|\*[^]|\[(h+|m+|s+)\]|\[\$([^\]-]*)-?([\da-f]*)[^\]]*\]|\[([<>=][^\]]*)\]|\[[^\]]*\]|(AM\/PM|A\/P)|(General)|(E[+-])|([yad]{1,4}|m{1,5}|[hs]{1,2})|([0#?.,%@/])|([^])/gi;

export function piecesOf(section: string): Piece[] {
	const pieces = [...section.matchAll(PIECES)].flatMap((found): Piece[] => {
		const [
			,
			quoted,
			escaped,
			space,
			elapsed,
			symbol,
			locale,
			condition,
			half,
			general,
			power,
			date,
			digit,
			other,
		] = found;
		if (elapsed !== undefined) return [{ kind: 'elapsed', text: elapsed.toLowerCase() }];
		if (symbol !== undefined)
			return [
				{ kind: 'text', text: symbol },
				{ kind: 'locale', text: locale ?? '' },
			];
		if (condition !== undefined) return [{ kind: 'condition', text: condition }];
		if (half !== undefined) return [{ kind: 'half', text: half }];
		if (general !== undefined) return [{ kind: 'general', text: '' }];
		if (power !== undefined) return [{ kind: 'power', text: power }];
		if (digit !== undefined) return [{ kind: 'digit', text: digit }];
		if (date !== undefined) {
			const text = date.toLowerCase().replaceAll('a', 'y');
			return [{ kind: /[hs]/.test(text) ? 'time' : 'day', text }];
		}
		const text = quoted ?? escaped ?? other ?? (space === undefined ? '' : ' ');
		return text === '' ? [] : [{ kind: 'text', text }];
	});
	// Beside hours or seconds, m is minutes.
	const dates = pieces.filter(({ kind }) => ['day', 'time', 'elapsed'].includes(kind));
	dates.forEach((piece, index) => {
		const [before, after] = [dates[index - 1]?.text ?? '', dates[index + 1]?.text ?? ''];
		const isMinute = /^m{1,2}$/.test(piece.text) && (before.startsWith('h') || after.startsWith('s'));
		if (piece.kind === 'day' && isMinute) piece.kind = 'time';
	});
	return pieces;
}

// A semicolon between quotation marks or behind a backslash separates nothing.
export const sectionsOf = (format: string): string[] =>
	format.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/).reduce<string[]>((sections, section) => {
		const last = sections.at(-1);
		if (last?.endsWith('\\')) sections[sections.length - 1] = `${last};${section}`;
		else sections.push(section);
		return sections;
	}, []);
