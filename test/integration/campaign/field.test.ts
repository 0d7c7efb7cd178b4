/** Sheets that people have had trouble with: what the page says of each, and which rows may leave unseen. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { english } from '../../../examples/campaign/words/english';
import { prove } from '../../support/campaignRun';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const of = (name: string) => ({
	name,
	bytes: readFileSync(path.resolve(__dirname, '../../vectors/sheets', name)),
});
const show = (name: string) => prove(of(name), english, sandbox.credential);

it.each([
	['cp850-short.csv', 'Letters of the file cannot be read'],
	['duplicate-headings.csv', 'Number could be: “Número” (D) or “Número” (K)'],
	['two-columns-for-one-field.csv', 'Message could be: “Carta” (J) or “Mensagem” (M)'],
])('%s: %s', async (name, words) => {
	expect((await show(name)).page).toContain(words);
});

/** Those without a warning, and those with one or to correct, by the numbers of their rows. */
it.each<[name: string, fine: number[], seen: number[], said: string]>([
	['hidden-first-sheet.xlsx', [2], [], 'Sheet “Dezembro”: 1 row read. Sheets not read: Novembro (hidden).'],
	['leading-blank-rows.xlsx', [5, 6, 7, 8], [], 'Sheet “Plan1”: 4 rows read.'],
	['made-a-date.xlsx', [], [2, 3, 4], 'Sheet “Plan1”: 3 rows read.'],
	['order-number-format.xlsx', [2, 3], [], 'Sheet “Plan1”: 2 rows read.'],
	['order-number-format-saved-as.csv', [2, 3], [], '2 rows read.'],
	['nothing-signs.csv', [2, 3, 4, 5, 6, 7, 10, 12, 13, 14], [8, 9, 11], 'Read as empty: “-”, “0”, “N/A”'],
	['null-of-a-database.csv', [2, 3, 5, 6, 8, 9], [4, 7, 10], 'Read as empty: “NULL”, “nan”, “None”, “\\N”.'],
	['still-encoded.csv', [], [2, 3, 4, 5, 6, 7, 8, 9, 10], '9 rows read.'],
	['two-tables.csv', [2, 3], [], 'Row 5 repeats headings and ends the table: not read, rows 6-7.'],
	['unquoted-line-breaks.csv', [2, 6], [3], 'Not letters, because only one cell is filled: rows 4-5.'],
])('%s', async (name, fine, seen, said) => {
	const { letters, description } = await show(name);
	const rowsOf = (isFine: boolean) =>
		letters.filter(({ state }) => (state === 'fine') === isFine).map(({ row_number }) => row_number);
	expect([rowsOf(true), rowsOf(false)]).toEqual([fine, seen]);
	expect(description).toContain(said);
});

it('compares with the list what differs only in its spelling', async () => {
	const listed = [
		{ external_id: '123', outcome_date: '2026-11-12T12:00:00.000Z' },
		{ external_id: '00124', outcome_date: '2026-11-12T12:00:00.000Z' },
		{ external_id: '123', account: 'another' },
	];
	const file = of('order-number-format.xlsx');
	const { letters, html } = await prove(file, english, sandbox.credential, { listed });
	expect(letters.map(({ order, state }) => [order, state])).toEqual([
		['00123', 'look'],
		['00124', 'before'],
	]);
	expect(html).toContain('00123 was ordered as 123 on Nov 12');
});

it('a list of another account counts for nothing', async () => {
	const listed = ['00123', '124'].map((external_id) => ({ external_id, account: 'another' }));
	const { title } = await prove(of('order-number-format.xlsx'), english, sandbox.credential, { listed });
	expect(title).toBe('2 fine, 0 to look at, 0 to correct');
});

describe('more letters than a run takes', () => {
	const sheet = (count: number) =>
		[
			'Order;Name;Street;City;State;Zip;Message',
			...Array.from(
				{ length: count },
				(_none, index) => `P-${index};Ana Souza;Rua A, ${index + 1};São Paulo;SP;01310-100;Muito obrigado!`,
			),
		].join('\n');
	const told = 'One run takes at most 500 letters, and these are 503';

	it('is said once, and none is doubtful for it', async () => {
		const bytes = Buffer.from(sheet(503));
		const { title, description, choices, html } = await prove(
			{ name: 'a.csv', bytes },
			english,
			sandbox.credential,
			{ listed: [{ external_id: 'P-9000' }] },
		);
		expect(title).toBe('503 fine, 0 to look at, 0 to correct');
		expect(description.split(told)).toHaveLength(2);
		expect(choices[0]).toBe('All 503 without warnings');
		expect(html).not.toContain('Maximum Letters');
	});

	it('is not said where fewer are left to order', async () => {
		const listed = Array.from({ length: 10 }, (_none, index) => ({ external_id: `P-${index}` }));
		const bytes = Buffer.from(sheet(503));
		const { description } = await prove({ name: 'a.csv', bytes }, english, sandbox.credential, { listed });
		expect(description).not.toContain('One run takes');
	});
});
