/**
 * Letter > Create: one letter per input item, and Letter > Create From Check: the letters of a check, as
 * they were checked (spec, Endpoints: POST /cards).
 */
import { cardSchema } from '../../contract/contract';
import { assignKeys } from '../letter/assignKeys';
import { readCheckedLetters } from '../letter/checkedLetters';
import { additionalFields, letterFields } from '../letter/letterFields';
import type { ReadOrders, Source } from '../letter/letters';
import { readSingleLetters } from '../letter/readLetters';
import { optionsOfCheckedLetters, optionsOfLetters } from '../options/orderOptions';
import { describeCards } from '../report/summary';
import type { Operation } from './operation';
import { OUTPUTS } from './operation';
import { orderingModeFields } from './orderingMode';
import type { Orderable } from './orderOrCheck';
import { orderOrCheck } from './orderOrCheck';

const LETTER: Orderable = {
	noun: 'letter',
	path: '/cards',
	idField: 'id',
	schema: cardSchema,
	describe: describeCards,
};

/** The letters of all input items with their keys. Nothing is sent here. */
const read = (source: Source): ReadOrders => assignKeys(source, 'card.create', readSingleLetters(source));

/** An order of a checked letter is the same order, so a letter without a key gets the one of its External ID. */
const readChecked = (source: Source): ReadOrders =>
	assignKeys(source, 'card.create', readCheckedLetters(source));

export const createCard: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Send a letter',
	description:
		'Order one physical handwritten letter per input item. It is written on paper, posted and charged, and cannot be taken back.',
	fields: [...letterFields, ...orderingModeFields, additionalFields, optionsOfLetters],
	output: OUTPUTS.createCard,
	execute: async (context) => await orderOrCheck(context, read, LETTER),
};

export const createCardFromCheck: Operation = {
	value: 'createFromCheck',
	name: 'Create From Check',
	action: 'Send a checked letter',
	description:
		'Order the letters of a check, each as its item has it in "request". They are written on paper, posted and charged, and cannot be taken back.',
	fields: [...orderingModeFields, optionsOfCheckedLetters],
	output: OUTPUTS.createCard,
	execute: async (context) => await orderOrCheck(context, readChecked, LETTER),
};
