import { automaticKey, canonicalJson, externalIdKey } from '../../../nodes/shared/idempotencyKey';

const run = { workflowId: 'w', nodeId: 'n', identity: '1', index: 0 };
const orders = [{ itemIndex: 0, item: { name: 'Ana', city: 'Recife' } }];

describe('canonicalJson', () => {
	it('does not depend on the order of properties, at any depth', () => {
		expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(
			canonicalJson({ a: null, b: [{ c: 2, d: 1 }] }),
		);
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
