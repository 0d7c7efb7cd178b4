/** What keeps letters from being sent before the first request of a run, in plain values. */

/** What keeps a letter from being sent as it is. */
export interface Fault {
	/** The label on the screen. */
	field?: string;
	/**
	 * Goes on after the field, without a full stop, for example `must have 8 digits`. It stands in
	 * messages, which n8n logs: no value of a recipient is in it.
	 */
	text: string;
	/** What was found, in the place of the last `…` in the text. */
	found?: string;
	/** What stands there instead, for example `"123"`. */
	given?: string;
	/** What to do, as a sentence of its own without a full stop. */
	hint?: string;
	/** Several items have it, and the text says which. */
	inAll?: true;
	/** A date that has passed: the letter may have been ordered before. */
	isPast?: true;
}

export const inFull = ({ text, found }: Pick<Fault, 'text' | 'found'>): string =>
	found === undefined ? text : text.replace(/…(?=[^…]*$)/, () => found);

/** A fault, and the letter it is found in. */
export interface Problem extends Fault {
	itemIndex: number;
	/** How people find the letter again. */
	externalId?: string;
	/** The recipient's. */
	name?: string;
}

/** Nothing of a run is sent. The node shows it as one error, or on each of its items. */
export class Refusal extends Error {
	/**
	 * @param message Without a full stop.
	 * @param advice Undefined where what is to be corrected says it.
	 */
	constructor(
		message: string,
		readonly advice?: string,
		readonly problems: readonly Problem[] = [],
	) {
		super(message);
	}
}
