/** Which key an order gets, or why it gets none. test/integration/nodes/keys.test.ts has what leaves. */
import type { IDataObject } from 'n8n-workflow';

import type { CardCreateRequest } from '../../../nodes/contract/contract';
import { assignKeys, refuseUnnamed } from '../../../nodes/HandwrittenLetters/letter/assignKeys';
import { externalIdKey, runKey } from '../../../nodes/HandwrittenLetters/letter/idempotencyKey';
import { BATCH } from '../../../nodes/HandwrittenLetters/letter/letters';
import { ParameterReader } from '../../../nodes/HandwrittenLetters/letter/parameterReader';
import { memoryFor } from '../../../nodes/HandwrittenLetters/service/orderMemory';
import type { Letter, Request } from '../../../nodes/HandwrittenLetters/service/request';
import type { Account } from '../../../nodes/n8n/account';
import { nameItems } from '../../../nodes/n8n/run';
import type { Problem } from '../../../nodes/words/refusal';
import type { Stub } from '../../support/stubContext';
import { stubContext } from '../../support/stubContext';

const OPERATION = 'card.create';
const run = { workflowId: 'w', nodeId: 'n', identity: '5', index: 0 };
const started = { executionContext: { establishedAt: 5, source: 'trigger' } };

const letter = (itemIndex: number, card: object = {}): Letter => ({
	itemIndex,
	card: { message: 'Oi', to: { name: `To ${itemIndex}`, zip: '01310-100' }, ...card } as CardCreateRequest,
});

const orderOf = (...letters: Letter[]): Request => ({
	...BATCH,
	letters,
	itemIndexes: [...new Set(letters.map(({ itemIndex }) => itemIndex))],
	body: { cards: letters.map(({ card }) => card) },
});
const singles = (...cards: object[]) => cards.map((card, item) => orderOf(letter(item, card)));

interface Settings extends Stub {
	account?: string;
	problems?: Problem[];
}

function assign(requests: Request[], { account = 'account', problems = [], ...stub }: Settings = {}) {
	const items = stub.items ?? requests.map((_request, item): IDataObject => ({ n: item }));
	const context = stubContext({ ...started, ...stub, items });
	const [parameters, names] = [new ParameterReader(context), nameItems(context)];
	const known = { account: { hash: account, id: account } as Account, itemIndexes: [...items.keys()] };
	const source = { context, parameters, names, timeZone: 'utc', begunAt: 0, ...known };
	return assignKeys(source, OPERATION, { ...known, requests, problems, drafts: [], skipped: [] });
}
const keysOf = (...given: Parameters<typeof assign>) => assign(...given).requests.map(({ key }) => key);
const valuesOf = (...given: Parameters<typeof assign>) => keysOf(...given).map((key) => key?.value);

const ofRun = (itemIndex = 0) => runKey(run, OPERATION, [{ itemIndex, item: { n: itemIndex } }]);
const ofId = (...ids: string[]) => externalIdKey(OPERATION, ids);

const tool = (externalId?: unknown, options: object = {}): Stub => {
	const parameters = { ...(externalId !== undefined && { externalId }), options } as IDataObject;
	return { parameters, node: { type: 'lettersTool', parameters: parameters as never } };
};
const FROM_AI = "={{ $fromAI('external_id') }}";
const ownKey = (idempotencyKey: unknown, more: object = {}): Stub => ({
	parameters: { options: { idempotencyKey }, 'options.idempotencyKey': idempotencyKey, ...more },
});

/** The identity of a letter: what has the same key is the same letter. */
it.each<[string, object, Settings, string, string]>([
	['an External ID', { external_id: 'a' }, {}, ofId('a'), 'External ID'],
	['none', {}, {}, ofRun(), 'run'],
	['an Idempotency Key', {}, ownKey('k'), 'k', 'Idempotency Key'],
	['an Idempotency Key beside an External ID', { external_id: 'a' }, ownKey('k'), 'k', 'Idempotency Key'],
	[
		"an Idempotency Key that the expression left empty with ?? ''",
		{ external_id: 'a' },
		{ ...ownKey("={{ $json.key ?? '' }}"), evaluated: { 'options.idempotencyKey': '' } },
		ofId('a'),
		'External ID',
	],
	['an Idempotency Key that was typed empty', {}, ownKey(''), ofRun(), 'run'],
	[
		'an ID by an expression of an agent',
		{ external_id: 'a' },
		tool('={{ $json.id }}'),
		ofId('a'),
		'External ID',
	],
	[
		'a constant ID in an agent by way of a workflow',
		{ external_id: 'a' },
		{ runExecutionData: { parentAgentRun: { runId: '1' } } },
		ofId('a'),
		'External ID',
	],
	[
		'an ID in a called workflow',
		{ external_id: 'a' },
		{ executionContext: { establishedAt: 9, source: 'integrated' } },
		ofId('a'),
		'External ID',
	],
])('a letter with %s', (_identity, card, settings, value, madeOf) => {
	const comesAgain = madeOf === 'run' ? 'withRun' : 'always';
	const byAgent = 'node' in settings || 'runExecutionData' in settings ? true : undefined;
	expect(keysOf(singles(card), settings)).toEqual([{ value, comesAgain, madeOf, byAgent }]);
});

/** A retry would order it again, so it is not ordered. */
describe('where n8n does not tell which run this is', () => {
	const called = { executionContext: { establishedAt: 9, source: 'integrated' } };
	const byWorkflow = { ...started, runExecutionData: { parentAgentRun: { runId: '1' } } };

	it.each<[string, object, Settings, RegExp]>([
		['a called workflow', {}, called, /is needed here/],
		['a workflow that an agent calls', {}, byWorkflow, /is needed here/],
		['an n8n that gives no context', {}, { executionContext: undefined }, /is needed here/],
		['an agent', {}, tool(), /must come from the workflow/],
		['an agent with an ID by $fromAI', { external_id: 'a' }, tool(FROM_AI), /must come from the workflow/],
		[
			'an agent with an ID by $fromai',
			{ external_id: 'a' },
			tool("={{ $fromai('id') }}"),
			/must come from the workflow/,
		],
		[
			'an agent with an ID made of nothing',
			{ external_id: 'a' },
			tool("={{ 'a' }}"),
			/must come from the workflow/,
		],
		['an agent with a constant ID', { external_id: 'a' }, tool('a'), /must come from the workflow/],
		[
			'an agent whose Idempotency Key the model fills in',
			{ external_id: 'a' },
			{
				...tool('={{ $json.id }}', { idempotencyKey: "={{ $fromAI('key') }}" }),
				evaluated: { 'options.idempotencyKey': 'k' },
			},
			/must come from the workflow/,
		],
	])('%s is refused', (_where, card, settings, text) => {
		const read = assign(singles(card), settings);
		expect(read.requests.map(({ key }) => key)).toEqual([undefined]);
		expect(read.problems).toEqual([]);
		refuseUnnamed(stubContext({ ...started, ...settings }), read);
		const { problems } = read;
		const [refused] = problems;
		expect(problems).toHaveLength(1);
		expect(refused).toMatchObject({ itemIndex: 0, field: 'External ID' });
		expect(refused?.text).toMatch(text);
	});

	it('an Idempotency Key is enough, and what has another problem is not refused twice', () => {
		const own = assign(singles({}), { ...called, ...ownKey('k') });
		refuseUnnamed(stubContext(called), own);
		expect(own.problems).toEqual([]);
		const problem = { itemIndex: 0, text: 'is wrong' };
		const wrong = assign(singles({}), { ...called, problems: [problem] });
		refuseUnnamed(stubContext(called), wrong);
		expect(wrong.problems).toEqual([problem]);
	});
});

describe('an External ID', () => {
	it('is the same letter in every run, node and workflow, and however it is written', () => {
		const orders = singles({ external_id: 'a\u00a01' });
		const elsewhere = {
			executionContext: { establishedAt: 9, source: 'webhook' },
			workflowId: 'x',
			runIndex: 3,
		};
		expect(valuesOf(orders, { ...elsewhere, node: { id: 'm' } })).toEqual([ofId('a 1')]);
		expect(valuesOf(orders)).toEqual([ofId('a 1')]);
	});

	it('of all letters of a batch makes its key, in their order', () => {
		const [a, b] = ['a', 'b'].map((id, item) => letter(item, { external_id: id })) as [Letter, Letter];
		expect(valuesOf([orderOf(a, b)])).toEqual([ofId('a', 'b')]);
		expect(valuesOf([orderOf(b, a)])).toEqual([ofId('b', 'a')]);
		expect(valuesOf([orderOf(a)])).toEqual([ofId('a')]);
	});

	it('of some letters of a batch alone leaves it the key of the run', () => {
		const batch = orderOf(letter(0, { external_id: 'a' }), letter(1));
		const items = [{ n: 0 }, { n: 1 }];
		const keyed = items.map((item, itemIndex) => ({ itemIndex, item }));
		const value = runKey(run, OPERATION, keyed);
		expect(keysOf([batch], { items })).toEqual([{ value, comesAgain: 'withRun', madeOf: 'run' }]);
	});
});

describe('within a run', () => {
	it('the key is of the items, whatever is made of them, each once', () => {
		const orders = [
			orderOf(letter(1), letter(0, { message: 'Tchau' }), letter(1, { message: 'B' })),
			orderOf(letter(2)),
		];
		const items = [0, 1, 2].map((n) => ({ n }));
		const keyed = [1, 0].map((itemIndex) => ({ itemIndex, item: { n: itemIndex } }));
		expect(valuesOf(orders, { items })).toEqual([runKey(run, OPERATION, keyed), ofRun(2)]);
	});
});

describe('a key of the user’s own', () => {
	it('is the one of the first item, without spaces around it', () => {
		const items = [{ key: ' a ' }, { key: 'b' }];
		const batch = orderOf(letter(0), letter(1));
		expect(valuesOf([batch], { ...ownKey('={{ $json.key }}'), items })).toEqual(['a']);
		expect(valuesOf(singles({}, {}), { ...ownKey('={{ $json.key }}'), items })).toEqual(['a', 'b']);
	});

	it('is read where the options are one expression', () => {
		const stub = { parameters: { options: '={{ $json.options }}', 'options.idempotencyKey': 'k' } };
		expect(valuesOf(singles({}), stub)).toEqual(['k']);
	});

	const refused = (key: unknown, items: IDataObject[] = [{}]) => {
		// n8n writes nothing for a column that is not there.
		const evaluated = { 'options.idempotencyKey': String(key).startsWith('=') ? '' : key };
		const { requests, problems } = assign(singles({ external_id: 'X' }), {
			...ownKey(key),
			evaluated,
			items,
		});
		expect(requests[0]?.key).toBeUndefined();
		return problems;
	};

	it.each<[unknown, string]>([
		['ação', 'must be 1 to 255 ASCII characters, without accents or emoji'],
		[
			'order-{{ $json.order }}',
			'has the merge field …: switch the field to Expression, or fill in the value',
		],
		['[Order ID]', 'has the placeholder …: fill in the value'],
	])('is refused as %j', (key, text) => {
		const problem = { itemIndex: 0, externalId: 'X', name: 'To 0', field: 'Idempotency Key' };
		expect(refused(key)).toMatchObject([{ ...problem, text }]);
		expect(refused(key)).toHaveLength(1);
	});

	it('is refused where its column is missing or empty, for the letter would lose its protection', () => {
		const empty = {
			field: 'Idempotency Key',
			text: expect.stringMatching(/^is empty, and without it/) as string,
		};
		for (const item of [{ key: '' }, { key: null }, {}]) {
			expect(refused('={{ $json.key }}', [item])).toMatchObject([empty]);
		}
	});

	it('is refused for each item of a batch, in its fault and not in its letters', () => {
		const batch = orderOf(letter(0, { external_id: 'X' }), letter(1));
		expect(assign([batch], ownKey('ação')).problems).toEqual(
			[0, 1].map((itemIndex) => ({
				itemIndex,
				externalId: undefined,
				name: undefined,
				field: 'Idempotency Key',
				text: 'must be 1 to 255 ASCII characters, without accents or emoji',
			})),
		);
	});
});

describe('orders with the same key', () => {
	const same = { external_id: 'a', to: { name: 'Ana', zip: '1' } };

	it('keep it where their contents are the same', () => {
		expect(valuesOf(singles(same, same))).toEqual([ofId('a'), ofId('a')]);
	});

	it('lose it where they have other contents than the first', () => {
		const { requests, problems } = assign(singles(same, { ...same, message: 'Tchau' }, same));
		expect(requests.map(({ key }) => key !== undefined)).toEqual([true, false, true]);
		expect(requests[1]?.letters).toHaveLength(1);
		const text = 'has the same External ID as item 1, but other contents';
		expect(problems).toEqual([{ itemIndex: 1, externalId: 'a', name: 'Ana', text }]);
	});
});

describe('equal letters without an identity of their own', () => {
	const copy = { to: { name: 'Ana', zip: '1' } };
	const refusedIn = (orders: Request[], settings?: Settings) => {
		const { requests: keyed, problems } = assign(orders, settings);
		return [keyed.map(({ key }) => key === undefined), problems] as const;
	};

	it('are refused, each with the others', () => {
		const [refused, problems] = refusedIn(singles(copy, { ...copy, message: 'Tchau' }, copy));
		expect(refused).toEqual([true, false, true]);
		const text = 'Items 1 and 3 are the same letter';
		const hint = expect.stringContaining('give each an External ID') as string;
		expect(problems).toEqual(
			[0, 2].map((itemIndex) => ({ itemIndex, name: 'Ana', text, hint, inAll: true })),
		);
	});

	it('are refused within a batch, and over several', () => {
		expect(refusedIn([orderOf(letter(0, copy), letter(1, copy))])[0]).toEqual([true]);
		const batches = [orderOf(letter(0, copy)), orderOf(letter(1, copy), letter(2)), orderOf(letter(3))];
		expect(refusedIn(batches)[0]).toEqual([true, true, false]);
	});

	it('are no copies where anything tells them apart', () => {
		const ids = ['a', 'b'].map((external_id) => ({ ...copy, external_id }));
		expect(refusedIn(singles(...ids))).toEqual([[false, false], []]);
	});
});

describe('a date that has passed', () => {
	const past: Problem = { itemIndex: 0, externalId: 'of the past', text: 'is past', isPast: true };
	const hintOf = (problem: Problem, settings?: Settings) =>
		assign([], { ...settings, items: [{}], problems: [problem] }).problems[0]?.hint;

	it('names the letter that this process has ordered under the External ID, and no other', () => {
		expect(hintOf(past)).toBeUndefined();
		memoryFor('account').handOut(ofId('of the past'), 'crd_1', 0);
		expect(hintOf(past)).toBe('A letter with this External ID was ordered before: crd_1');
		expect(hintOf({ ...past, externalId: 'another' })).toBeUndefined();
		expect(hintOf(past, { account: 'another' })).toBeUndefined();
		expect(hintOf({ ...past, isPast: undefined })).toBeUndefined();
		expect(hintOf(past, tool(FROM_AI))).toBeUndefined();
	});
});
