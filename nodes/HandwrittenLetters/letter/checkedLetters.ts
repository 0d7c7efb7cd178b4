/** The letters of a check that a person or a workflow has approved: each is ordered as its item has it. */
import type { CardCreateRequest } from '../../contract/contract';
import type { Account } from '../../n8n/account';
import type { Fault, Problem } from '../../words/refusal';
import type { Key, Request } from '../service/request';
import { assignKeys } from './assignKeys';
import { isSendableKey } from './idempotencyKey';
import { textPanels } from './letterFields';
import type { Found, Source } from './letters';
import { LETTER } from './letters';
import { textOf } from './readLetters';
import { validateLetter } from './validate';

const EVERY_TEXT = textPanels.map(({ name }) => name);

/**
 * One order for each item, under the key that the check has given it, if it has one. It is the same order as
 * that of the letter, so without a key it gets the one of its External ID.
 */
export function readCheckedLetters(source: Source): Found {
	const requests: Request[] = [];
	const problems: Problem[] = [];
	const items = source.context.getInputData();
	for (const itemIndex of source.itemIndexes) {
		const { json = {} } = items[itemIndex] ?? {};
		const request = readRequest(json.request);
		const { external_id: externalId, to } = (request ?? {}) as Partial<CardCreateRequest>;
		const who = { externalId: textOf(externalId), name: textOf(to?.name) };
		const faults = findFaults({ ...json, request }, source.account);
		// What its texts say was judged, and allowed, when it was checked.
		const read = faults.length > 0 ? { problems: faults } : validateLetter(request, source, EVERY_TEXT);
		problems.push(...read.problems.map((fault) => ({ itemIndex, ...who, ...fault })));
		if (!('card' in read) || read.card === undefined) continue;
		const value = (json.idempotency_key ?? '') as string;
		const key: Key | undefined =
			value === '' ? undefined : { value, comesAgain: 'always', madeOf: 'idempotency_key' };
		const letters = [{ itemIndex, card: read.card }];
		requests.push({ ...LETTER, letters, itemIndexes: [itemIndex], body: read.card, key });
	}
	const { account } = source;
	return assignKeys(source, 'card.create', { account, requests, problems, drafts: [], skipped: [] });
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
