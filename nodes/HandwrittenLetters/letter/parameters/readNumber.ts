/** A number that a field or an option holds. */
import { Refusal } from '../../../words/refusal';

export interface Wanted {
	label: string;
	/** By default, anything greater than 0 will do. */
	least?: number;
	/** Where nothing is given. */
	fallback: number;
}

/** @throws Refusal when it is no number, or too small */
export function readNumber(given: unknown, { label, least, fallback }: Wanted): number {
	const value = given === undefined ? fallback : toNumber(given);
	if (Number.isFinite(value) && (least === undefined ? value > 0 : value >= least)) return value;
	throw new Refusal(
		least === undefined
			? `${label} must be greater than 0`
			: `${label} must be a number of at least ${least}`,
	);
}

/** JavaScript makes a number of `true`, of an empty text and of an empty list. */
function toNumber(given: unknown): number {
	if (typeof given === 'string' && given.trim() !== '') return Number(given);
	return typeof given === 'number' ? given : NaN;
}
