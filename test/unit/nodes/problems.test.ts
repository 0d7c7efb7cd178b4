/** Problems are said in one paragraph that people read: grouped, cut, and the next step at the end. */
import fc from 'fast-check';

import { ItemNames } from '../../../nodes/words/itemNames';
import { describeBelow, describeFault, summarize } from '../../../nodes/words/problems';
import type { Problem } from '../../../nodes/words/refusal';

const named = (count: number, json: (index: number) => object = () => ({})) =>
	new ItemNames(Array.from({ length: count }, (_none, index) => ({ json: json(index) }) as never));
const withLines = (count: number) => named(count, (index) => ({ row_number: index + 2 }));

/** The whole error, as n8n shows it. */
function errorOf(problems: Problem[], names: ItemNames): string {
	const message = `${summarize(problems, names)}. Nothing was sent.`;
	return `${message}\n${describeBelow(message, problems, names, 'Correct them and run again.')}`;
}

describe('an item', () => {
	it.each<[number[], string, string]>([
		[[6], 'item 7', 'item 7 (line 8)'],
		[[1, 4], 'items 2 and 5', 'items 2 (line 3) and 5 (line 6)'],
		[[0, 1, 2, 3], 'items 1 to 4', 'items 1 to 4 (lines 2 to 5)'],
		[
			[6, 11, 19, 20, 22],
			'items 7, 12, 20 and 2 more',
			'items 7 (line 8), 12 (line 13), 20 (line 21) and 2 more',
		],
	])('%j is %s, and with lines %s', (itemIndexes, plain, lines) => {
		expect(named(40).of(itemIndexes, 3)).toBe(plain);
		expect(withLines(40).of(itemIndexes, 3)).toBe(lines);
	});

	it.each(['8', null, NaN, 7.5, undefined])('has no line for row_number %j', (row_number) => {
		expect(named(9, () => ({ row_number })).of([6])).toBe('item 7');
	});

	it('is no range where its sheet has gaps', () => {
		const filtered = named(3, (index) => ({ row_number: index * 2 + 2 }));
		expect(filtered.of([0, 1, 2])).toBe('items 1 (line 2), 2 (line 4) and 3 (line 6)');
	});
});

describe('problems', () => {
	const zip = (itemIndex: number, more: Partial<Problem> = {}): Problem => ({
		itemIndex,
		field: 'Postal Code (CEP)',
		text: 'must have 8 digits',
		given: `"${itemIndex}"`,
		...more,
	});
	const bad = [6, 11, ...Array.from({ length: 10 }, (_none, index) => 19 + 2 * index)];

	it('of one item say below the message what was given, and for which External ID', () => {
		expect(errorOf([zip(1, { externalId: 'P-2' })], withLines(2))).toBe(
			[
				'Item 2 (line 3): Postal Code (CEP) must have 8 digits. Nothing was sent.',
				'External ID P-2.',
				'Postal Code (CEP) must have 8 digits, but is "1".',
				'Correct them and run again.',
			].join('\n'),
		);
	});

	it('that several items have are one', () => {
		const city = { itemIndex: 6, field: 'City', text: 'is required', externalId: 'P-7' };
		expect(errorOf([city, ...bad.map((item) => zip(item))], named(40))).toBe(
			[
				'12 items have fields to correct. Nothing was sent.',
				'Postal Code (CEP) must have 8 digits: items 7, 12, 20 and 9 more.',
				'Item 7 (External ID P-7): City is required.',
				'Correct them and run again.',
			].join('\n'),
		);
	});

	it('that four of many items have name all four', () => {
		expect(
			errorOf(
				[6, 11, 19, 30].map((item) => zip(item)),
				named(40),
			),
		).toContain(': items 7, 12, 20 and 31.');
	});

	it('that all items have say so, and what to do after it', () => {
		const hint = 'Format the column as text';
		expect(
			errorOf(
				[0, 1, 2].map((item) => zip(item, { hint })),
				named(3),
			),
		).toContain('\nPostal Code (CEP) must have 8 digits: all 3 items. Format the column as text.\n');
	});

	it('of one item name no item', () => {
		const city = { itemIndex: 0, field: 'City', text: 'is empty' };
		expect(errorOf([zip(0), city], named(1))).toBe(
			[
				'Item 1 has 2 fields to correct. Nothing was sent.',
				'Postal Code (CEP) must have 8 digits, but is "0".',
				'City is empty.',
				'Correct them and run again.',
			].join('\n'),
		);
	});

	const long = (kinds: number): Problem[] =>
		Array.from({ length: kinds }, (_none, index) => ({
			itemIndex: index,
			field: `Field ${index + 1}`,
			text: `is ${'not what it has to be, '.repeat(8)}and so on`,
		}));

	it.each([
		[4, 4, '\nCorrect them'],
		[6, 6, '\nCorrect them'],
		[7, 5, '\nAnd 2 more in 2 items.\nCorrect them'],
		[30, 5, '\nAnd 25 more in 25 items.\nCorrect them'],
	])('of %i kinds are said for %i, and the others counted', (kinds, shown, end) => {
		const said = errorOf(long(kinds), named(40));
		expect([...said.matchAll(/^Item \d+: Field (\d+) is not/gm)]).toHaveLength(shown);
		expect(said).toContain(end);
		if (shown === kinds) expect(said).not.toContain('more');
	});

	it('of an item as a whole begin with it', () => {
		const same = (itemIndex: number) => ({ itemIndex, text: 'was not fine in the check' });
		expect(summarize([same(0)], named(3))).toBe('Item 1 was not fine in the check');
		expect(errorOf([same(0), same(2)], named(3))).toContain('\nItems 1 and 3: was not fine in the check.\n');
	});
});

const text = fc.string({ minLength: 1, maxLength: 3000 });
const problem = fc.record(
	{
		itemIndex: fc.nat({ max: 60_000 }),
		field: fc.oneof(fc.constantFrom('State', 'Postal Code (CEP)'), text),
		text: fc.oneof(fc.constantFrom('must have 8 digits', 'is required'), text),
		given: text,
		hint: fc.constant(
			'Fill in the value; if it is meant, select Postal Code in the option Text That Is Meant',
		),
		externalId: text,
		inAll: fc.constant(true as const),
	},
	{ requiredKeys: ['itemIndex', 'text'] },
);

it('are at most six, each cut, and end with the next step, for any run', () => {
	fc.assert(
		fc.property(fc.array(problem, { minLength: 1, maxLength: 80 }), fc.boolean(), (problems, lined) => {
			const names = new ItemNames(
				problems.map(({ itemIndex }) => ({ json: lined ? { row_number: itemIndex * 1e12 } : {} })),
			);
			const said = errorOf(problems, names);
			expect(said.length).toBeLessThan(3500);
			expect(said).toMatch(/\nCorrect them and run again\.$/);
			expect(describeFault(problems[0] as Problem).length).toBeLessThan(500);
		}),
	);
});
