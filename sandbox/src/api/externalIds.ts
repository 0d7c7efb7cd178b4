/** The ids that a call gives its letters, whatever else its body says. */
import { isRecord } from './fieldErrors';

/** Of an order, or of the orders of a batch. */
export function externalIdsIn(body: unknown): string[] {
	const cards: unknown = isRecord(body) ? body.cards : undefined;
	const orders: unknown[] = [body, ...(Array.isArray(cards) ? (cards as unknown[]) : [])];
	const ids = orders.filter(isRecord).map((order) => order.external_id);
	return ids.filter((id) => typeof id === 'string');
}
