/** What is read of a sheet and what is asked of the person: nothing is guessed. */
import type { Page, Row } from '../../../examples/campaign/types';
import { english } from '../../../examples/campaign/words/english';
import { readUpload } from '../../support/campaignFiles';
import { toXlsx } from '../../support/xlsx';

const read = async (bytes: Buffer | string, name = 'letters.csv'): Promise<Array<Row & Page>> =>
	(await readUpload({ name, bytes: Buffer.from(bytes) }, english)).map(({ json }) => json as Row & Page);
const HEAD = 'Order;Name;Street;City;State;Zip;Message';
const ANA = '1;Ana;R 1;X;SP;1;Oi';
const rowOf = (order: string, name: string) => [order, name, 'R 1', 'X', 'SP', '1', 'Oi'];

describe('a file in', () => {
	const signs: Record<string, string> = { '‡': '\x87', Ž: '\x8e', '‹': '\x8b', '‚': '\x82' };
	const inWindows = (text: string) =>
		Buffer.from(
			`${HEAD}\n${ANA.replace('Ana', text)}`.replace(/[‡Ž‹‚]/g, (char) => signs[char] ?? ''),
			'latin1',
		);

	it.each([
		'Jos‚ Andrade',
		'JoÆo',
		'Ol‡',
		'JosŽ',
		'Jo‹o',
		'Lu¡s',
		'ANTâNIO',
		'Concei\x8d\x8bo',
		'Sim\xe4es',
		'£ukasz',
	])('DOS or Mac letters is refused: %s', async (text) => {
		expect((await read(inWindows(text)))[0]?.page).toContain('Save the sheet as an Excel workbook');
	});

	it.each(['Müller', 'Sørensen', 'Ærø', 'D’Ávila', 'JOÃO', 'Rua 1º de Março', 'IRMÃ', 'l´água', '«Olá»'])(
		'Windows-1252 is read: %s',
		async (text) => {
			const bytes = Buffer.from(`${HEAD}\n${ANA.replace('Ana', text.replace('’', '\x92'))}`, 'latin1');
			expect((await read(bytes))[0]?.name).toBe(text);
		},
	);

	it('UTF-8 or UTF-16 with a mark is read, whatever letters it has', async () => {
		const sheet = `${HEAD}\n${ANA.replace('Ana', 'Łukasz ƒ')}`;
		expect((await read(sheet))[0]?.name).toBe('Łukasz ƒ');
		const utf16 = Buffer.from(`\ufeff${sheet}`, 'utf16le');
		expect((await read(utf16))[0]?.name).toBe('Łukasz ƒ');
		expect((await read(Buffer.from(utf16).swap16()))[0]?.name).toBe('Łukasz ƒ');
		expect((await read(utf16.subarray(2)))[0]?.page).toContain('cannot be read');
	});

	it('a CSV under a workbook’s name, and a workbook under a CSV’s, are what they are', async () => {
		expect(await read(`${HEAD}\n${ANA}`, 'letters.xls')).toMatchObject([{ name: 'Ana' }]);
		expect(await read(toXlsx([HEAD.split(';'), rowOf('1', 'Ana')]), 'letters.csv')).toMatchObject([
			{ name: 'Ana' },
		]);
	});
});

describe('of the columns', () => {
	it.each([
		[
			'two for one field',
			'Customer;Recipient',
			'Ana;Bia',
			'Name could be: “Customer” (C) or “Recipient” (D)',
		],
		['two of one heading', 'Note;Note', 'a;b', 'These have one heading: “Note” (C) and “Note” (D)'],
		['one in another language', 'Name;Nome', 'Ana;Bia', '“Name” (C) or “Nome” (D)'],
	])('%s are asked about', async (_what, headings, cells, words) => {
		const sheet = `Order;Street;${headings};City;State;Zip;Message\n1;R 1;${cells};X;SP;1;Oi`;
		expect((await read(sheet))[0]?.page).toContain(words);
	});

	it.each([
		['an empty one', ';Ana'],
		['one that says the same', 'Ana;Ana'],
	])('%s leaves nothing to ask', async (_what, cells) => {
		const sheet = `Order;Street;Customer;Recipient;City;State;Zip;Message\n1;R 1;${cells};X;SP;1;Oi`;
		expect(await read(sheet)).toMatchObject([{ name: 'Ana' }]);
	});

	it.each(['Cód. Doador', 'Código do cliente', 'Donor code'])('%s is the order', async (heading) => {
		expect(await read(`${HEAD.replace('Order', heading)}\n${ANA}`)).toMatchObject([{ order: '1' }]);
	});

	it.each(['Data do pedido', 'Valor do pedido', 'Estado civil', 'Número do cliente'])(
		'%s is none that is known',
		async (heading) => {
			const [row] = await read(`${HEAD};${heading}\n${ANA};7`);
			expect(row?.about.join(' ')).toContain(`Columns not used: ${heading}.`);
		},
	);
});

describe('of the rows', () => {
	it('those below repeated headings, in any order, are named and not read', async () => {
		const sheet = `${HEAD}\n${ANA}\n\n${HEAD.split(';').reverse().join(';')}\n2;Bia;R 2;X;SP;1;Oi`;
		const rows = await read(sheet);
		expect(rows.map(({ name }) => name)).toEqual(['Ana']);
		expect(rows[0]?.about).toContain('Row 4 repeats headings and ends the table: not read, rows 5.');
	});

	it('those of one cell are named, and no letters', async () => {
		const rows = await read(`${HEAD}\n${ANA}\n\nTOTAL;;;;;;\n;;;;;;see below`);
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({ doubts: [] });
		expect(rows[0]?.about).toContain('Not letters, because only one cell is filled: rows 4-5.');
	});

	it('one whose text a line break has cut is looked at', async () => {
		const [ana, bia] = await read(`${HEAD}\n${ANA}\nMany thanks\n2;Bia;R 2;X;SP;1;Oi`);
		expect(ana?.doubts).toEqual(['Its text may go on in rows 3: a line break has cut it']);
		expect(bia?.doubts).toEqual([]);
	});

	it('a house number with decimals is looked at', async () => {
		const [ana] = await read(`${HEAD};No\n${ANA};12.0`);
		expect(ana?.doubts).toEqual(['No is 12.0, with decimals']);
	});

	it('two of nearly one order are looked at', async () => {
		const rows = await read(
			`${HEAD}\n00123;Ana;R 1;X;SP;1;Oi\n123;Bia;R 2;X;SP;1;Oi\n124;Caio;R 3;X;SP;1;Oi`,
		);
		expect(rows.map(({ doubts }) => doubts)).toEqual([
			['Row 3 has nearly the same order: 123'],
			['Row 2 has nearly the same order: 00123'],
			[],
		]);
	});

	it('have the numbers of the program, the line that names the separator aside', async () => {
		const rows = await read(`sep=|\n\n${HEAD.replaceAll(';', '|')}\n\n${ANA.replaceAll(';', '|')}`);
		expect(rows.map(({ row_number }) => row_number)).toEqual([4]);
	});

	it('that are hidden are counted, and not read', async () => {
		const sheet = toXlsx([HEAD.split(';'), rowOf('1', 'Ana'), rowOf('2', 'Bia')], [2]);
		const rows = await read(sheet);
		expect(rows.map(({ name, row_number }) => [name, row_number])).toEqual([['Bia', 3]]);
		expect(rows[0]?.about[0]).toBe('Sheet “Cartas”: 1 row read. 1 hidden row not read.');
	});
});

it.each([
	[' P–1 ', 'P-1'],
	['Cafe\u0301\u00a07', 'Café 7'],
	['="00123"', '00123'],
	['P—2−3', 'P-2-3'],
])('the order %s is %s', async (given, order) => {
	expect(
		await read(
			`${HEAD}\n${given.includes('"') ? `"${given.replaceAll('"', '""')}"` : given};Ana;R 1;X;SP;1;Oi`,
		),
	).toMatchObject([{ order }]);
});
