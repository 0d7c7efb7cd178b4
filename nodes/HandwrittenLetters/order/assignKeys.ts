/** Gives every order of a run its Idempotency-Key, before the first attempt of any. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Fault, Problem } from '../../shared/failures/refusal';
import {
	automaticKey,
	canonicalJson,
	customKey,
	externalIdKey,
	isSendableKey,
} from '../../shared/idempotencyKey';
import { ParameterReader } from '../input/parameterReader';
import { quoteValue } from '../input/problems';
import { nameRows } from '../input/rows';
import { readText } from '../input/textRules';
import { labels } from '../letter/labels';
import type { Key, Order, ReadOrders } from '../letter/order';
import { hasKey, itemIndexesOf } from '../letter/order';
import { readGapsAllowedIn } from '../letter/readLetters';
import type { KeyMode } from './keyFields';
import { CUSTOM_KEY_LABEL, DEFAULT_KEY_MODE, isKeyMode, KEY_MODE_LABEL, KEY_MODES } from './keyFields';
import type { RunIdentity } from './runIdentity';
import { identifyRun } from './runIdentity';

/** The same orders, with their keys. What cannot have one is named among the problems. */
export function assignKeys(
	context: IExecuteFunctions,
	operation: string,
	{ orders, problems }: ReadOrders,
): ReadOrders {
	const maker = new KeyMaker(context, operation);
	const found = [...problems];
	const keyed = orders.map((order) => ({ ...order, key: maker.keyOf(order, found) }));
	return refuseOtherContents({ orders: keyed, problems: found });
}

/**
 * Of orders that share a key, only those with the contents of the first keep it. The others are found
 * here already: the service would answer 409 (spec, Idempotency rules 3).
 */
export function refuseOtherContents({ orders, problems }: ReadOrders): ReadOrders {
	const first = new Map<string, { contents: string; order: Order }>();
	const found = [...problems];
	const agreeing = orders.map((order): Order => {
		if (!hasKey(order)) return order;
		const contents = canonicalJson(order.body);
		const earlier = first.get(order.key.value);
		if (earlier === undefined) first.set(order.key.value, { contents, order });
		if (earlier === undefined || earlier.contents === contents) return order;
		const what = order.key.keptBy === 'externalId' ? labels.externalId : 'Idempotency-Key';
		const row = nameRows(itemIndexesOf(earlier.order));
		addFault(found, order, { text: `has the same ${what} as ${row}, but other contents` });
		return { ...order, key: undefined };
	});
	return { orders: agreeing, problems: found };
}

/** A fault of the whole order is one of each of its rows. */
function addFault(problems: Problem[], order: Order, fault: Fault): void {
	const [letter, another] = order.letters;
	const externalId = another === undefined ? letter?.card.external_id : undefined;
	for (const itemIndex of itemIndexesOf(order)) problems.push({ itemIndex, externalId, ...fault });
}

class KeyMaker {
	private readonly parameters: ParameterReader;
	private readonly items;
	private readonly customUses = new Map<string, number>();
	private identity: RunIdentity | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: string,
	) {
		this.parameters = new ParameterReader(context);
		this.items = context.getInputData();
	}

	/** Undefined when the order cannot have one; `problems` then says why. */
	keyOf(order: Order, problems: Problem[]): Key | undefined {
		const mode = this.modeOf(order, problems);
		if (mode === 'automatic') return this.automatic(order);
		if (mode === 'externalId') return this.fromExternalIds(order, problems);
		if (mode === 'custom') return this.custom(order, problems);
		return undefined;
	}

	/** An expression may choose the mode of each row; the rows of one batch have to agree. */
	private modeOf(order: Order, problems: Problem[]): KeyMode | undefined {
		const [first = 0, ...others] = itemIndexesOf(order);
		const chosen = this.readMode(first);
		if (!isKeyMode(chosen)) {
			addFault(problems, order, {
				field: KEY_MODE_LABEL,
				text: `must be one of ${Object.keys(KEY_MODES).join(', ')}, but its expression gives ${quoteValue(chosen)}`,
			});
			return undefined;
		}
		const different = others.filter((itemIndex) => this.readMode(itemIndex) !== chosen);
		for (const itemIndex of different) {
			const text = `is not the same as in ${nameRows([first])} of the same batch (${KEY_MODES[chosen]})`;
			problems.push({ itemIndex, field: KEY_MODE_LABEL, text });
		}
		return different.length === 0 ? chosen : undefined;
	}

	private readMode(itemIndex: number): unknown {
		return this.context.getNode().parameters.idempotencyKeyMode === undefined
			? DEFAULT_KEY_MODE
			: this.parameters.read('idempotencyKeyMode', itemIndex);
	}

	private automatic(order: Order): Key {
		this.identity ??= identifyRun(this.context);
		const { run, survivesRetry } = this.identity;
		const items = itemIndexesOf(order).map((itemIndex) => ({
			itemIndex,
			item: this.items[itemIndex]?.json ?? {},
		}));
		return {
			value: automaticKey(run, this.operation, items, order.part),
			keptBy: survivesRetry ? 'retry' : 'unsure',
		};
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
		const ids = order.letters.map(({ card }) => card.external_id ?? '');
		return { value: externalIdKey(this.operation, ids), keptBy: 'externalId' };
	}

	private custom(order: Order, problems: Problem[]): Key | undefined {
		const [first = 0] = itemIndexesOf(order);
		const faults: Fault[] = [];
		const field = this.parameters.readText('idempotencyKey', first);
		const gapsAllowed = readGapsAllowedIn(this.parameters, first).includes('idempotencyKey');
		const given = readText(field, CUSTOM_KEY_LABEL, faults, gapsAllowed)?.trim() ?? '';
		if (faults.length > 0) {
			for (const fault of faults) addFault(problems, order, fault);
			return undefined;
		}
		const use = `${order.list} ${given}`;
		const number = (this.customUses.get(use) ?? 0) + 1;
		this.customUses.set(use, number);
		const value = customKey(given, number);
		if (given !== '' && isSendableKey(value)) return { value, keptBy: 'custom' };
		const text = `must be 1 to 255 ASCII characters, without accents or emoji, but is "${value}"`;
		addFault(problems, order, { field: CUSTOM_KEY_LABEL, text });
		return undefined;
	}
}
