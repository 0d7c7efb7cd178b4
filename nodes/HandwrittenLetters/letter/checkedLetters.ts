/** The letters of a check that a person or a workflow has approved: each is ordered as its item has it. */
import type { CardCreateRequest } from '../../contract/contract';
import type { Account } from '../../n8n/account';
import type { Fault, Problem } from '../../words/refusal';
import { isSendableKey } from './idempotencyKey';
import { textPanels } from './letterFields';
import type { Order, ReadOrders, Source } from './letters';
import { textOf } from './readLetters';
import type { Built } from './validate';
import { validateLetter } from './validate';

const EVERY_TEXT = textPanels.map(({ name }) => name);

/** One order for each item, under the key that the check has given it, if it has one. */
export function readCheckedLetters({ context, run, accounts }: Source): ReadOrders {
	const orders: Order[] = [];
	const problems: Problem[] = [];
	context.getInputData().forEach(({ json }, itemIndex) => {
		const request = readRequest(json.request);
		const { external_id: externalId, to } = (request ?? {}) as Partial<CardCreateRequest>;
		const who = { externalId: textOf(externalId), name: textOf(to?.name) };
		const faults = findFaults({ ...json, request }, accounts.of(itemIndex));
		// What its texts say was judged, and allowed, when it was checked.
		const read: Built<CardCreateRequest> =
			faults.length > 0 ? { problems: faults } : validateLetter(request, run, EVERY_TEXT);
		problems.push(...read.problems.map((fault) => ({ itemIndex, ...who, ...fault })));
		if (read.value === undefined) return;
		const key = json.idempotency_key ?? '';
		orders.push({
			letters: [{ itemIndex, card: read.value }],
			body: read.value,
			...(key !== '' && {
				key: { value: key as string, comesAgain: 'always', madeOf: 'idempotency_key' },
			}),
		});
	});
	return { orders, problems };
}

/** A sheet or a table keeps an object as its JSON. */
function readRequest(given: unknown): unknown {
	if (typeof given !== 'string') return given;
	try {
		return JSON.parse(given) as unknown;
	} catch {
		return undefined;
	}
}

const CHECK_AGAIN = 'Check it again';

/** Why the item is no letter that a check of this account has found fine. */
function findFaults(item: Record<string, unknown>, { id }: Account): Fault[] {
	const { request, outcome, account, idempotency_key: key } = item;
	if (outcome === 'fine' && (typeof request !== 'object' || request === null)) {
		const hint = 'Connect the output of a node that has checked letters to this node';
		return [{ text: 'was not checked: it has no request', hint }];
	}
	if (outcome !== 'fine') {
		const hint = 'Take it out with a Filter on outcome before this node';
		return [{ text: 'was not fine in the check', hint }];
	}
	if (account !== id) {
		return [{ text: 'was checked with another credential or for another account', hint: CHECK_AGAIN }];
	}
	const isKey = key === undefined || key === null || key === '';
	if (isKey || (typeof key === 'string' && isSendableKey(key))) return [];
	return [{ field: 'idempotency_key', text: 'is not the key of a check', hint: CHECK_AGAIN }];
}
