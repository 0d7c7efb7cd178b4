/**
 * Letter > Create: one letter per input item, and Letter > Create From Check: the letters of a check, as
 * they were checked (spec, Endpoints: POST /cards).
 */
import { readCheckedLetters } from '../letter/checkedLetters';
import { additionalFields, letterFields } from '../letter/letterFields';
import { LETTER } from '../letter/letters';
import { readSingleLetters } from '../letter/readLetters';
import { OUTPUTS } from '../report/outputs';
import type { Operation } from './operation';
import { optionsOfCheckedLetters, optionsOfLetters } from './options';
import { orderOrCheck } from './order';
import { orderingModeFields } from './orderingMode';

export const createCard: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Send a letter',
	description:
		'Order one physical handwritten letter per input item. It is written on paper, posted and charged, and cannot be taken back.',
	fields: [...letterFields, ...orderingModeFields, additionalFields, optionsOfLetters],
	output: OUTPUTS.createCard,
	execute: async (context) => await orderOrCheck(context, LETTER, readSingleLetters),
};

export const createCardFromCheck: Operation = {
	value: 'createFromCheck',
	name: 'Create From Check',
	action: 'Send a checked letter',
	description:
		'Order the letters of a check, each as its item has it in "request". They are written on paper, posted and charged, and cannot be taken back.',
	fields: [...orderingModeFields, optionsOfCheckedLetters],
	output: OUTPUTS.createCard,
	execute: async (context) => await orderOrCheck(context, LETTER, readCheckedLetters),
};
