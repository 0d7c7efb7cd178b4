/** What is asked of the service: a request, and what it stands for in the run. */
import type { z } from 'zod/v4';

import type { CardCreateRequest } from '../../contract/contract';

/** What a request does at the service: nothing, order something physical, or change what is there. */
export type Effect = 'none' | 'order' | 'change';

/** One letter, and the input item that it was read from. */
export interface Letter {
	itemIndex: number;
	card: CardCreateRequest;
}

export interface Key {
	value: string;
	/**
	 * When the same order is sent under it again: whenever it is ordered again, or only by a retry of the same run
	 * ("Retry execution").
	 */
	comesAgain: 'always' | 'withRun';
	/** What it is made of, in words. */
	madeOf: string;
	/** An agent must not change it to get past a conflict. */
	byAgent?: true;
}

export interface Request {
	effect: Effect;
	method: 'GET' | 'POST';
	/** Below the base URL, with a leading slash. */
	path: string;
	body?: object;
	/** Its Idempotency-Key, which every POST must have (spec, Endpoints); without one, an order does not leave. */
	key?: Key;
	/** What a good answer is. */
	answer: z.ZodType;
	/** Where the id of what is ordered stands in it. */
	idField?: 'id' | 'batch_id';
	/** What is asked for, in the words of the messages: for example `letter` or `batch`. */
	noun: string;
	/** The ID that is looked up. */
	id?: string;
	/** Of what is ordered: names the account in its item. */
	account?: string;
	/** The input items it stands for, each once. */
	itemIndexes: number[];
	/** Those that it orders. */
	letters: Letter[];
}
