/** Which order an error is about: it begins with it. */

/** What the request was for, as far as its caller knows. */
export interface About {
	/** For example `Item 2 (External ID P-2002)`. */
	who?: string;
	/** Of an order that was accepted earlier under the same key. */
	earlierId?: string;
	/** What became of the others. */
	also?: string;
}

/** For example "Item 2: The service rejected the letter", "Item 2 had already been ordered". */
export function withWho(message: string, who?: string): string {
	if (who === undefined) return message;
	return /^[a-z]/.test(message) ? `${who} ${message}` : `${who}: ${message}`;
}
