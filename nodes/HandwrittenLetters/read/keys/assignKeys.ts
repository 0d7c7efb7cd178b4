/** Gives every order of a run its Idempotency-Key, before the first attempt of any. */
import type { IDataObject } from 'n8n-workflow';

import { canonicalJson } from '../../../contract/canonicalJson';
import type { Account, Accounts } from '../../../n8n/account';
import type { Fault, Problem } from '../../../n8n/refusal';
import type { RunIdentity } from '../../../n8n/runIdentity';
import { identifyRun, isForAgent } from '../../../n8n/runIdentity';
import { labels } from '../../fields/letterPanel';
import { KEY_LABEL, KEY_PARAMETER } from '../../fields/orderOptions';
import { memoryFor } from '../../send/orderMemory';
import { groupBy } from '../../tell/groupBy';
import { capitalize } from '../../tell/itemNames';
import type { Key, Order, ReadOrders, Source } from '../letters';
import { hasKey, itemIndexesOf } from '../letters';
import { changingFaults } from '../parameters/expression';
import { comparableId } from '../texts/plainForm';
import { describeRefused, readText, UNPROTECTED } from '../texts/textRules';
import {
	agentKey,
	comparableRecipient,
	externalIdKey,
	isSendableKey,
	readIdentityOfIds,
	runKey,
} from './idempotencyKey';

type KeySource = Omit<Source, 'run'>;

/** The same orders, with their keys. What cannot have one is named among the problems. */
export function assignKeys(source: KeySource, operation: string, read: ReadOrders): ReadOrders {
	const maker = new KeyMaker(source, operation);
	const problems = read.problems.map((problem) => maker.nameEarlier(problem));
	const keyed = read.orders.map((order) => ({ ...order, key: maker.keyOf(order, problems) }));
	const single = refuseCopies(keyed, problems, source);
	return { ...read, orders: refuseOtherContents(single, problems, source), problems };
}

/**
 * Of orders that share a key, only those with the contents of the first keep it. The others are found
 * here already: the service would answer 409 (spec, Idempotency rules 3).
 */
export function refuseOtherContents(
	orders: Order[],
	problems: Problem[],
	{ accounts, names }: Pick<Source, 'accounts' | 'names'>,
): Order[] {
	const first = new Map<string, { order: Order; contents?: string }>();
	const named = new Set(problems.map(({ itemIndex, field = '' }) => `${itemIndex} ${field}`));
	return orders.map((order): Order => {
		if (!hasKey(order)) return order;
		const key = `${accountOf(order, accounts).hash} ${order.key.value}`;
		const earlier = first.get(key);
		if (earlier === undefined) {
			first.set(key, { order });
			return order;
		}
		// Once for all that follow: it may be large, and they many.
		earlier.contents ??= canonicalJson(earlier.order.body);
		if (earlier.contents === canonicalJson(order.body)) return order;
		const items = itemIndexesOf(order);
		const other = names.of(itemIndexesOf(earlier.order));
		const text = `has the same ${order.key.madeOf} as ${other}, but other contents`;
		// A batch has said of its letters that an ID is there more than once.
		if (!items.some((itemIndex) => named.has(`${itemIndex} ${order.key.madeOf}`)))
			addFault(problems, order, { text });
		return { ...order, key: undefined };
	});
}

/**
 * Equal letters that nothing of their own tells apart are mostly one letter, read from the first item
 * for every item.
 */
function refuseCopies(orders: Order[], problems: Problem[], { accounts, names }: KeySource): Order[] {
	const unnamed = orders.filter((order) => hasKey(order) && order.key.comesAgain !== 'always');
	const letters = unnamed.flatMap((order) => order.letters.map((letter) => ({ ...letter, order })));
	const refused = new Set<Order>();
	const hashOf = (order: Order) => accountOf(order, accounts).hash;
	for (const copies of groupBy(
		letters,
		({ card, order }) => `${hashOf(order)} ${canonicalJson(card)}`,
	).values()) {
		if (copies.length < 2) continue;
		// Once for all of them: their number squared would stop n8n.
		const places = capitalize(names.of(copies.map(({ itemIndex }) => itemIndex)));
		for (const { itemIndex, card, order } of copies) {
			refused.add(order);
			problems.push({
				itemIndex,
				name: card.to.name,
				text: `${places} are the same letter`,
				inAll: true,
				hint: 'If it is a mistake, use .item in place of .first(), or another field of the item. If you want copies, give each an External ID',
			});
		}
	}
	return orders.map((order) => (refused.has(order) ? { ...order, key: undefined } : order));
}

const KEY_ADVICE =
	"Check the column name or fill in the value. If a letter may have none, end the expression in ?? ''";

const accountOf = (order: Order, accounts: Accounts): Account => accounts.of(itemIndexesOf(order)[0] ?? 0);

/** A fault of the whole order is one of each of its items. */
function addFault(problems: Problem[], order: Order, fault: Fault): void {
	const [letter, another] = order.letters;
	const { external_id: externalId, to } = (another === undefined ? letter?.card : undefined) ?? {};
	for (const itemIndex of itemIndexesOf(order)) {
		problems.push({ itemIndex, externalId, name: to?.name, ...fault });
	}
}

/** Which key an order has: its own, that of its External IDs, of its recipients, or of the run. */
class KeyMaker {
	private readonly hasOwnKeys: boolean;
	private readonly changing: Fault[];
	private readonly idsIdentify;
	private readonly byAgent: true | undefined;
	private identity: RunIdentity | undefined;

	constructor(
		private readonly source: KeySource,
		private readonly operation: string,
	) {
		const { context } = source;
		const { options } = context.getNode().parameters;
		this.hasOwnKeys =
			typeof options === 'string' || Object.hasOwn((options ?? {}) as object, 'idempotencyKey');
		const { idempotencyKey } = (options ?? {}) as IDataObject;
		this.changing = changingFaults(idempotencyKey, KEY_LABEL);
		this.idsIdentify = readIdentityOfIds(context);
		this.byAgent = isForAgent(context) || undefined;
	}

	/** Undefined when the order cannot have one; `problems` then says why. */
	keyOf(order: Order, problems: Problem[]): Key | undefined {
		const own = this.hasOwnKeys ? this.readOwn(order, problems) : '';
		if (own === undefined) return undefined;
		const key =
			own === ''
				? (this.fromExternalIds(order) ?? this.fromRun(order))
				: { value: own, comesAgain: 'always' as const, madeOf: KEY_LABEL };
		return { ...key, byAgent: this.byAgent };
	}

	/** Of a letter whose date has passed: the service would write one that it has not seen. */
	nameEarlier(problem: Problem): Problem {
		const { isPast, externalId, itemIndex } = problem;
		if (!isPast || externalId === undefined || this.idsIdentify !== 'yes') return problem;
		const key = externalIdKey(this.operation, [comparableId(externalId)]);
		const { earlier } = memoryFor(this.source.accounts.of(itemIndex).hash).earlier(key);
		return earlier === undefined
			? problem
			: { ...problem, hint: `A letter with this External ID was ordered before: ${earlier.id}` };
	}

	/** The user's own key; empty for none, undefined for a wrong one. */
	private readOwn(order: Order, problems: Problem[]): string | undefined {
		const [first = 0] = itemIndexesOf(order);
		const faults: Fault[] = [];
		const given = this.source.parameters.readText(KEY_PARAMETER, first);
		const key = readText(given, KEY_LABEL, faults, { whenNothing: UNPROTECTED, isLine: true })?.trim() ?? '';
		const refused = describeRefused(key, KEY_LABEL, 'id');
		if (key !== '' && refused.length === 0 && !isSendableKey(key)) {
			refused.push({ text: 'must be 1 to 255 ASCII characters, without accents or emoji' });
		}
		faults.push(...refused.map((fault) => ({ field: KEY_LABEL, ...fault })));
		// The options that let a text or a gap through do not have it.
		const advised = faults.map((fault) => ({ ...fault, hint: fault.hint && KEY_ADVICE }));
		const all = [...advised, ...this.changing];
		for (const fault of all) addFault(problems, order, fault);
		return all.length === 0 ? key : undefined;
	}

	private fromExternalIds({ letters }: Order): Key | undefined {
		if (this.idsIdentify === 'no') return undefined;
		const ids = letters.flatMap(({ card }) =>
			card.external_id === undefined ? [] : [comparableId(card.external_id)],
		);
		if (ids.length < letters.length) return undefined;
		const recipients = letters.map(({ card }) => comparableRecipient(card));
		const isIdEnough = this.idsIdentify === 'yes';
		const value = externalIdKey(this.operation, ids, isIdEnough ? undefined : recipients);
		return { value, comesAgain: 'always', madeOf: labels.external_id };
	}

	private fromRun(order: Order): Key {
		const { context, accounts } = this.source;
		const identity = (this.identity ??= identifyRun(context));
		if (identity.kind === 'agent') {
			const { hash } = accountOf(order, accounts);
			const recipients = order.letters.map(({ card }) => comparableRecipient(card));
			const value = agentKey(hash, identity.day, this.operation, recipients);
			return { value, comesAgain: 'always', madeOf: 'recipient and day' };
		}
		const { run, comesAgain, callOf } = identity;
		const items = itemIndexesOf(order).map((itemIndex) => ({
			itemIndex,
			item: context.getInputData()[itemIndex]?.json ?? {},
			...(callOf && { call: callOf(itemIndex) }),
		}));
		return { value: runKey(run, this.operation, items), comesAgain, madeOf: 'run' };
	}
}
