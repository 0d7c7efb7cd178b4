import type { Kind, Manner, Piece, Shown } from './numberFormat';
import { piecesOf, sectionsOf } from './numberFormat';
import { showDate } from './showDate';
import { showDecimal, showFraction, showGeneral, showPower } from './showNumber';

function meets(value: number, condition: string): boolean {
	const [, sign = '', limit] = /^([<>=]+)\s*(-?[\d.]+)/.exec(condition) ?? [];
	const by = value - Number(limit);
	return (
		(sign.includes('<') && by < 0) ||
		(sign.includes('>') && by > 0) ||
		(sign.includes('=') === (by === 0) && by === 0)
	);
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
