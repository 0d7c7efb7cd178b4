/**
 * A letter's order as JSON: one text is less to keep than an object of many, and few are ever asked
 * for again.
 */
import type { CardCreateRequest } from '../contract';
import { parseExact, stringifyExact } from '../json/exactJson';

export type OrderText = string;

export function textOfOrder(order: CardCreateRequest): OrderText {
	return stringifyExact(order);
}

export function orderOfText(text: OrderText): CardCreateRequest {
	return parseExact(text).exact as CardCreateRequest;
}

/** Whatever the case, in what a person remembers of a letter; `needle` is in small letters. */
export function orderHolds(text: OrderText, needle: string): boolean {
	// Without a backslash every letter stands for itself, and most texts need not be read as JSON.
	if (!text.includes('\\') && !text.toLowerCase().includes(needle)) return false;
	const { to, message } = JSON.parse(text) as CardCreateRequest;
	return [to.name, to.city, message].some((field) => field?.toLowerCase().includes(needle) ?? false);
}
