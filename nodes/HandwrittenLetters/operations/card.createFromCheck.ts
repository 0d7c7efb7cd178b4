/** Letter > Create From Check: the letters of a check, as they were checked (spec, Endpoints: POST /cards). */
import { readCheckedLetters } from '../check/checkedLetters';
import { orderingModeFields } from '../fields/orderingMode';
import { optionsOfCheckedLetters } from '../fields/orderOptions';
import { orderSingleLetters } from './card.create';
import type { Operation } from './operation';
import { OUTPUTS } from './outputShapes';

export const createCardFromCheck: Operation = {
	value: 'createFromCheck',
	name: 'Create From Check',
	action: 'Send a checked letter',
	description:
		'Order the letters of a check exactly as they were checked. An item that has changed since is rejected. They are written on paper, posted and charged, and cannot be taken back.',
	fields: [...orderingModeFields, optionsOfCheckedLetters],
	output: OUTPUTS.createCard,
	execute: async (context) => await orderSingleLetters(context, readCheckedLetters),
};
