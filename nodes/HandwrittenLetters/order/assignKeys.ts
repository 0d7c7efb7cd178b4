/** Gives every order of a run its Idempotency-Key, before the first attempt of any. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { KeyKeeper } from '../../shared/failures/requestFailure';
import {
	automaticKey,
	canonicalJson,
	customKey,
	externalIdKey,
	isSendableKey,
} from '../../shared/idempotencyKey';
import { labels } from '../letter/labels';
import { ParameterReader } from '../input/parameterReader';
import type { Fault, Problem } from '../input/problems';
import { readText } from '../input/textRules';
import type { Order } from '../run/job';
import { itemIndexesOf, nameRows } from '../run/rows';
import type { KeyMode } from './keyFields';
import { CUSTOM_KEY_LABEL, DEFAULT_KEY_MODE, isKeyMode, KEY_MODE_LABEL, KEY_MODES } from './keyFields';
import type { RunIdentity } from './runIdentity';
import { identifyRun } from './runIdentity';

export interface KeyedOrder extends Order {
	idempotencyKey: string;
	keyKeptBy: KeyKeeper;
}

interface Key {
	key: string;
	keptBy: KeyKeeper;
}

/** The orders that have a key, and what is wrong with the others. */
export function assignKeys(
	context: IExecuteFunctions,
	operation: string,
	orders: Order[],
): { keyed: KeyedOrder[]; problems: Problem[] } {
	const maker = new KeyMaker(context, operation);
	const problems: Problem[] = [];
	const keyed = orders.flatMap((order): KeyedOrder[] => {
		const key = maker.keyOf(order, problems);
		return key === undefined ? [] : [{ ...order, idempotencyKey: key.key, keyKeptBy: key.keptBy }];
	});
	return { keyed: refuseOtherContents(keyed, problems), problems };
}

/**
 * Of orders that share a key, those with the contents of the first. The others are found here
 * already: the service would answer 409 (spec, Idempotency rules 3).
 */
export function refuseOtherContents(keyed: KeyedOrder[], problems: Problem[]): KeyedOrder[] {
	const first = new Map<string, { contents: string; order: Order }>();
	return keyed.filter((order) => {
		const contents = canonicalJson([order.path, order.body]);
		const earlier = first.get(order.idempotencyKey);
		if (earlier === undefined) first.set(order.idempotencyKey, { contents, order });
		if (earlier === undefined || earlier.contents === contents) return true;
		const what = order.keyKeptBy === 'externalId' ? labels.externalId : 'Idempotency-Key';
		const row = nameRows(itemIndexesOf(earlier.order));
		addFault(problems, order, { text: `has the same ${what} as ${row}, but other contents` });
		return false;
	});
}

/** A fault of the whole order is one of each of its rows. */
function addFault(problems: Problem[], order: Order, fault: Fault): void {
	const externalIds = new Map(order.letters.map(({ itemIndex, externalId }) => [itemIndex, externalId]));
	for (const itemIndex of itemIndexesOf(order)) {
		const externalId = order.letters.length === 1 ? externalIds.get(itemIndex) : undefined;
		problems.push({ itemIndex, externalId, ...fault });
	}
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
				text: `must be one of ${Object.keys(KEY_MODES).join(', ')}, but its expression gives ${describe(chosen)}`,
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
			key: automaticKey(run, this.operation, items, order.part),
			keptBy: survivesRetry ? 'retry' : 'unsure',
		};
	}

	private fromExternalIds(order: Order, problems: Problem[]): Key | undefined {
		const missing = order.letters.filter(({ externalId }) => externalId === undefined);
		for (const { itemIndex, path } of missing) {
			problems.push({
				itemIndex,
				field: path === undefined ? labels.externalId : `${path}.external_id`,
				text: `is empty, but ${KEY_MODE_LABEL} is set to ${KEY_MODES.externalId}`,
			});
		}
		if (missing.length > 0) return undefined;
		const ids = order.letters.map(({ externalId = '' }) => externalId);
		return { key: externalIdKey(this.operation, ids), keptBy: 'externalId' };
	}

	private custom(order: Order, problems: Problem[]): Key | undefined {
		const [first = 0] = itemIndexesOf(order);
		const faults: Fault[] = [];
		const { allowGapsIn = [] } = this.parameters.read('options', first) as { allowGapsIn?: string[] };
		const field = this.parameters.readText('idempotencyKey', first);
		const gapsAllowed = allowGapsIn.includes('idempotencyKey');
		const given = readText(field, CUSTOM_KEY_LABEL, faults, gapsAllowed)?.trim() ?? '';
		if (faults.length > 0) {
			for (const fault of faults) addFault(problems, order, fault);
			return undefined;
		}
		const use = `${order.list} ${given}`;
		const number = (this.customUses.get(use) ?? 0) + 1;
		this.customUses.set(use, number);
		const key = customKey(given, number);
		if (given !== '' && isSendableKey(key)) return { key, keptBy: 'custom' };
		const text = `must be 1 to 255 ASCII characters, without accents or emoji, but is "${key}"`;
		addFault(problems, order, { field: CUSTOM_KEY_LABEL, text });
		return undefined;
	}
}

function describe(value: unknown): string {
	return value === undefined || value === null || value === '' ? 'nothing' : JSON.stringify(value);
}
