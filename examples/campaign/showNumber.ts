import type { Manner, Piece } from './numberFormat';

const without = (text: string, sign: RegExp): string => text.replace(sign, '');

// Half of the last place goes up, as a spreadsheet rounds, though 1.005 is stored as a little less.
function rounded(value: number, places: number): string {
	const moved = Number(`${Number(value.toPrecision(15))}e${places}`);
	return Number.isFinite(moved) ? (Math.round(moved) / 10 ** places).toFixed(places) : value.toFixed(places);
}

// 15 digits is what a spreadsheet keeps. It shows fewer, but an order number is all of its digits.
export function showGeneral(value: number, { decimal }: Manner): string {
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

export function showDecimal(value: number, pieces: Piece[], { decimal }: Manner): string {
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

export function showPower(value: number, pieces: Piece[], manner: Manner): string {
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
export function showFraction(value: number, pieces: Piece[]): string {
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
