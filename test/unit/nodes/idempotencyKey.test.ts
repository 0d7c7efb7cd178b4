import {
	agentKey,
	automaticKey,
	canonicalJson,
	customKey,
	externalIdKey,
	isSendableKey,
	sealKey,
} from '../../../nodes/shared/idempotencyKey';

const run = { workflowId: 'w', nodeId: 'n', identity: '1', index: 0 };
const orders = [{ itemIndex: 0, item: { name: 'Ana', city: 'Recife' } }];

describe('canonicalJson', () => {
	it('does not depend on the order of properties, at any depth', () => {
		expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(
			canonicalJson({ a: null, b: [{ c: 2, d: 1 }] }),
		);
	});

	it('writes a date as JSON does', () => {
		expect(canonicalJson([new Date(0)])).toBe('["1970-01-01T00:00:00.000Z"]');
	});

	it('tells different values and orders of lists apart', () => {
		expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
		expect(canonicalJson({ a: '1' })).not.toBe(canonicalJson({ a: 1 }));
	});
});

describe('automaticKey', () => {
	it('is the same for the same order', () => {
		const reordered = [{ itemIndex: 0, item: { city: 'Recife', name: 'Ana' } }];
		expect(automaticKey(run, 'card.create', orders, 0)).toBe(
			automaticKey({ ...run }, 'card.create', reordered, 0),
		);
	});

	it.each([
		['workflow', { ...run, workflowId: 'x' }, 'card.create', orders, 0],
		['node', { ...run, nodeId: 'x' }, 'card.create', orders, 0],
		['run', { ...run, identity: '2' }, 'card.create', orders, 0],
		['run index in a loop', { ...run, index: 1 }, 'card.create', orders, 0],
		['operation', run, 'batch.create', orders, 0],
		['item index', run, 'card.create', [{ ...orders[0], itemIndex: 1 }], 0],
		['item', run, 'card.create', [{ itemIndex: 0, item: { name: 'Bia' } }], 0],
		['part', run, 'card.create', orders, 1],
	] as Array<[string, ...Parameters<typeof automaticKey>]>)(
		'differs when the %s differs',
		(_what, ...changed) => {
			expect(automaticKey(...changed)).not.toBe(automaticKey(run, 'card.create', orders, 0));
		},
	);
});

describe('externalIdKey', () => {
	it('depends on the operation and the ids alone', () => {
		expect(externalIdKey('card.create', ['a'])).toBe(externalIdKey('card.create', ['a']));
		expect(externalIdKey('card.create', ['a'])).not.toBe(externalIdKey('batch.create', ['a']));
		expect(externalIdKey('batch.create', ['a', 'b'])).not.toBe(externalIdKey('batch.create', ['ab']));
	});
});

/** An update must not order a retried letter anew. */
it.each([
	['automatic', automaticKey(run, 'card.create', orders, 0), '9db7e12cd73d'],
	['of an agent', agentKey('r', 'card.create', { a: 1 }), 'd5be8251585c'],
	['by External ID', externalIdKey('card.create', ['a']), '73b0077e9f35'],
	['of a seal', sealKey('k', run, { a: 1 }), '1f5fc54ea890'],
])('a key %s is what it always was', (_what, key, begin) => {
	expect(key).toMatch(new RegExp(`^${begin}[0-9a-f]{52}$`));
});

it('a seal holds for every run of the node in one execution, and for no other contents', () => {
	const seal = sealKey('k', run, { a: 1 });
	expect(sealKey('k', { ...run, index: 1 }, { a: 1 })).toBe(seal);
	expect(sealKey('k', run, { a: 2 })).not.toBe(seal);
});

it('the first batch under a key of the user keeps it', () => {
	expect([1, 2].map((number) => customKey('k', number))).toEqual(['k', 'k (batch 2)']);
});

it.each([
	[' order-7~', true],
	['x'.repeat(255), true],
	['x'.repeat(256), false],
	['', false],
	['ação', false],
	['a\n', false],
	['\ta', false],
])('a header can hold %j: %s', (key, sendable) => {
	expect(isSendableKey(key)).toBe(sendable);
});
