/** What people and their files may do to the campaign: its code, attacked. */
import { csvLink } from '../../../examples/campaign/csv';
import { makeTheLastPage } from '../../../examples/campaign/makeTheLastPage';
import { readTheRows } from '../../../examples/campaign/readTheRows';
import type { Row } from '../../../examples/campaign/types';
import { whatBecameOfEach } from '../../../examples/campaign/whatBecameOfEach';
import { whatWasApproved } from '../../../examples/campaign/whatWasApproved';
import { english } from '../../../examples/campaign/words/english';
import { readUpload, unzip } from '../../support/campaignFiles';
import { codeNode } from '../../support/codeNode';
import { isDearer } from '../../support/cost';

const { file: FILE } = english.sheet;
const HEADINGS = 'Order,Name,Street,City,State,Zip,Message';
const upload = {
	'Upload the Sheet': [{ json: { submittedAt: '2026-11-25T10:57:12.000-03:00' } }],
	Settings: [{ json: { country: 'BR' } }],
};

async function read(file: string | Buffer): Promise<Row[]> {
	const input = [{ json: {}, binary: { [FILE]: {} } }];
	const items = await readTheRows(codeNode(input, upload, Buffer.from(file)), english);
	// n8n stores what one node gives to the next.
	return JSON.parse(JSON.stringify(items.map(({ json }) => json))) as Row[];
}

/** The nodes before the last page, where each of these rows was rejected for this reason. */
function rejected(rows: Row[], message: string) {
	const letters = rows.map((row, index) => ({ ...row, item: index + 1, state: 'fine', problems: [] }));
	const error = `Item 1 (line 2): The service rejected the letter`;
	return codeNode<never, never>([{ json: { id: 1 } }], {
		'Read the Rows': rows.map((json) => ({ json })),
		'Check the Letters': [{ json: { account: 'a' } }],
		'Make the Proof': [{ json: { letters } }],
		Proof: [{ json: {} }],
		'Ordered Before': [],
		'What Was Approved': letters.map(({ item }) => ({ json: { item } })),
		'Order the Letters': rows.map(() => ({
			json: { outcome: 'not_ordered', error, details: { message } },
		})),
	});
}

/** The last page, and the file of rows to correct that it offers. */
function lastPage(rows: Row[], message = 'Why'): { page: string; file: Buffer } {
	const [{ json } = { json: { page: '' } }] = makeTheLastPage(rejected(rows, message), english);
	const [, link = ''] = /href="data:[^"]*;base64,([^"]*)"/.exec(json.page) ?? [];
	return { page: json.page, file: Buffer.from(link, 'base64') };
}

describe('half of a character', () => {
	it('in the sheet is no character, and the row can be told of', async () => {
		const sheet = `${HEADINGS}\n1,Ana,R 1,X,SP,1,Oi \ud83d\n2,Rui \udc00,R 1,X,SP,1,Oi`;
		const rows = await read(Buffer.from(`\ufeff${sheet}`, 'utf16le'));
		expect(rows).toMatchObject([{ message: 'Oi \ufffd' }, { name: 'Rui \ufffd' }]);
		expect(lastPage(rows).file.toString()).toContain('Rui \ufffd');
	});

	it('in what the service says loses neither the page nor the list', async () => {
		const rows = await read(`${HEADINGS}\n1,Ana,R 1,X,SP,1,Oi`);
		expect(lastPage(rows, 'zip \ud83d').file.toString()).toContain('zip \ufffd');
		expect(whatBecameOfEach(rejected(rows, 'zip \ud83d'), english)).toMatchObject([
			{ json: { row: 2, external_id: '1', outcome: 'not_ordered' } },
		]);
	});
});

describe('time', () => {
	const approve = (except: string) => {
		const letters = [2, 3].map((row_number) => ({ item: row_number - 1, row_number, state: 'fine' }));
		const nodes = {
			'Make the Proof': [{ json: { choices: [{ kind: 'fine', option: 'All' }], letters, most: null } }],
			'Check the Letters': letters.map(({ item }) => ({ json: { item, outcome: 'fine' } })),
		};
		const answer = { [english.questions.choose]: 'All', [english.questions.except]: except };
		return whatWasApproved(codeNode([{ json: answer }], nodes), english);
	};

	it.each([
		['spaces', (count: number) => '   '.repeat(count)],
		['numbers', (count: number) => '99 '.repeat(count)],
	])('does not grow with the square of how many %s are typed', async (_what, typed) => {
		expect(
			await isDearer(
				() => approve(typed(100)),
				() => approve(typed(1_600)),
				16,
			),
		).toBe(false);
	});

	it('is not saved by leaving out fewer rows than were typed: nothing is ordered', () => {
		expect(approve(`${' '.repeat(100_000)}2`)).toEqual([
			{ json: { page: expect.stringContaining('Nothing was ordered') as string } },
		]);
	});

	it('does not grow with the length of an address', async () => {
		const sheet = (length: number) => `Order,Name,Full address,Message\n1,Ana,"a${',1'.repeat(length)}",Oi`;
		expect(
			await isDearer(
				() => read(sheet(500)),
				() => read(sheet(8_000)),
				16,
			),
		).toBe(false);
	});
});

const FORMULAS = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', "=cmd|'/c calc'!A1"];

it.each(FORMULAS)(
	'%s is no formula in the file of rows to correct, and itself when that is read',
	async (text) => {
		const quoted = `"${text.replaceAll('"', '""')}"`;
		const rows = await read(`${HEADINGS},${quoted}\n1,${quoted},R 1,X,SP,1,${quoted},${quoted}`);
		expect(rows).toMatchObject([{ name: text, message: text }]);
		const { file } = lastPage(rows);
		expect(unzip(file).get('xl/sheet.xml')?.toString()).not.toMatch(/<f>|<v>/);
		const again = await readUpload({ name: 'to-correct.xlsx', bytes: file }, english);
		const [{ json } = {}] = again as Array<{ json: Row }>;
		expect(json).toMatchObject({ name: text, message: text });
		expect(json?.source.slice(0, -1)).toEqual(rows[0]?.source);
	},
);

it.each(['constructor', '__proto__', 'toString', 'prototype'])(
	'a column may be headed %s',
	async (heading) => {
		const rows = await read(`${HEADINGS},${heading}\n1,Ana,R 1,X,SP,1,Oi,kept`);
		expect(rows).toMatchObject([{ name: 'Ana' }]);
		expect(lastPage(rows).file.toString()).toMatch(new RegExp(`>${heading}<.*>What to correct<.*>kept<`));
	},
);

it('the last page shows rows and numbers, and no name', async () => {
	const { page } = lastPage(await read(`${HEADINGS}\n1,Ana Luiza,R 1,X,SP,1,Oi`));
	expect(page.replace(/href="[^"]*"/, '')).not.toContain('Ana');
	expect(page).toContain('<td>2</td><td>1</td><td>Not ordered</td>');
});

it('a cell with more headings than the sheet, and another character between them, takes over nothing', async () => {
	const rows = ['A-1', 'A-2', 'A-3'].map((id) => `${id},Ana,"Rua A, 1",Recife,PE,50030-230,Oi`);
	const cell = [
		'Oi;Order;Name;Street;City;State;Zip;Message;Number',
		'x;Z-1;Mal Ory;Rua do Sol;Recife;PE;50030-230;Text of a stranger;9',
		'x',
	].join('\n');
	const file = [HEADINGS, ...rows, `A-4,Eve,"Rua B, 2",Recife,PE,50030-230,"${cell}"`].join('\n');
	const letters = await read(file);
	expect(letters.map(({ order }) => order)).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
});

it('thousands of columns are refused before any row is made', async () => {
	const [page] = await read(`${HEADINGS}${',a'.repeat(10_000)}${'\n1'.repeat(10_000)}`);
	expect(page).toMatchObject({ page: expect.stringContaining('more than 200 columns') as string });
});

it('a tab in a cell begins no other cell in the CSV of the list', () => {
	expect(decodeURIComponent(csvLink([['Ana\t=1+1', 'x']], ';'))).toContain('"Ana\t=1+1";x');
});
