/** A person finds the item again: by its number, the line of its sheet, and who it is for. */
import type { IDataObject, INodeParameters, ITaskData } from 'n8n-workflow';

import { goesOn, runLetters, withErrorOutput } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

/** As n8n's Google Sheets gives its lines, of which the first holds the headings. */
const sheet = (...lines: IDataObject[]) =>
	lines.map((fields, index) => ({
		json: { row_number: index + 2, ...letterItem(`Ana ${index}`).json, order: `P-${index}`, ...fields },
	}));

const run = async (parameters: INodeParameters, lines: IDataObject[], more: typeof goesOn = {}) => {
	const usual = { message: 'Oi', externalId: '={{ $json.order }}' };
	return await runLetters(
		sandbox.credential,
		{ ...usual, ...parameters },
		{ ...more, items: sheet(...lines) },
	);
};
const template = { template: { __rl: true, mode: 'id', value: "={{ $json.tpl ?? '' }}" } };
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

it('of a column that is empty in all is one mistake', async () => {
	const { error } = await run({ state: '={{ $json.uf }}' }, [{}, {}, {}]);
	expect(error?.description).toBe('State is empty: all 3 items.\nCorrect it and run again.');
	expect((await run({ state: '={{ $json.uf }}' }, [{ uf: 'RJ' }, {}])).error?.message).toMatch(/^Item 2/);
});

const who = { item: 2, line: 3, name: 'Ana 1', external_id: 'P-1' };

describe('a failed order', () => {
	it.each([
		['refused by the service', template, unknown],
		['to correct', {}, [{}, { city: '' }]],
	])('%s says who it is inside its error', async (_what, parameters, lines) => {
		const { items } = await run(parameters, lines, goesOn);
		expect(items[1]?.details).toMatchObject(who);
		const { items: good, failed } = await run(parameters, lines, withErrorOutput);
		expect(good.map(({ status }) => status)).toEqual(['queued']);
		expect(failed).toMatchObject([{ error: { details: who } }]);
	});

	it("has all columns of n8n's table, and its reason among the first", async () => {
		const { items } = await run(template, unknown, goesOn);
		expect(items.map((json) => Object.keys(json)[0])).toEqual(['outcome', 'outcome']);
		expect(Object.keys(items[0] ?? {}).sort()).toEqual(Object.keys(items[1] ?? {}).sort());
		expect(items).toMatchObject([{ error: null, status: 'queued' }, { status: null }]);
	});
});

const zip = { field: 'Postal Code (CEP)', text: expect.stringMatching(/^must have 8 digits/) as string };

it.each([
	['an order', 'order', 'ordered', 'This item was not ordered.', { fields: [zip] }],
	['a check', 'check', 'fine', 'This check ordered nothing.', { request: null }],
])(
	'to correct goes to the error output of %s with its input',
	async (_what, orderingMode, outcome, end, more) => {
		const lines = [{}, { zip: '1', details: 'none' }, {}];
		const { items, failed } = await run({ orderingMode }, lines, withErrorOutput);
		expect(items.map((json) => json.outcome)).toEqual([outcome, outcome]);
		const problems = [expect.stringMatching(/^Postal Code \(CEP\) must have 8 digits/)];
		expect(failed).toMatchObject([
			{
				...sheet(...lines)[1]?.json,
				error: {
					message: expect.stringMatching(new RegExp(`^Item 2 \\(line 3\\): .*${end}$`)) as string,
					description: expect.stringMatching(/^External ID P-1\.\n[^]*\bCorrect it and /) as string,
					details: { ...who, outcome: 'to_correct', problems, ...more },
				},
			},
		]);
	},
);

describe('a date that has passed', () => {
	const scheduleAt = { additionalFields: { scheduleAt: '={{ $json.send_on }}' } };
	const lines = [{ send_on: '2099-01-01' }, { send_on: '2020-01-01' }, { send_on: '2099-02-01' }];

	it('is a fault of its item, and stops the run unless it goes on', async () => {
		const { error } = await run(scheduleAt, lines);
		expect(error?.message).toMatch(
			/^Item 2 \(line 3\): Schedule At must not be before the start of this run/,
		);
		expect(await sandbox.letters()).toBe(0);
		const { items } = await run(scheduleAt, lines, goesOn);
		expect(items.map(({ outcome }) => outcome)).toEqual(['ordered', 'to_correct', 'ordered']);
		expect(await sandbox.letters()).toBe(2);
	});

	it('of a letter that this process has ordered is said so, and never sent to find out', async () => {
		const [dated] = lines;
		const id = (await run(scheduleAt, [{ ...dated, order: 'P-9' }])).items[0]?.id as string;
		expect((await run(scheduleAt, [{ send_on: '2020-01-01', order: 'P-9' }])).said).toContain(id);
		expect(await sandbox.requests()).toHaveLength(1);
	});
});

it.each([
	['a field that was left fixed', 'order-{{ $json.order }}', 'has the merge field {{ $json.order }}'],
	['an error of its sheet', '={{ $json.ref }}', 'says "#REF!"'],
	['a date, which n8n writes as it likes', '=order-{{ $today }}', 'would have a date as programs write it'],
])(
	'is refused with %s as Idempotency Key: every such letter would be the first one again',
	async (_what, idempotencyKey, fault) => {
		const { said } = await run({ options: { idempotencyKey } }, [{ ref: '#REF!' }]);
		expect(said).toContain(`Idempotency Key ${fault}`);
		expect(said).not.toContain('Text That Is Meant');
		expect(await sandbox.requests()).toEqual([]);
	},
);

describe('in a later round of a loop', () => {
	const round = async (number: number, items: IDataObject[]) => {
		const task = { executionStatus: 'success', source: [], data: { main: [[]] } } as unknown as ITaskData;
		const runData = { Letters: Array.from({ length: number - 1 }, () => task) };
		const given = items.map((json) => ({ json }));
		return (await runLetters(sandbox.credential, { message: 'Oi' }, { items: given, runData })).said;
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
