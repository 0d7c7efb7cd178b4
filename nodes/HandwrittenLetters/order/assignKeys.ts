/** Gives every order of a run its Idempotency-Key, before the first attempt of any. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Account, Accounts } from '../../shared/account';
import type { Fault, Problem } from '../../shared/failures/refusal';
import type { Run } from '../../shared/idempotencyKey';
import {
	agentKey,
	automaticKey,
	canonicalJson,
	customKey,
	externalIdKey,
	isSendableKey,
	sealKey,
} from '../../shared/idempotencyKey';
import { ItemNames } from '../input/itemNames';
import { ParameterReader } from '../input/parameterReader';
import { quoteValue } from '../input/problems';
import { describeRefused, readText } from '../input/textRules';
import { comparableId } from '../input/texts/plainForm';
import { labels } from '../letter/labels';
import type { Key, Order, ReadOrders, Source } from '../letter/order';
import { hasKey, itemIndexesOf } from '../letter/order';
import { readGapsAllowedIn } from '../letter/readLetters';
import type { KeyMode } from './keyFields';
import { CUSTOM_KEY_LABEL, DEFAULT_KEY_MODE, isKeyMode, KEY_MODE_LABEL, KEY_MODES } from './keyFields';
import type { RunIdentity } from './runIdentity';
import { identifyRun } from './runIdentity';

/** The same orders, with their keys. What cannot have one is named among the problems. */
export function assignKeys(
	{ context, accounts }: Pick<Source, 'context' | 'accounts'>,
	operation: string,
	{ orders, problems, skipped }: ReadOrders,
): ReadOrders {
	const maker = new KeyMaker(context, accounts, operation);
	const found = [...problems];
	const keyed = orders.map((order) => ({ ...order, key: maker.keyOf(order, found) }));
	return refuseOtherContents({ orders: keyed, problems: found, skipped }, accounts, maker.names);
}

/**
 * Of orders that share a key, only those with the contents of the first keep it. The others are found
 * here already: the service would answer 409 (spec, Idempotency rules 3).
 */
export function refuseOtherContents(
	{ orders, problems, skipped }: ReadOrders,
	accounts: Accounts,
	names: ItemNames,
): ReadOrders {
	const first = new Map<string, Order>();
	const found = [...problems];
	const agreeing = orders.map((order): Order => {
		if (!hasKey(order)) return order;
		const key = `${accountOf(order, accounts).hash} ${order.key.value}`;
		const earlier = first.get(key);
		if (earlier === undefined) first.set(key, order);
		if (earlier === undefined || canonicalJson(earlier.body) === canonicalJson(order.body)) return order;
		const what = order.key.keptBy === 'externalId' ? labels.externalId : 'Idempotency-Key';
		const other = names.of(itemIndexesOf(earlier));
		addFault(found, order, { text: `has the same ${what} as ${other}, but other contents` });
		return { ...order, key: undefined };
	});
	return { orders: agreeing, problems: found, skipped };
}

const accountOf = (order: Order, accounts: Accounts): Account => accounts.of(itemIndexesOf(order)[0] ?? 0);

/** A fault of the whole order is one of each of its items. */
function addFault(problems: Problem[], order: Order, fault: Fault): void {
	const [letter, another] = order.letters;
	const { external_id: externalId, to } = (another === undefined ? letter?.card : undefined) ?? {};
	for (const itemIndex of itemIndexesOf(order)) {
		problems.push({ itemIndex, externalId, name: to?.name, ...fault });
	}
}

class KeyMaker {
	readonly names: ItemNames;
	private readonly parameters: ParameterReader;
	private readonly items;
	private readonly hasMode;
	private readonly customUses = new Map<string, number>();
	private identity: RunIdentity | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly accounts: Accounts,
		private readonly operation: string,
	) {
		this.parameters = new ParameterReader(context);
		this.items = context.getInputData();
		this.hasMode = context.getNode().parameters.idempotencyKeyMode !== undefined;
		this.names = new ItemNames(this.items);
	}

	/** Undefined when the order cannot have one; `problems` then says why. */
	keyOf(order: Order, problems: Problem[]): Key | undefined {
		const mode = this.modeOf(order, problems);
		if (mode === 'automatic') return this.automatic(order);
		if (mode === 'externalId') return this.fromExternalIds(order, problems);
		if (mode === 'custom') return this.custom(order, problems);
		return undefined;
	}

	/** An expression may choose the mode of each item; the items of one batch have to agree. */
	private modeOf(order: Order, problems: Problem[]): KeyMode | undefined {
		const [first = 0, ...others] = itemIndexesOf(order);
		const chosen = this.readMode(first);
		if (!isKeyMode(chosen)) {
			addFault(problems, order, {
				field: KEY_MODE_LABEL,
				text: `must be one of ${Object.keys(KEY_MODES).join(', ')}`,
				given: quoteValue(chosen),
			});
			return undefined;
		}
		const different = others.filter((itemIndex) => this.readMode(itemIndex) !== chosen);
		for (const itemIndex of different) {
			const text = `is not the same as in ${this.names.of([first])} of the same batch (${KEY_MODES[chosen]})`;
			problems.push({ itemIndex, field: KEY_MODE_LABEL, text });
		}
		return different.length === 0 ? chosen : undefined;
	}

	private readMode(itemIndex: number): unknown {
		return this.hasMode ? this.parameters.read('idempotencyKeyMode', itemIndex) : DEFAULT_KEY_MODE;
	}

	private automatic(order: Order): Key {
		this.identity ??= identifyRun(this.context);
		const identity = this.identity;
		const { body } = order;
		if (identity.kind === 'agent') {
			const scope = identity.scope ?? agentDay(accountOf(order, this.accounts));
			return { value: agentKey(scope, this.operation, body), keptBy: 'agent' };
		}
		const { run, keptBy, callOf } = identity;
		const items = itemIndexesOf(order).map((itemIndex) => ({
			itemIndex,
			item: this.items[itemIndex]?.json ?? {},
			...(callOf && { call: callOf(itemIndex) }),
		}));
		const value = this.sealedKey(order, run) ?? automaticKey(run, this.operation, items, order.part);
		return { value, keptBy, seal: () => sealKey(value, run, body) };
	}

	/** The key that a failure of this run left in each item of the order, whose contents have not changed. */
	private sealedKey(order: Order, run: Run): string | undefined {
		const keys = itemIndexesOf(order).map((itemIndex) => {
			const { key, seal } = readSeal(this.items[itemIndex]?.json);
			return key !== undefined && seal === sealKey(key, run, order.body) ? key : undefined;
		});
		return new Set(keys).size === 1 ? keys[0] : undefined;
	}

	private fromExternalIds(order: Order, problems: Problem[]): Key | undefined {
		const missing = order.letters.filter(({ card }) => card.external_id === undefined);
		for (const { itemIndex, index } of missing) {
			problems.push({
				itemIndex,
				index,
				field: index === undefined ? labels.externalId : 'external_id',
				text: `is empty, but ${KEY_MODE_LABEL} is set to ${KEY_MODES.externalId}`,
			});
		}
		if (missing.length > 0) return undefined;
		const ids = order.letters.map(({ card }) => comparableId(card.external_id ?? ''));
		return { value: externalIdKey(this.operation, ids), keptBy: 'externalId' };
	}

	private custom(order: Order, problems: Problem[]): Key | undefined {
		const [first = 0] = itemIndexesOf(order);
		const faults: Fault[] = [];
		const field = this.parameters.readText('idempotencyKey', first);
		const gapsAllowed = readGapsAllowedIn(this.parameters, first).includes('idempotencyKey');
		const given = readText(field, CUSTOM_KEY_LABEL, faults, gapsAllowed)?.trim() ?? '';
		const refused = gapsAllowed ? undefined : describeRefused(given, CUSTOM_KEY_LABEL);
		if (refused !== undefined) faults.push({ field: CUSTOM_KEY_LABEL, ...refused });
		if (faults.length > 0) {
			for (const fault of faults) addFault(problems, order, fault);
			return undefined;
		}
		const use = `${order.list} ${given}`;
		const number = (this.customUses.get(use) ?? 0) + 1;
		this.customUses.set(use, number);
		const value = customKey(given, number);
		if (given !== '' && isSendableKey(value)) return { value, keptBy: 'custom' };
		const text = 'must be 1 to 255 ASCII characters, without accents or emoji';
		addFault(problems, order, { field: CUSTOM_KEY_LABEL, text, given: `"${value}"` });
		return undefined;
	}
}

/** Where an error item holds its key: below `error` on the error output, else among its own fields. */
function readSeal(json: IDataObject = {}): { key?: string; seal?: unknown } {
	const { details } = (isObject(json.error) ? json.error : json) as { details?: unknown };
	const { idempotency_key: key, seal } = (isObject(details) ? details : {}) as Record<string, unknown>;
	return typeof key === 'string' ? { key, seal } : {};
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** An agent that n8n runs outside any execution: its same call on the same day means the same letter. */
const agentDay = ({ hash }: Account): unknown => [hash, new Date().toISOString().slice(0, 10)];
