/** Gives every order of a run its Idempotency-Key, before the first attempt of any. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../contract/json';
import { identifyRun, isAgentTool, isForAgent } from '../../n8n/run';
import type { Run } from '../../n8n/run';
import { groupBy } from '../../words/groupBy';
import type { ItemNames } from '../../words/itemNames';
import { capitalize } from '../../words/itemNames';
import type { Fault, Problem } from '../../words/refusal';
import { memoryFor } from '../service/orderMemory';
import type { Key, Request } from '../service/request';
import { changingFaults } from './expression';
import { externalIdKey, isSendableKey, mayName, runKey } from './idempotencyKey';
import { KEY_LABEL, KEY_PARAMETER, labels } from './letterFields';
import type { Found, Source } from './letters';
import { describeRefused, readText, UNPROTECTED } from './textRules';
import { comparableId } from './validate';

/** Gives the orders their keys. What cannot have one is named among the problems. */
export function assignKeys(source: Source, operation: string, found: Found): Found {
	const { names } = source;
	const maker = new KeyMaker(source, operation);
	const problems = found.problems.map((problem) => maker.nameEarlier(problem));
	const { id: account } = source.account;
	const requests = found.requests.map((request) => ({
		...request,
		account,
		key: maker.keyOf(request, problems),
	}));
	refuseCopies(requests, problems, names);
	refuseOtherContents(requests, problems, names);
	return { ...found, requests, problems };
}

/**
 * Of orders that share a key, only those with the contents of the first keep it. The others are found
 * here already: the service would answer 409 (spec, Idempotency rules 3).
 */
function refuseOtherContents(requests: Request[], problems: Problem[], names: ItemNames): void {
	const first = new Map<string, { request: Request; contents?: string }>();
	const named = new Set(problems.map(({ itemIndex, field = '' }) => `${itemIndex} ${field}`));
	for (const request of requests) {
		const { key, itemIndexes } = request;
		if (key === undefined) continue;
		const earlier = first.get(key.value);
		if (earlier === undefined) {
			first.set(key.value, { request });
			continue;
		}
		// Once for all that follow: it may be large, and they many.
		earlier.contents ??= canonicalJson(earlier.request.body);
		if (earlier.contents === canonicalJson(request.body)) continue;
		const text = `has the same ${key.madeOf} as ${names.of(earlier.request.itemIndexes)}, but other contents`;
		// A batch has said of its letters that an ID is there more than once.
		if (!itemIndexes.some((itemIndex) => named.has(`${itemIndex} ${key.madeOf}`)))
			addFault(problems, request, { text });
		request.key = undefined;
	}
}

/**
 * Equal letters that nothing of their own tells apart are mostly one letter, read from the first item
 * for every item.
 */
function refuseCopies(requests: Request[], problems: Problem[], names: ItemNames): void {
	const unnamed = requests.filter(({ key }) => key?.comesAgain === 'withRun');
	const letters = unnamed.flatMap((request) => request.letters.map((letter) => ({ ...letter, request })));
	for (const copies of groupBy(letters, ({ card }) => canonicalJson(card)).values()) {
		if (copies.length < 2) continue;
		// Once for all of them: their number squared would stop n8n.
		const places = capitalize(names.of(copies.map(({ itemIndex }) => itemIndex)));
		for (const { itemIndex, card, request } of copies) {
			request.key = undefined;
			problems.push({
				itemIndex,
				name: card.to.name,
				text: `${places} are the same letter`,
				inAll: true,
				hint: 'If it is a mistake, use .item in place of .first(), or another field of the item. If you want copies, give each an External ID',
			});
		}
	}
}

const KEY_ADVICE =
	"Check the column name or fill in the value. If a letter may have none, end the expression in ?? ''";

/** A fault of the whole order is one of each of its items. */
function addFault(problems: Problem[], { letters, itemIndexes }: Request, fault: Fault): void {
	const [letter, another] = letters;
	const { external_id: externalId, to } = (another === undefined ? letter?.card : undefined) ?? {};
	for (const itemIndex of itemIndexes) {
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
		private readonly source: Source,
		private readonly operation: string,
	) {
		const { context } = source;
		const { options, externalId } = context.getNode().parameters;
		const { idempotencyKey } = (options ?? {}) as IDataObject;
		this.hasOwnKeys = hasOwnKeys(context);
		this.changing = changingFaults(idempotencyKey, KEY_LABEL);
		this.mayIdsName = mayName(context, externalId);
		this.mayOwnKeysName = this.hasOwnKeys && this.mayIdsName && mayName(context, idempotencyKey);
		this.run = identifyRun(context);
		this.byAgent = isForAgent(context) || undefined;
	}

	/** Undefined when the order cannot have one. If it is to be corrected, `problems` then says why. */
	keyOf(request: Request, problems: Problem[]): Key | undefined {
		// What a model hands on may be an item that it has made up.
		if (request.key !== undefined) return this.mayIdsName ? request.key : undefined;
		const own = this.hasOwnKeys ? this.readOwn(request, problems) : '';
		if (own === undefined) return undefined;
		const key =
			own === ''
				? (this.fromExternalIds(request) ?? this.fromRun(request))
				: this.mayOwnKeysName
					? { value: own, comesAgain: 'always' as const, madeOf: KEY_LABEL }
					: undefined;
		return key && { ...key, byAgent: this.byAgent };
	}

	/** Of a letter whose date has passed: the service would write one that it has not seen. */
	nameEarlier(problem: Problem): Problem {
		const { isPast, externalId } = problem;
		if (!isPast || externalId === undefined || !this.mayIdsName) return problem;
		const key = externalIdKey(this.operation, [comparableId(externalId)]);
		const { earlier } = memoryFor(this.source.account.hash).earlier(key);
		return earlier === undefined
			? problem
			: { ...problem, hint: `A letter with this External ID was ordered before: ${earlier.id}` };
	}

	/** The user's own key; empty for none, undefined for a wrong one. */
	private readOwn(request: Request, problems: Problem[]): string | undefined {
		const [first = 0] = request.itemIndexes;
		const faults: Fault[] = [];
		const given = this.source.parameters.readField(KEY_PARAMETER, first);
		const key = readText(given, KEY_LABEL, faults, { whenNothing: UNPROTECTED, isLine: true })?.trim() ?? '';
		const refused = key === '' ? [] : describeRefused(key, KEY_LABEL, 'id');
		if (key !== '' && refused.length === 0 && !isSendableKey(key)) {
			refused.push({ text: 'must be 1 to 255 ASCII characters, without accents or emoji' });
		}
		faults.push(...refused.map((fault) => ({ field: KEY_LABEL, ...fault })));
		// The options that let a text or a gap through do not have it.
		const advised = faults.map((fault) => ({ ...fault, hint: fault.hint && KEY_ADVICE }));
		const all = [...advised, ...this.changing];
		for (const fault of all) addFault(problems, request, fault);
		return all.length === 0 ? key : undefined;
	}

	private fromExternalIds({ letters }: Request): Key | undefined {
		if (!this.mayIdsName) return undefined;
		const ids = letters.flatMap(({ card }) =>
			card.external_id === undefined ? [] : [comparableId(card.external_id)],
		);
		if (ids.length < letters.length) return undefined;
		return { value: externalIdKey(this.operation, ids), comesAgain: 'always', madeOf: labels.external_id };
	}

	private fromRun({ itemIndexes }: Request): Key | undefined {
		if (this.run === undefined) return undefined;
		const items = itemIndexes.map((itemIndex) => ({
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
 * Adds a problem for each order that has no key and no problem: where n8n does not tell which run this is, nothing
 * is ordered without an External ID or Idempotency Key.
 */
export function refuseUnnamed(context: IExecuteFunctions, { requests, problems }: Found): void {
	const wrong = new Set(problems.map(({ itemIndex }) => itemIndex));
	for (const request of requests) {
		if (request.key !== undefined || request.itemIndexes.some((itemIndex) => wrong.has(itemIndex))) continue;
		addFault(problems, request, isAgentTool(context) ? NEEDS_ID_OF_WORKFLOW : NEEDS_ID);
	}
}
