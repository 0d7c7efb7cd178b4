/** Where a letter comes from: the fields of the node, or a check that a person has looked at. */
import type { INodeProperties } from 'n8n-workflow';

import type { CardCreateRequest } from '../../shared/contract/contract';
import type { Problem } from '../../shared/failures/refusal';
import { ItemNames } from '../input/itemNames';
import { parseJson } from '../input/jsonObject';
import { TEXT_PARAMETERS, textOf } from '../letter/build';
import type { Order, ReadOrders, Source } from '../letter/order';
import { takeOutPast } from '../letter/pastDates';
import { validateLetter } from '../letter/validate';
import { refuseOtherContents } from '../order/assignKeys';
import { LetterCodes } from './letterCodes';

export const DEFAULT_LETTER_SOURCE = 'fields';

export const letterSourceField: INodeProperties = {
	displayName: 'Letter Source',
	name: 'letterSource',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Enter Here', value: 'fields', description: 'Fill in the letter below' },
		{
			name: 'From a Check',
			value: 'checked',
			description:
				'Order the items of a check exactly as they were checked. An item that has changed since is rejected.',
		},
	],
	default: DEFAULT_LETTER_SOURCE,
	description: 'Where the letters come from',
};

/** A sheet keeps it as a word. */
const isNo = (ok: unknown): boolean => ok === false || /^false$/i.test(String(ok));

/** The items of a check, as they came; one that no longer matches its code is to be corrected. */
export function readCheckedLetters({ context, run, accounts }: Source): ReadOrders {
	const orders: Order[] = [];
	const problems: Problem[] = [];
	context.getInputData().forEach(({ json }, itemIndex) => {
		const { idempotency_key: key, code, ok } = json;
		// A sheet or a table keeps an object as its JSON.
		const { value: request } = parseJson(json.request);
		const who = { externalId: textOf(json.external_id), name: textOf(json.name) };
		const refuse = (text: string, hint?: string) => problems.push({ itemIndex, ...who, text, hint });
		if (isNo(ok)) {
			refuse('was not fine in the check', 'Correct it, or put a Filter (ok is true) before this node');
		} else if (typeof code !== 'string' || typeof key !== 'string') {
			refuse(
				`was not checked: it has no ${typeof code === 'string' ? 'idempotency_key' : 'code'} from a check`,
				'Connect the output of a node whose Ordering Mode is Only check',
			);
		} else if (!new LetterCodes(accounts.of(itemIndex)).matches({ idempotencyKey: key, request }, code)) {
			refuse('has changed since it was checked, or the credential has', 'Check it again');
		} else {
			// What its texts say was judged, and allowed, when it was checked.
			const { value: card, problems: faults } = validateLetter(request, {
				run,
				gapsAllowedIn: TEXT_PARAMETERS,
			});
			problems.push(...faults.map((fault) => ({ itemIndex, ...who, ...fault })));
			if (card === undefined) return;
			orders.push({
				letters: [{ itemIndex, card }],
				body: request as CardCreateRequest,
				part: 0,
				list: itemIndex,
				key: { value: key, keptBy: 'checked' },
			});
		}
	});
	const read = { orders, ...takeOutPast(context, problems) };
	return refuseOtherContents(read, accounts, new ItemNames(context.getInputData()));
}
