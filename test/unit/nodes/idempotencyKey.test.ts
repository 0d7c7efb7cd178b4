import { canonicalJson } from '../../../nodes/contract/json';
import {
	externalIdKey,
	isSendableKey,
	runKey,
} from '../../../nodes/HandwrittenLetters/letter/idempotencyKey';

const run = { workflowId: 'w', nodeId: 'n', identity: '1', index: 0 };
const orders = [{ itemIndex: 0, item: { name: 'Ana', city: 'Recife' } }];

it('a key is made of a date as JSON writes it', () => {
	expect(canonicalJson([new Date(0)])).toBe('["1970-01-01T00:00:00.000Z"]');
});

describe('the key of a run', () => {
	it('is the same for the same order', () => {
		const reordered = [{ itemIndex: 0, item: { city: 'Recife', name: 'Ana' } }];
		expect(runKey(run, 'card.create', orders)).toBe(runKey({ ...run }, 'card.create', reordered));
	});

	it.each([
		['workflow', { ...run, workflowId: 'x' }, 'card.create', orders],
		['node', { ...run, nodeId: 'x' }, 'card.create', orders],
		['run', { ...run, identity: '2' }, 'card.create', orders],
		['run index in a loop', { ...run, index: 1 }, 'card.create', orders],
		['operation', run, 'batch.create', orders],
		['item index', run, 'card.create', [{ ...orders[0], itemIndex: 1 }]],
		['item', run, 'card.create', [{ itemIndex: 0, item: { name: 'Bia' } }]],
	] as Array<[string, ...Parameters<typeof runKey>]>)('differs when the %s differs', (_what, ...changed) => {
		expect(runKey(...changed)).not.toBe(runKey(run, 'card.create', orders));
	});
});

describe('the key of an External ID', () => {
	it('depends on the operation and the ids alone', () => {
		expect(externalIdKey('card.create', ['a'])).toBe(externalIdKey('card.create', ['a']));
		expect(externalIdKey('card.create', ['a'])).not.toBe(externalIdKey('batch.create', ['a']));
		expect(externalIdKey('batch.create', ['a', 'b'])).not.toBe(externalIdKey('batch.create', ['ab']));
		expect(externalIdKey('batch.create', ['a', 'b'])).not.toBe(externalIdKey('batch.create', ['b', 'a']));
	});
});

/** An update must not order a retried letter anew. */
it.each([
	['of a run', runKey(run, 'card.create', orders), '28c53e802255'],
	['by External ID', externalIdKey('card.create', ['a']), '73b0077e9f35'],
])('a key %s is what it always was', (_what, key, begin) => {
	expect(key).toMatch(new RegExp(`^${begin}[0-9a-f]{52}$`));
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
