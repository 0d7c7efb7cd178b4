/** What the letters of a run are read from, and what is found in its items. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { batchSchema, cardSchema } from '../../contract/contract';
import type { Account } from '../../n8n/account';
import type { ItemNames } from '../../words/itemNames';
import type { Problem } from '../../words/refusal';
import type { Letter, Request } from '../service/request';
import type { RunTime } from './instant';
import type { ParameterReader } from './parameterReader';

/** No order may have more by default. */
export const DEFAULT_MAX_LETTERS = 500;

/** What is ordered with one request, before its letters are known. */
export const LETTER = {
	effect: 'order',
	method: 'POST',
	path: '/cards',
	answer: cardSchema,
	idField: 'id',
	noun: 'letter',
} as const;
export const BATCH = {
	effect: 'order',
	method: 'POST',
	path: '/batches',
	answer: batchSchema,
	idField: 'batch_id',
	noun: 'batch',
} as const;
export type Orderable = typeof LETTER | typeof BATCH;

/** What the letters of one account are read from. */
export interface Source extends RunTime {
	context: IExecuteFunctions;
	account: Account;
	/** Its input items. */
	itemIndexes: readonly number[];
	parameters: ParameterReader;
	names: ItemNames;
}

/** What was read from the items of one account. Nothing has been sent yet. */
export interface Found {
	account: Account;
	/** All whose letters are fine, also those that cannot have a key. */
	requests: Request[];
	problems: Problem[];
	/** Those of the problems, as far as they could be read: a check warns of them, too. */
	drafts: Letter[];
	/** Items without a value in them. */
	skipped: number[];
}
