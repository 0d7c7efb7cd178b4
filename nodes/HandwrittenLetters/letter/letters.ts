/** What is ordered: letters that go out in one request, and the key of that request. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { BatchCreateRequest, CardCreateRequest } from '../../contract/contract';
import type { Accounts } from '../../n8n/account';
import type { ItemNames } from '../../words/itemNames';
import type { Problem } from '../../words/refusal';
import type { ComesAgain } from '../service/job';
import type { ParameterReader } from './parameterReader';
import type { RunTime } from './values';

/** What the letters of a run are read from. */
export interface Source {
	context: IExecuteFunctions;
	run: RunTime;
	accounts: Accounts;
	parameters: ParameterReader;
	names: ItemNames;
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
	byAgent?: true;
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

export interface ReadOrders {
	/** All whose letters are fine, also those that cannot have a key. */
	orders: Order[];
	problems: Problem[];
	/** Those of the problems, as far as they could be read: a check warns of them, too. */
	drafts?: PlacedLetter[];
	/** Items without a value in them. */
	skipped?: number[];
}

/** How many letters a run has, those to correct included. */
export function countLetters({ orders, problems }: ReadOrders): number {
	return new Set([...orders.flatMap(({ letters }) => letters), ...problems].map(({ itemIndex }) => itemIndex))
		.size;
}
