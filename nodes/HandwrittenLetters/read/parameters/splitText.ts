/**
 * A field such as `Oi {{ $json.Nome }}, obrigado!`, cut into its own words and its expressions. n8n
 * joins them and writes nothing for an expression that gives nothing, so only the parts show that
 * the sentence has a gap.
 */
import { ExpressionParser } from 'n8n-workflow';

import { isEmptinessMeant } from '../texts/emptiness';
import { readReference } from './reference';

/** One expression of such a field. */
export interface ExpressionPart {
	/** As it stands in the field, for example `{{ $json.Nome }}`. */
	expression: string;
	/** Where a plain reference leads in the item. */
	path?: string[];
	/** What it gives may be nothing on purpose. */
	mayBeNothing: boolean;
}

export interface SplitText {
	pieces: Array<string | ExpressionPart>;
	/** False where n8n writes its own words otherwise than they stand here. */
	literal: boolean;
}

/** Undefined for a fixed text and for one expression alone, whose value n8n gives as it is. */
export function splitText(raw: string): SplitText | undefined {
	if (!raw.startsWith('=')) return undefined;
	const chunks = ExpressionParser.splitExpression(raw.slice(1)).filter(
		({ type, text }) => type === 'code' || text !== '',
	);
	if (chunks.length < 2 || chunks.every(({ type }) => type === 'text')) return undefined;
	return {
		pieces: chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : toPart(chunk))),
		// n8n writes two backslashes as one, and they decide what brackets mean.
		literal: chunks.every(({ type, text }) => type === 'code' || !text.includes('\\')),
	};
}

function toPart(chunk: ReturnType<typeof ExpressionParser.splitExpression>[number]): ExpressionPart {
	const expression = ExpressionParser.joinExpression([chunk]);
	return { expression, path: readReference(`=${expression}`), mayBeNothing: isEmptinessMeant(expression) };
}
