/** What is ordered: letters that go out in one request, and the key of that request. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Accounts } from '../../shared/account';
import type { BatchCreateRequest, CardCreateRequest } from '../../shared/contract/contract';
import type { Problem } from '../../shared/failures/refusal';
import type { ComesAgain } from '../../shared/failures/requestFailure';
import type { RunTime } from '../input/instant';
import type { Skipped } from '../input/problems';

/** What the letters of a run are read from. */
export interface Source {
	context: IExecuteFunctions;
	run: RunTime;
	accounts: Accounts;
}

/** One letter, and where it was found. */
export interface PlacedLetter {
	itemIndex: number;
	card: CardCreateRequest;
}

export interface Key {
	value: string;
	comesAgain: ComesAgain;
	/** What it is made of, in words. */
	madeOf: string;
	/** An agent's letter, recognized by its recipient. */
	byRecipient?: true;
}

export interface Order {
	letters: PlacedLetter[];
	body: CardCreateRequest | BatchCreateRequest;
	/** Its Idempotency-Key; absent where it cannot have one. */
	key?: Key;
}

export type KeyedOrder = Order & { key: Key };

export const hasKey = (order: Order): order is KeyedOrder => order.key !== undefined;

/** The input items of the order, each once. */
export function itemIndexesOf({ letters }: Pick<Order, 'letters'>): number[] {
	return [...new Set(letters.map(({ itemIndex }) => itemIndex))];
}

/** What a run has read from its input. */
export interface ReadOrders {
	/** All whose letters are fine, also those that cannot have a key. */
	orders: Order[];
	problems: Problem[];
	skipped?: Skipped[];
}
