/** What a field holds for one item, before it becomes text. */

/** One value, or a text made of several parts. */
export type FieldValue = SingleValue | FilledText;

export interface SingleValue {
	value: unknown;
	/** False when the user typed it as it is. */
	byExpression: boolean;
	/** Its expression may give nothing on purpose. */
	mayBeNothing?: boolean;
}

export interface FilledText {
	/** The user's own words, and what the expressions between them gave. */
	pieces: TextPiece[];
	/** What n8n makes of it, where that is not the pieces joined. */
	whole?: unknown;
}

export type TextPiece = string | FilledPart;

export interface FilledPart {
	expression: string;
	value: unknown;
	/** It may give nothing on purpose. */
	mayBeNothing?: boolean;
}
