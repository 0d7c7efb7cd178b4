/**
 * The texts of JSON that expressions are part of: `{ "message": "Oi {{ $json.nome }}, obrigado!" }`.
 * n8n writes nothing for an expression that gives nothing, so what each one gave has to be judged
 * where it stands, as in a field.
 */
import type { TextPiece } from '../textRules';

/** A text with expressions in it, and where it stands, for example `cards.0.message`. */
export interface JsonText {
	path: string;
	pieces: TextPiece[];
}

/** Private to this file: a text that holds it is left alone. */
const MARK = '\uf8ff';
const MARKS = /\uf8ff(\d+)\uf8ff/;

/** Nothing where the pieces are no JSON: that is reported as such. */
export function textsOfJson(pieces: TextPiece[]): JsonText[] {
	// Without a quotation mark no expression is inside a text: the rule where one gives all of the JSON.
	if (!pieces.some((piece) => typeof piece === 'string' && piece.includes('"'))) return [];
	if (pieces.some((piece) => typeof piece === 'string' && piece.includes(MARK))) return [];
	try {
		return textsIn(JSON.parse(markInTexts(pieces)), '', pieces);
	} catch {
		return [];
	}
}

/** The JSON with a mark for each expression inside a text; one outside of texts is JSON by itself. */
function markInTexts(pieces: TextPiece[]): string {
	let inText = false;
	return pieces
		.map((piece, index) => {
			if (typeof piece !== 'string') return inText ? `${MARK}${index}${MARK}` : asN8nJoins(piece.value);
			for (const [sign] of piece.matchAll(/\\.|"/gs)) if (sign === '"') inText = !inText;
			return piece;
		})
		.join('');
}

/** An array's own `join` writes nothing for what is nothing. */
const asN8nJoins = (value: unknown): string => [Number.isNaN(value) ? '' : value].join('');

function textsIn(value: unknown, path: string, pieces: TextPiece[]): JsonText[] {
	if (typeof value === 'string') {
		const parts = value.split(MARKS);
		// A text between marks, then the number of a piece, by turns.
		const own = parts.map((part, index) => (index % 2 === 0 ? part : (pieces[Number(part)] ?? '')));
		return own.length > 1 ? [{ path, pieces: own.filter((piece) => piece !== '') }] : [];
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inside]) =>
		textsIn(inside, path === '' ? key : `${path}.${key}`, pieces),
	);
}
