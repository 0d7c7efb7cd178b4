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

type Kind =
	'text' | 'day' | 'time' | 'elapsed' | 'half' | 'general' | 'power' | 'digit' | 'condition' | 'locale';
interface Piece {
	kind: Kind;
	text: string;
}

// A piece of a format, by the group that has found it.
const PIECES =
	/"([^"]*)"|\\([^])|_([^])|\*[^]|\[(h+|m+|s+)\]|\[\$([^\]-]*)-?([\da-f]*)[^\]]*\]|\[([<>=][^\]]*)\]|\[[^\]]*\]|(AM\/PM|A\/P)|(General)|(E[+-])|([yad]{1,4}|m{1,5}|[hs]{1,2})|([0#?.,%@/])|([^])/gi;

function piecesOf(section: string): Piece[] {
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
const sectionsOf = (format: string): string[] =>
	format.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/).reduce<string[]>((sections, section) => {
		const last = sections.at(-1);
		if (last?.endsWith('\\')) sections[sections.length - 1] = `${last};${section}`;
		else sections.push(section);
		return sections;
	}, []);

function meets(value: number, condition: string): boolean {
	const [, sign = '', limit] = /^([<>=]+)\s*(-?[\d.]+)/.exec(condition) ?? [];
	const by = value - Number(limit);
	return (
		(sign.includes('<') && by < 0) ||
		(sign.includes('>') && by > 0) ||
		(sign.includes('=') === (by === 0) && by === 0)
	);
}

const without = (text: string, sign: RegExp): string => text.replace(sign, '');

// Half of the last place goes up, as a spreadsheet rounds, though 1.005 is stored as a little less.
function rounded(value: number, places: number): string {
	const moved = Number(`${Number(value.toPrecision(15))}e${places}`);
	return Number.isFinite(moved) ? (Math.round(moved) / 10 ** places).toFixed(places) : value.toFixed(places);
}

// 15 digits is what a spreadsheet keeps. It shows fewer, but an order number is all of its digits.
function showGeneral(value: number, { decimal }: Manner): string {
	const size = Math.abs(value);
	const isLong = size >= 1e15 || (size < 1e-4 && size > 0);
	const text = isLong
		? without(value.toExponential(5), /\.?0+(?=e)/)
				.replace('e', 'E')
				.replace(/(\D)(\d)$/, '$10$2')
		: String(Number.isInteger(value) ? value : Number(value.toPrecision(10)));
	return text.replace('.', decimal);
}

const group = (digits: string, separator: string): string => digits.replace(/\B(?=(\d{3})+$)/g, separator);

// Digits fill the places from the right; what is left over stands before the first.
function fill(pieces: Piece[], digits: string, separator: string): string {
	const places = pieces.filter(({ kind, text }) => kind === 'digit' && /[0#?]/.test(text)).length;
	let rest =
		separator === ''
			? digits
			: group(digits.padStart(pieces.filter(({ text }) => text === '0').length, '0'), separator);
	let seen = 0;
	return pieces.reduceRight((shown, { kind, text }) => {
		if (kind === 'text') return text + shown;
		if (kind !== 'digit' || !/[0#?]/.test(text)) return shown;
		seen += 1;
		let own = seen === places ? rest : rest.slice(-1);
		rest = rest.slice(0, rest.length - own.length);
		while (separator !== '' && own.startsWith(separator)) {
			own = rest.slice(-1) + own;
			rest = rest.slice(0, -1);
		}
		return (own || (text === '0' ? '0' : text === '?' ? ' ' : '')) + shown;
	}, '');
}

function showDecimal(value: number, pieces: Piece[], { decimal }: Manner): string {
	const places = (piece: Piece) => piece.kind === 'digit' && /[0#?]/.test(piece.text);
	const is = (sign: string) => (piece: Piece) => piece.kind === 'digit' && piece.text === sign;
	const end = pieces.findLastIndex(places);
	const point = pieces.findIndex(is('.'));
	const whole = point < 0 ? pieces : pieces.slice(0, point);
	const part = point < 0 ? [] : pieces.slice(point + 1);
	const lastWhole = whole.findLastIndex(places);
	const scale = pieces
		.slice(end + 1)
		.concat(point < 0 ? [] : whole.slice(lastWhole + 1))
		.filter(is(',')).length;
	const percents = pieces.filter(is('%')).length;
	const scaled = Number((Math.abs(value) * 100 ** percents).toPrecision(15)) / 1000 ** scale;
	const [left = '', right = ''] = rounded(scaled, part.filter(places).length).split('.');
	const isGrouped = whole.slice(0, lastWhole).some(is(','));
	const separator = isGrouped ? (decimal === ',' ? '.' : ',') : '';
	const asText = whole.map((piece) => (is('%')(piece) ? { kind: 'text' as const, text: '%' } : piece));
	let at = 0;
	const decimals = part.map((piece) => {
		if (!places(piece)) return is('%')(piece) ? '%' : piece.kind === 'text' ? piece.text : '';
		const isZero = /^0*$/.test(right.slice(at));
		const digit = right.charAt(at);
		at += 1;
		return piece.text !== '0' && isZero ? '' : digit;
	});
	const shown = fill(asText, left === '0' ? '' : left, separator);
	return shown + (point < 0 ? '' : decimal) + decimals.join('');
}

function showPower(value: number, pieces: Piece[], manner: Manner): string {
	const at = pieces.findIndex(({ kind }) => kind === 'power');
	const places = pieces.slice(0, at).filter(({ text }) => text === '0').length;
	const [digits = '', power = ''] = Math.abs(value)
		.toExponential(Math.max(places - 1, 0))
		.split('e');
	const least = pieces.slice(at).filter(({ text }) => text === '0').length;
	const size = power.slice(1).padStart(least, '0');
	const sign = power.startsWith('-') ? '-' : pieces[at]?.text.endsWith('+') ? '+' : '';
	return `${digits.replace('.', manner.decimal)}E${sign}${size}`;
}

// The nearest fraction with a denominator of so many digits, or with the one that the format names.
function showFraction(value: number, pieces: Piece[]): string {
	const at = pieces.findIndex(({ kind, text }) => kind === 'digit' && text === '/');
	const below = pieces.slice(at + 1);
	const fixed = Number(
		below
			.map(({ text }) => text)
			.join('')
			.trim(),
	);
	const isMixed = pieces.slice(0, at).some(({ kind, text }) => kind === 'text' && text === ' ');
	const size = Math.abs(value);
	const whole = isMixed ? Math.floor(size) : 0;
	const most = 10 ** below.filter(({ text }) => /[?#0]/.test(text)).length - 1;
	let best = [0, 1];
	for (let under = fixed || 1; under <= (fixed || most); under += 1) {
		const over = Math.round((size - whole) * under);
		const isNearer =
			Math.abs(size - whole - over / under) <
			Math.abs(size - whole - (best[0] ?? 0) / (best[1] ?? 1)) - 1e-12;
		if (under === fixed || isNearer || under === 1) best = [over, under];
	}
	const [over = 0, under = 1] = best;
	const sum = over === under && isMixed ? [whole + 1, ''] : [whole, over === 0 ? '' : `${over}/${under}`];
	return sum.filter((one) => one !== '' && one !== 0).join(' ') || '0';
}

const LOCALES: Record<string, string> = { 409: 'en-US', 809: 'en-GB', 416: 'pt-BR', 816: 'pt-PT' };
const DAY_MS = 86_400_000;

// Day 60 is the 29th of February 1900, which never was: before it, days count from one later.
function toDate(value: number, is1904: boolean): { date: Date; isLeap: boolean } {
	const days = Math.floor(value) + (is1904 ? 1462 : 0);
	const seconds = Math.round((value - Math.floor(value)) * 86_400);
	const start = Date.UTC(1899, 11, days < 60 ? 31 : 30);
	return { date: new Date(start + days * DAY_MS + seconds * 1000), isLeap: days === 60 };
}

function showDate(value: number, pieces: Piece[], manner: Manner): string {
	const { date, isLeap } = toDate(value, manner.is1904);
	const locale = pieces.find(({ kind, text }) => kind === 'locale' && text !== '')?.text.slice(-3) ?? '';
	const name = (part: 'month' | 'weekday') =>
		date.toLocaleDateString(LOCALES[locale] ?? manner.locale, { [part]: 'long', timeZone: 'UTC' });
	const two = (number: number, { length }: string) => String(number).padStart(Math.min(length, 2), '0');
	const isHalf = pieces.some(({ kind }) => kind === 'half');
	const hours = date.getUTCHours();
	const show = ({ kind, text }: Piece): string => {
		if (kind === 'text') return text;
		if (kind === 'half') return (hours < 12 ? text.split('/')[0] : text.split('/')[1]) ?? '';
		if (kind === 'digit') return /[0#?@]/.test(text) ? text.replace(/[#?@]/, '') : text;
		if (kind === 'elapsed') {
			const parts = { h: 3600, m: 60, s: 1 }[text.charAt(0)] ?? 1;
			return String(Math.floor(Math.round(value * 86_400) / parts)).padStart(text.length, '0');
		}
		if (kind === 'time') {
			if (text.startsWith('h')) return two(isHalf ? hours % 12 || 12 : hours, text);
			return two(text.startsWith('m') ? date.getUTCMinutes() : date.getUTCSeconds(), text);
		}
		if (kind !== 'day') return '';
		if (text.startsWith('y')) return String(date.getUTCFullYear()).slice(text.length > 2 ? 0 : 2);
		if (text.startsWith('d') && text.length < 3) return two(isLeap ? 29 : date.getUTCDate(), text);
		if (text.startsWith('m') && text.length < 3) return two(isLeap ? 2 : date.getUTCMonth() + 1, text);
		const long = name(text.startsWith('d') ? 'weekday' : 'month');
		return text.length === 3 ? long.slice(0, 3) : text.length === 5 ? long.slice(0, 1) : long;
	};
	return pieces.map(show).join('');
}

function showNumber(value: number, pieces: Piece[], manner: Manner): Shown {
	const has = (...kinds: Kind[]) => pieces.some(({ kind }) => kinds.includes(kind));
	const isDate = has('day');
	if (isDate || has('time', 'elapsed')) {
		// No day comes before the first.
		if (value < 0) return { text: showGeneral(value, manner), isDate };
		return { text: showDate(value, pieces, manner), isDate };
	}
	if (has('general') || pieces.some(({ kind, text }) => kind === 'digit' && text === '@')) {
		const size = showGeneral(Math.abs(value), manner);
		const text = pieces
			.map(({ kind, text: own }) => (kind === 'text' ? own : kind === 'locale' ? '' : size))
			.join('');
		return { text, isDate };
	}
	if (has('power')) return { text: showPower(value, pieces, manner), isDate };
	if (!has('digit'))
		return { text: pieces.map(({ kind, text }) => (kind === 'text' ? text : '')).join(''), isDate };
	const isFraction = pieces.some(({ kind, text }) => kind === 'digit' && text === '/');
	return { text: isFraction ? showFraction(value, pieces) : showDecimal(value, pieces, manner), isDate };
}

/** A number in its format. */
export function showCell(value: number, format: string, manner: Manner): Shown {
	const sections = sectionsOf(format).map(piecesOf);
	const isOfText = (pieces: Piece[]) =>
		sections.length > 1 && pieces.some(({ kind, text }) => kind === 'digit' && text === '@');
	const numbers = sections.slice(0, 3).filter((pieces) => !isOfText(pieces));
	const conditionOf = (pieces: Piece[]) => pieces.find(({ kind }) => kind === 'condition')?.text;
	const [first = [], negative, zero] = numbers;
	if (numbers.some((pieces) => conditionOf(pieces) !== undefined)) {
		const own = numbers.find((pieces) => {
			const condition = conditionOf(pieces);
			return condition === undefined || meets(value, condition);
		});
		const shown = showNumber(value, own ?? first, manner);
		const isNegative = value < 0 && !shown.isDate && !(conditionOf(own ?? first) ?? '').startsWith('<');
		return { ...shown, text: (isNegative ? '-' : '') + shown.text };
	}
	if (value < 0 && negative !== undefined) return showNumber(-value, negative, manner);
	if (value === 0 && zero !== undefined) return showNumber(value, zero, manner);
	const shown = showNumber(value, first, manner);
	const isZero = !/[1-9]/.test(shown.text);
	return { ...shown, text: (value < 0 && !shown.isDate && !isZero ? '-' : '') + shown.text };
}

/** A text in its format: most have none of their own. */
export function showText(text: string, format: string): string {
	const sections = sectionsOf(format).map(piecesOf);
	const isAt = ({ kind, text: own }: Piece) => kind === 'digit' && own === '@';
	const own = sections[3] ?? (sections.length > 1 || !sections[0]?.some(isAt) ? undefined : sections[0]);
	if (own === undefined) return text;
	return own.map((piece) => (isAt(piece) ? text : piece.kind === 'text' ? piece.text : '')).join('');
}
