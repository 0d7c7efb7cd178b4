/** Gives every order of a run its Idempotency-Key, before the first attempt of any. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../contract/canonicalJson';
import type { Account, Accounts } from '../../n8n/account';
import { identifyRun, isAgentTool, isForAgent } from '../../n8n/run';
import type { Run } from '../../n8n/run';
import { groupBy } from '../../words/groupBy';
import { capitalize } from '../../words/itemNames';
import type { Fault, Problem } from '../../words/refusal';
import { memoryFor } from '../service/orderMemory';
import { changingFaults } from './expression';
import { externalIdKey, isSendableKey, mayName, runKey } from './idempotencyKey';
import { KEY_LABEL, KEY_PARAMETER, labels } from './letterFields';
import type { Key, Order, ReadOrders, Source } from './letters';
import { hasKey, itemIndexesOf } from './letters';
import { describeRefused, readText, UNPROTECTED } from './textRules';
import { comparableId } from './validate';

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
function refuseOtherContents(
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

/** Which key an order has: its own, that of its External IDs, or of the run. */
class KeyMaker {
	private readonly hasOwnKeys: boolean;
	private readonly changing: Fault[];
	private readonly mayIdsName: boolean;
	private readonly mayOwnKeysName: boolean;
	private readonly run: Run | undefined;
	private readonly byAgent: true | undefined;

	constructor(
		private readonly source: KeySource,
		private readonly operation: string,
	) {
		const { context } = source;
		const { options, externalId } = context.getNode().parameters;
		const { idempotencyKey } = (options ?? {}) as IDataObject;
		this.hasOwnKeys = hasOwnKeys(context);
		this.changing = changingFaults(idempotencyKey, KEY_LABEL);
		this.mayIdsName = mayName(context, externalId);
		this.mayOwnKeysName = this.mayIdsName && mayName(context, idempotencyKey);
		this.run = identifyRun(context);
		this.byAgent = isForAgent(context) || undefined;
	}

	/** Undefined when the order cannot have one. If it is to be corrected, `problems` then says why. */
	keyOf(order: Order, problems: Problem[]): Key | undefined {
		// What a model hands on may be an item that it has made up.
		if (order.key !== undefined) return this.mayIdsName ? order.key : undefined;
		const own = this.hasOwnKeys ? this.readOwn(order, problems) : '';
		if (own === undefined) return undefined;
		const key =
			own === ''
				? (this.fromExternalIds(order) ?? this.fromRun(order))
				: this.mayOwnKeysName
					? { value: own, comesAgain: 'always' as const, madeOf: KEY_LABEL }
					: undefined;
		return key && { ...key, byAgent: this.byAgent };
	}

	/** Of a letter whose date has passed: the service would write one that it has not seen. */
	nameEarlier(problem: Problem): Problem {
		const { isPast, externalId, itemIndex } = problem;
		if (!isPast || externalId === undefined || !this.mayIdsName) return problem;
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
		if (!this.mayIdsName) return undefined;
		const ids = letters.flatMap(({ card }) =>
			card.external_id === undefined ? [] : [comparableId(card.external_id)],
		);
		if (ids.length < letters.length) return undefined;
		return { value: externalIdKey(this.operation, ids), comesAgain: 'always', madeOf: labels.external_id };
	}

	private fromRun(order: Order): Key | undefined {
		if (this.run === undefined) return undefined;
		const items = itemIndexesOf(order).map((itemIndex) => ({
			itemIndex,
			item: this.source.context.getInputData()[itemIndex]?.json ?? {},
		}));
		return { value: runKey(this.run, this.operation, items), comesAgain: 'withRun', madeOf: 'run' };
	}
}

/** The option Idempotency Key is there, be it empty for some letters. */
export function hasOwnKeys(context: IExecuteFunctions): boolean {
	const { options } = context.getNode().parameters;
	return typeof options === 'string' || Object.hasOwn((options ?? {}) as object, 'idempotencyKey');
}

const NEEDS_ID: Fault = {
	field: labels.external_id,
	text: 'is needed here: n8n does not say which run this is, so a retry would order the letter again',
	hint: 'Give each letter an ID of its own, such as the order number',
};
const NEEDS_ID_OF_WORKFLOW: Fault = {
	field: labels.external_id,
	text: 'must come from the workflow, because each call of an agent would make up another',
	hint: "Set it to an expression such as {{ $('Orders').item.json.order_id }}, without $fromAI",
};

/**
 * The same orders, with a problem for each that has no key and no problem: where n8n does not tell which run this
 * is, nothing is ordered without an External ID or Idempotency Key.
 */
export function refuseUnnamed(context: IExecuteFunctions, read: ReadOrders): ReadOrders {
	const problems = [...read.problems];
	const wrong = new Set(problems.map(({ itemIndex }) => itemIndex));
	for (const order of read.orders) {
		if (hasKey(order) || itemIndexesOf(order).some((itemIndex) => wrong.has(itemIndex))) continue;
		addFault(problems, order, isAgentTool(context) ? NEEDS_ID_OF_WORKFLOW : NEEDS_ID);
	}
	return { ...read, problems };
}
