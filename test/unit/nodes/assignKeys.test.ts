/** Which key an order gets, or why it gets none. test/integration/nodes/keys.test.ts has what leaves. */
import type { IDataObject } from 'n8n-workflow';

import type { Order, PlacedLetter } from '../../../nodes/HandwrittenLetters/letter/order';
import { assignKeys } from '../../../nodes/HandwrittenLetters/order/assignKeys';
import type { Accounts } from '../../../nodes/shared/account';
import type { CardCreateRequest } from '../../../nodes/shared/contract/contract';
import { agentKey, automaticKey, externalIdKey, sealKey } from '../../../nodes/shared/idempotencyKey';
import type { Stub } from '../../support/stubContext';
import { stubContext } from '../../support/stubContext';

const OPERATION = 'card.create';
const run = { workflowId: 'w', nodeId: 'n', identity: '5', index: 0 };
const started = { executionContext: { establishedAt: 5, source: 'trigger' } };

const letter = (itemIndex: number, card: object = {}, index?: number): PlacedLetter => ({
	itemIndex,
	index,
	card: { message: 'Oi', to: { name: `To ${itemIndex}` }, ...card } as CardCreateRequest,
});

const orderOf = (letters: PlacedLetter[], more: Partial<Order> = {}): Order => ({
	letters,
	body: { cards: letters.map(({ card }) => card) },
	part: 0,
	list: 0,
	...more,
});
const singles = (...cards: object[]) => cards.map((card, item) => orderOf([letter(item, card)]));

interface Settings extends Stub {
	/** By item; one for all where there is none. */
	accounts?: string[];
	problems?: Array<{ itemIndex: number; text: string }>;
	skipped?: [];
}

function assign(orders: Order[], { accounts = [], problems = [], skipped, ...stub }: Settings = {}) {
	const items = stub.items ?? orders.map((_order, item): IDataObject => ({ n: item }));
	const context = stubContext({ ...started, ...stub, items });
	const known = { of: (item: number) => ({ hash: accounts[item] ?? 'account' }) } as Accounts;
	return assignKeys({ context, accounts: known }, OPERATION, { orders, problems, skipped });
}
/** With their seals, which are made only where one is wanted. */
const keysOf = (...given: Parameters<typeof assign>) =>
	assign(...given).orders.map(({ key }) => key && { ...key, ...(key.seal && { seal: key.seal() }) });

it('what was found before stays', () => {
	const problems = [{ itemIndex: 3, text: 'x' }];
	const skipped: [] = [];
	const read = assign(singles({}), { problems, skipped });
	expect(read).toMatchObject({ problems, orders: [{ part: 0, list: 0 }] });
	expect(read.skipped).toBe(skipped);
	expect(read.problems).not.toBe(problems);
});

describe('within this run', () => {
	const withParameters = { parameters: { idempotencyKeyMode: 'automatic' } };

	it.each([{}, withParameters])('the key is of the items, whatever is made of them: %j', (stub) => {
		const orders = [orderOf([letter(1), letter(0), letter(1, {}, 1)]), orderOf([letter(1)], { part: 2 })];
		const keyed = [
			[
				{ itemIndex: 1, item: { n: 1 } },
				{ itemIndex: 0, item: { n: 0 } },
			],
			[{ itemIndex: 1, item: { n: 1 } }],
		];
		expect(keysOf(orders, stub)).toEqual(
			orders.map(({ part, body }, at) => {
				const value = automaticKey(run, OPERATION, keyed[at] ?? [], part);
				return { value, keptBy: 'retry', seal: sealKey(value, run, body) };
			}),
		);
	});

	it('an item that is not there counts as empty', () => {
		expect(keysOf(singles({}), { items: [] })).toEqual(keysOf(singles({}), { items: [{}] }));
	});

	it('of a called run is also of what its call had', () => {
		const stub = {
			executionContext: { establishedAt: 9, source: 'integrated' },
			runExecutionData: {
				parentExecution: {
					executionId: '7',
					workflowId: 'caller',
					executionContext: { establishedAt: 5, source: 'trigger' },
				},
				resultData: { runData: { Start: [{ source: [] }] } },
			},
			called: [{ name: 'Ana' }],
		};
		const items = [{ itemIndex: 0, item: { n: 0 }, call: { item: { name: 'Ana' }, position: 0 } }];
		const called = { ...run, identity: 'called by caller at 5' };
		expect(keysOf(singles({}), stub)).toMatchObject([
			{ value: automaticKey(called, OPERATION, items, 0), keptBy: 'call' },
		]);
	});

	describe('an item that failed in this run', () => {
		const [order] = singles({}) as [Order];
		const details = (key: unknown = 'k', seal: unknown = sealKey('k', run, order.body)) => ({
			details: { idempotency_key: key, seal },
		});
		const keyWith = (...items: IDataObject[]) => keysOf([order], { items })[0]?.value;

		it.each([details(), { error: details() }, { error: 'failed', ...details() }])(
			'keeps its key: %j',
			(item) => {
				const [key] = keysOf([order], { items: [item] });
				expect(key).toEqual({ value: 'k', keptBy: 'retry', seal: sealKey('k', run, order.body) });
			},
		);

		it.each<[string, IDataObject]>([
			['with other contents', details('k', sealKey('k', run, {}))],
			['with another key', details('other')],
			['with a key that is no text', details(7, sealKey(7 as unknown as string, run, order.body))],
			['with a seal that is no text', details('k', 7)],
			['without a key', { details: { seal: 'x' } }],
			['without details', { details: null }],
			['with a text in their place', { details: 'x', error: null }],
		])('gets a new one %s', (_what, item) => {
			const items = [{ itemIndex: 0, item }];
			expect(keyWith(item)).toBe(automaticKey(run, OPERATION, items, 0));
		});

		it('keeps it with others only where all have the same', () => {
			const both = orderOf([letter(0), letter(1)]);
			const sealed = (key: string) => details(key, sealKey(key, run, both.body));
			const valueOf = (...items: IDataObject[]) => keysOf([both], { items })[0]?.value;
			expect(valueOf(sealed('k'), sealed('k'))).toBe('k');
			for (const other of [sealed('l'), {}]) expect(valueOf(sealed('k'), other)).toMatch(/^[0-9a-f]{64}$/);
		});
	});

	it('an agent means the same letter: in its run, or on a day of its account', () => {
		const [order] = singles({}) as [Order];
		const tool = { node: { type: 'lettersTool', parameters: {} } };
		const keyOf = (scope: unknown) => [{ value: agentKey(scope, OPERATION, order.body), keptBy: 'agent' }];
		expect(keysOf([order], tool)).toEqual(keyOf(['w', 'n', '5']));
		jest.useFakeTimers({ now: Date.parse('2030-01-01T23:00:00Z') });
		const outside = keysOf([order], { ...tool, executionContext: undefined, accounts: ['a'] });
		jest.useRealTimers();
		expect(outside).toEqual(keyOf(['a', '2030-01-01']));
	});
});

describe('by External ID', () => {
	const byId = { parameters: { idempotencyKeyMode: 'externalId' } };

	it('the key is of the IDs alone, as they can be told apart', () => {
		const batch = orderOf([letter(0, { external_id: 'a\u00a01' }), letter(0, { external_id: 'b' }, 1)]);
		expect(keysOf([batch], byId)).toEqual([
			{ value: externalIdKey(OPERATION, ['a 1', 'b']), keptBy: 'externalId' },
		]);
	});

	it('each letter without one is named, in the field it comes from', () => {
		const inList = orderOf([letter(1, { external_id: 'a' }, 0), letter(1, {}, 1)]);
		const { orders, problems } = assign([...singles({}), inList], byId);
		expect(orders.map(({ key }) => key)).toEqual([undefined, undefined]);
		const text = 'is empty, but Duplicate Protection is set to By External ID';
		expect(problems).toEqual([
			{ itemIndex: 0, index: undefined, field: 'External ID', text },
			{ itemIndex: 1, index: 1, field: 'external_id', text },
		]);
	});
});

describe('by a key of the user’s own', () => {
	const custom = (key: string, options: object = {}) => ({
		parameters: { idempotencyKeyMode: 'custom', idempotencyKey: key, options },
	});
	const values = (...given: Parameters<typeof assign>) => keysOf(...given).map((key) => key?.value);

	it('it is the one of the first item, without spaces around it', () => {
		const items = [{ key: ' a ' }, { key: 'b' }];
		const batch = orderOf([letter(0), letter(1)]);
		expect(keysOf([batch], { ...custom('={{ $json.key }}'), items })).toEqual([
			{ value: 'a', keptBy: 'custom' },
		]);
	});

	it('later batches of one list add their number, and other lists begin anew', () => {
		const orders = [0, 0, 1].map((list) => orderOf([letter(0)], { list }));
		expect(values(orders, custom('a'))).toEqual(['a', 'a (batch 2)', 'a']);
		expect(values([...singles({}), orderOf([letter(1)])], { ...custom('={{ $json.n }}') })).toEqual([
			'0',
			'1',
		]);
	});

	it('it must be text that a header can hold', () => {
		const bad = (key: string) => {
			const { orders, problems } = assign(singles({ external_id: 'X' }), custom(key));
			expect(orders[0]?.key).toBeUndefined();
			return problems;
		};
		const problem = {
			itemIndex: 0,
			externalId: 'X',
			name: 'To 0',
			field: 'Custom Key',
			text: 'must be 1 to 255 ASCII characters, without accents or emoji',
		};
		expect(bad('ação')).toEqual([{ ...problem, given: '"ação"' }]);
		expect(bad(' ')).toEqual([{ ...problem, given: '""' }]);
		const twice = [0, 1].map((item) => orderOf([letter(item)]));
		expect(values(twice, custom(''))).toEqual([undefined, undefined]);
	});

	it('a key that an expression has broken is refused, unless that was allowed', () => {
		const items = [{ key: 'null' }];
		const broken = assign(singles({}), { ...custom('={{ $json.key }}'), items });
		expect(broken.orders[0]?.key).toBeUndefined();
		const text = expect.stringMatching(/^would say "null"/) as string;
		expect(broken.problems).toMatchObject([{ field: 'Custom Key', itemIndex: 0, name: 'To 0', text }]);
		const allowed = { allowGapsIn: ['idempotencyKey'] };
		expect(values(singles({}), { ...custom('={{ $json.key }}', allowed), items })).toEqual(['null']);
		const elsewhere = { allowGapsIn: ['message'] };
		expect(values(singles({}), { ...custom('={{ $json.key }}', elsewhere), items })).toEqual([undefined]);
	});

	it('a key that no expression has made is refused, unless that was allowed', () => {
		const broken = assign(singles({}), custom('order-{{ $json.order }}'));
		expect(broken.orders[0]?.key).toBeUndefined();
		expect(broken.problems).toMatchObject([{ field: 'Custom Key', itemIndex: 0 }]);
		const allowed = { allowGapsIn: ['idempotencyKey'] };
		expect(values(singles({}), custom('order-{{ $json.order }}', allowed))).toEqual([
			'order-{{ $json.order }}',
		]);
	});
});

describe('which of them, chosen by an expression', () => {
	const parameters = { idempotencyKeyMode: '={{ $json.mode }}' };

	it('may differ between orders', () => {
		const items = [{ mode: 'automatic' }, { mode: 'externalId' }];
		const keys = keysOf(singles({}, { external_id: 'a' }), { parameters, items });
		expect(keys.map((key) => key?.keptBy)).toEqual(['retry', 'externalId']);
	});

	it('must be one that there is', () => {
		const batch = orderOf([letter(0), letter(1)]);
		const { orders, problems } = assign([batch], { parameters, items: [{ mode: 'none' }, {}] });
		expect(orders[0]?.key).toBeUndefined();
		expect(problems).toEqual(
			[0, 1].map((itemIndex) => ({
				itemIndex,
				externalId: undefined,
				name: undefined,
				field: 'Duplicate Protection',
				text: 'must be one of automatic, externalId, custom',
				given: '"none"',
			})),
		);
	});

	it('must be the same for all items of a batch', () => {
		const batch = orderOf([letter(1), letter(2), letter(3)]);
		const items = [{}, { mode: 'automatic' }, { mode: 'automatic' }, { mode: 'externalId' }];
		const { orders, problems } = assign([batch], { parameters, items });
		expect(orders[0]?.key).toBeUndefined();
		const text = 'is not the same as in item 2 of the same batch (Only Within This Run)';
		expect(problems).toEqual([{ itemIndex: 3, field: 'Duplicate Protection', text }]);
	});
});

describe('orders with the same key', () => {
	const byId = { parameters: { idempotencyKeyMode: 'externalId' } };
	const same = { external_id: 'a', to: { name: 'Ana' } };

	it('keep it where their contents are the same, or their accounts are not', () => {
		expect(keysOf(singles(same, same), byId).every(Boolean)).toBe(true);
		const orders = singles(same, { ...same, message: 'Tchau' });
		expect(keysOf(orders, { ...byId, accounts: ['a', 'b'] }).every(Boolean)).toBe(true);
	});

	it('lose it where they have other contents than the first', () => {
		const { orders, problems } = assign(singles(same, { ...same, message: 'Tchau' }, same), byId);
		expect(orders.map(({ key }) => key !== undefined)).toEqual([true, false, true]);
		expect(orders[1]?.letters).toHaveLength(1);
		const text = 'has the same External ID as item 1, but other contents';
		expect(problems).toEqual([{ itemIndex: 1, externalId: 'a', name: 'Ana', text }]);
	});

	it('are named by it where it is of the user’s own', () => {
		const custom = { parameters: { idempotencyKeyMode: 'custom', idempotencyKey: 'k', options: {} } };
		const orders = singles({}, { message: 'Tchau' }).map((order, list) => ({ ...order, list }));
		expect(assign(orders, custom).problems).toMatchObject([
			{ itemIndex: 1, text: 'has the same Idempotency-Key as item 1, but other contents' },
		]);
	});
});
