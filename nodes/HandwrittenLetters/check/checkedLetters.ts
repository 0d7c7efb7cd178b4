/**
 * The code of a checked letter, and the items of a check that a person or a workflow has approved: what was
 * approved is what leaves, whatever a node or a model in between did to it. A code proves contents, not
 * consent.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { canonicalJson } from '../../contract/canonicalJson';
import type { CardCreateRequest } from '../../contract/contract';
import type { Account } from '../../n8n/account';
import type { Fault, Problem } from '../../words/refusal';
import { textOf } from '../letter/build';
import { refuseOtherContents } from '../letter/keys/assignKeys';
import { labels, textPanels } from '../letter/letterPanel';
import type { Order, ReadOrders, Source } from '../letter/letters';
import type { Built } from '../letter/validate';
import { validateLetter } from '../letter/validate';

const CHECK_AGAIN = 'Check it again';
const EVERY_TEXT = textPanels.map(({ name }) => name);

/** Holds a letter, its key and the address it would be sent to together. */
export function codeOf({ baseUrl, credential }: Account, key: string, request: unknown): string {
	// The API key itself signs nothing, so that no code can help to find it for another use.
	const secret = createHmac('sha256', credential.apiKey)
		.update('handwritten letters, checked letter, 1')
		.digest();
	// The same after it was stored: n8n keeps items as JSON between two nodes.
	const contents = canonicalJson({
		operation: 'card.create',
		base_url: new URL(baseUrl).href,
		idempotency_key: key,
		request,
	});
	return createHmac('sha256', secret).update(contents).digest('hex');
}

function isSame(given: string, wanted: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/** One order for each item that is still as it was checked. */
export function readCheckedLetters({ context, run, accounts, names }: Source): ReadOrders {
	const orders: Order[] = [];
	const problems: Problem[] = [];
	context.getInputData().forEach(({ json }, itemIndex) => {
		const request = readRequest(json.request);
		const letter = (request ?? {}) as Partial<CardCreateRequest>;
		const who = { externalId: textOf(letter.external_id), name: textOf(letter.to?.name) };
		const faults = findChanges({ ...json, request }, accounts.of(itemIndex));
		// What its texts say was judged, and allowed, when it was checked.
		const read: Built<CardCreateRequest> =
			faults.length > 0 ? { problems: faults } : validateLetter(request, run, EVERY_TEXT);
		problems.push(...read.problems.map((fault) => ({ itemIndex, ...who, ...fault })));
		if (read.value === undefined) return;
		orders.push({
			letters: [{ itemIndex, card: read.value }],
			body: request as CardCreateRequest,
			key: { value: json.idempotency_key as string, comesAgain: 'always', madeOf: 'idempotency_key' },
		});
	});
	return { orders: refuseOtherContents(orders, problems, { accounts, names }), problems };
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

type Checked = Record<string, unknown>;

/** Why the item is not the letter that was checked. */
function findChanges(item: Checked, account: Account): Fault[] {
	const { request, outcome, code, idempotency_key: key } = item;
	// What was to be corrected has no request either.
	const isToCorrect = outcome === 'to_correct' || outcome === 'not_ordered';
	if (!isToCorrect && (typeof request !== 'object' || request === null)) {
		const hint = 'Connect the output of a node that has checked letters to this node';
		return [{ text: 'was not checked: it has no request', hint }];
	}
	if (isToCorrect || (outcome !== undefined && outcome !== null && outcome !== 'fine')) {
		return [
			{ text: 'was not fine in the check', hint: 'Take it out with a Filter on outcome before this node' },
		];
	}
	if (typeof code !== 'string' || typeof key !== 'string') {
		const missing = typeof code === 'string' ? 'idempotency_key' : 'code';
		const hint = 'Connect the output of Letter → Create in a run that only checks';
		return [{ text: `was not checked: it has no ${missing} from a check`, hint }];
	}
	if (!isSame(code, codeOf(account, key, request))) {
		return [{ text: 'has changed since it was checked, or the credential has', hint: CHECK_AGAIN }];
	}
	return findOtherNames(item, request as CardCreateRequest);
}

/** A person has seen these beside the request: the letter of another row must not leave for them. */
function findOtherNames({ name, external_id: id }: Checked, request: CardCreateRequest): Fault[] {
	const differs = (shown: unknown, ordered = '') =>
		shown !== undefined && shown !== null && asText(shown) !== ordered.trim();
	return [
		...(differs(name, request.to.name) ? [labels['to.name']] : []),
		...(differs(id, request.external_id) ? [labels.external_id] : []),
	].map((field) => ({ field, text: 'differs from the letter that was checked', hint: CHECK_AGAIN }));
}

/** A sheet may hold a number. */
const asText = (shown: unknown): string | undefined =>
	typeof shown === 'string' || typeof shown === 'number' ? String(shown).trim() : undefined;
