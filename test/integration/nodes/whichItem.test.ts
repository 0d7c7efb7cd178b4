/** A person finds the item again: by its number, the line of its sheet, and who it is for. */
import type { IDataObject, INodeParameters, ITaskData } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

/** As n8n's Google Sheets gives its lines, of which the first holds the headings. */
const sheet = (...lines: IDataObject[]) =>
	lines.map((fields, index) => ({
		json: { row_number: index + 2, ...letterItem(`Ana ${index}`).json, order: `P-${index}`, ...fields },
	}));

const run = async (
	parameters: INodeParameters,
	lines: IDataObject[],
	node: NodeSettings['node'] = {},
	credential = sandbox.credential,
) => {
	const result = await runActionNode({
		parameters: { ...letterParameters, message: 'Oi', externalId: '={{ $json.order }}', ...parameters },
		items: sheet(...lines),
		credential,
		node,
	});
	return { ...result, good: (result.outputs[0] ?? []).map(({ json }) => json) };
};
const template = { template: { __rl: true, mode: 'id', value: '={{ $json.tpl }}' } };
const unknown = [{}, { tpl: 'tpl_none' }];

it('is named with its line, and n8n adds no index of its own', async () => {
	const { error } = await run({}, [{}, {}, { zip: '1' }]);
	expect(error?.message).toMatch(/^Item 3 \(line 4\): Postal Code/);
	expect(error?.description).toMatch(/^External ID P-2\.\n/);
	expect(error?.context?.itemIndex).toBeUndefined();
	const refused = await run(template, unknown);
	expect(refused.error?.message).toMatch(/^Item 2 \(line 3\): The service rejected/);
	expect(refused.error?.description).toMatch(/^External ID P-1\. /);
	expect(refused.error?.context?.itemIndex).toBeUndefined();
	const thrown = await run({ state: '={{ $json.order === "P-1" ? $("Nowhere").item.json.uf : "RJ" }}' }, [
		{},
		{},
	]);
	expect(thrown.error?.message).toBe("Item 2 (line 3): Referenced node doesn't exist");
	expect(thrown.error?.context?.itemIndex).toBeUndefined();
});

it('is named on every item, where its expression has thrown and the run goes on', async () => {
	const state = '={{ $json.order === "P-1" ? $("Nowhere").item.json.uf : "RJ" }}';
	const { good } = await run({ state }, [{}, {}], { onError: 'continueRegularOutput' });
	expect(good.map(({ error }) => error)).toEqual([
		"Item 1 (line 2) waits for item 2 (line 3): Referenced node doesn't exist. This step ordered nothing.",
		"Item 2 (line 3): Referenced node doesn't exist. This step ordered nothing.",
	]);
	expect(await sandbox.letters()).toBe(0);
});

it('of a column that is empty in all is one mistake', async () => {
	const { error } = await run({ state: '={{ $json.uf }}' }, [{}, {}, {}]);
	expect(error?.description).toBe('State is empty: all 3 items.\nCorrect it and run again.');
	expect((await run({ state: '={{ $json.uf }}' }, [{ uf: 'RJ' }, {}])).error?.message).toMatch(/^Item 2/);
});

describe('a failed order', () => {
	const who = { item: 2, line: 3, name: 'Ana 1', external_id: 'P-1' };

	it.each([
		['refused by the service', template, unknown],
		['to correct', {}, [{}, { city: '' }]],
	])('%s says who it is inside its error', async (_what, parameters, lines) => {
		const regular = await run(parameters, lines, { onError: 'continueRegularOutput' });
		expect(regular.good[1]?.details).toMatchObject(who);
		const { outputs, good } = await run(parameters, lines, { onError: 'continueErrorOutput' });
		expect(good.map(({ status }) => status)).toEqual(['queued']);
		expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
			expect.objectContaining({ details: expect.objectContaining(who) as IDataObject }),
		]);
	});

	it("has all columns of n8n's table, and its reason among the first", async () => {
		const { good } = await run(template, unknown, { onError: 'continueRegularOutput' });
		expect(good.map((json) => Object.keys(json)[0])).toEqual(['outcome', 'outcome']);
		expect(Object.keys(good[0] ?? {}).sort()).toEqual(Object.keys(good[1] ?? {}).sort());
		expect(good).toMatchObject([{ error: null, status: 'queued' }, { status: null }]);
	});
});

it('to correct goes to the error output in a check too', async () => {
	const check = { orderingMode: 'check' };
	const { outputs, good } = await run(check, [{}, { zip: '1' }, {}], { onError: 'continueErrorOutput' });
	expect(good.map(({ item, outcome }) => [item, outcome])).toEqual([
		[1, 'fine'],
		[3, 'fine'],
	]);
	expect(outputs[1]?.map(({ json }) => json)).toEqual([
		expect.objectContaining({
			order: 'P-1',
			error: {
				message: expect.stringMatching(/^Item 2 \(line 3\): .*This check ordered nothing\.$/) as string,
				description: expect.stringMatching(/^External ID P-1\.\n[^]*Correct it and run again\.$/) as string,
				details: expect.objectContaining({
					item: 2,
					name: 'Ana 1',
					outcome: 'to_correct',
					external_id: 'P-1',
				}) as object,
			},
		}),
	]);
	expect(await sandbox.letters()).toBe(0);
});

describe('a date that has passed', () => {
	const scheduleAt = { additionalFields: { scheduleAt: '={{ $json.send_on }}' } };
	const lines = [{ send_on: '2099-01-01' }, { send_on: '2020-01-01' }, { send_on: '' }];

	it('is a fault of its item, and stops the run unless it goes on', async () => {
		const { error } = await run(scheduleAt, lines);
		expect(error?.message).toMatch(
			/^Item 2 \(line 3\): Schedule At must not be before the start of this run/,
		);
		expect(await sandbox.letters()).toBe(0);
		const { good } = await run(scheduleAt, lines, { onError: 'continueRegularOutput' });
		expect(good.map(({ outcome }) => outcome)).toEqual(['ordered', 'to_correct', 'ordered']);
		expect(await sandbox.letters()).toBe(2);
	});

	it('of a letter that this process has ordered is said so, and never sent to find out', async () => {
		const [dated] = lines;
		const id = (await run(scheduleAt, [{ ...dated, order: 'P-9' }])).good[0]?.id as string;
		const { error } = await run(scheduleAt, [{ send_on: '2020-01-01', order: 'P-9' }]);
		expect([error?.message, error?.description].join(' ')).toContain(id);
		expect(await sandbox.requests()).toHaveLength(1);
	});
});

describe('the date of a batch', () => {
	const batch = { resource: 'batch', additionalFields: { batchScheduleAt: '={{ $json.send_on }}' } };

	it('is refused where no item has its column, unless that is meant', async () => {
		const { error } = await run(batch, [{}, {}]);
		expect(error?.description).toMatch(
			/^Batch Schedule At has no value, because no item has the column "send_on"\. The columns are: .*\. If that is intended, select Schedule At in the option Fields That May Be Empty\.\nCorrect/,
		);
		expect(await sandbox.letters()).toBe(0);
		await run({ ...batch, options: { fieldsThatMayBeEmpty: ['scheduleAt'] } }, [{}, {}]);
		expect(await sandbox.letters()).toBe(2);
	});
});

it.each([
	['a field that was left fixed', 'order-{{ $json.order }}', 'has the merge field {{ $json.order }}'],
	['an error of its sheet', '={{ $json.ref }}', 'says "#REF!"'],
])(
	'is refused with %s as Idempotency Key: every such letter would be the first one again',
	async (_what, idempotencyKey, fault) => {
		const { error } = await run({ options: { idempotencyKey } }, [{ ref: '#REF!' }]);
		expect(error?.description).toContain(`Idempotency Key ${fault}`);
		expect(`${error?.message} ${error?.description}`).not.toContain('Text That Is Meant');
		expect(await sandbox.requests()).toEqual([]);
	},
);

it('is refused with a date as Idempotency Key, which n8n writes as it likes', async () => {
	const options = { idempotencyKey: '=order-{{ $today }}' };
	expect((await run({ options }, [{}])).error?.message).toContain(
		'Idempotency Key would have a date as programs write it',
	);
});

it('kept as text in a sheet is ordered as it was checked, and what was not fine is named', async () => {
	const { good } = await run({ orderingMode: 'check' }, [{}, { zip: '1' }]);
	const kept = good.map(({ request, ...item }) => ({ ...item, request: JSON.stringify(request) }));
	const first = await run({ operation: 'createFromCheck' }, kept.slice(0, 1));
	expect(first.good).toEqual([expect.objectContaining({ status: 'queued', external_id: 'P-0' })]);
	const { error } = await run({ operation: 'createFromCheck' }, kept);
	expect(error?.message).toBe(
		'Item 2 (line 3) was not fine in the check. Take it out with a Filter on outcome before this node. This step ordered nothing.',
	);
});

describe('in a later round of a loop', () => {
	const round = async (number: number, items: IDataObject[]) => {
		const task = { executionStatus: 'success', source: [], data: { main: [[]] } } as unknown as ITaskData;
		const runData = { Letters: Array.from({ length: number - 1 }, () => task) };
		const parameters = { ...letterParameters, message: 'Oi' };
		const settings = { credential: sandbox.credential, runData };
		const { error } = await runActionNode({
			parameters,
			items: items.map((json) => ({ json })),
			...settings,
		});
		return [error?.message, error?.description].join(' ');
	};
	const wrong = { ...letterItem('Ana').json, zip: '1' };

	it('is named with the round, unless a line is known', async () => {
		expect(await round(1, [wrong])).toMatch(/^Item 1: /);
		expect(await round(16, [wrong])).toMatch(/^Item 1 of round 16: Postal Code/);
		expect(await round(16, [wrong, wrong])).toContain('01310-100: all 2 items of round 16.\n');
		expect(await round(16, [wrong, { ...wrong, zip: '22240-003' }, wrong])).toContain(
			'01310-100: items 1 and 3 of round 16.\n',
		);
		expect(await round(16, [{ ...wrong, row_number: 157 }])).toMatch(/^Item 1 \(line 157\): Postal Code/);
	});
});
