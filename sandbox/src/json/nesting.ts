/** Refuses JSON that is nested too deeply before it becomes a value: walking that would end the process. */
import { DEEPEST_NESTING } from '../contract';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Where the text that begins at the quote ends. */
function endOfString(text: string, quote: number): number {
	for (let at = quote + 1; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) return at;
		if (code === BACKSLASH) at += 1;
	}
	return text.length;
}

/** Looks at the text, not at the value: a value of millions of levels is not even made. */
export function isNestedTooDeep(text: string): boolean {
	let depth = 0;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = endOfString(text, at);
		else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
			depth += 1;
			if (depth > DEEPEST_NESTING) return true;
		} else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth -= 1;
	}
	return false;
}
