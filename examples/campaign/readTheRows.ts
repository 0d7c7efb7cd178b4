import type { CodeNode, Item } from '../codeNode';
import { escapeHtml } from '../escapeHtml';
import { readCell } from './csv';
import type { Cell, Table } from './readTables';
import { readTables } from './readTables';
import type { Address, Campaign, Page, Row, Settings } from './types';
import type { Field, Words } from './words/words';

// What a heading may be called, without accents, spaces and dots. Add the names of your own sheet.
export const HEADINGS = {
	order:
		'pedido numerodopedido codigo cod id referencia ref matricula order ordernumber orderid orderno externalid reference code',
	name: 'nome nomecompleto primeironome destinatario cliente name fullname firstname recipient customer',
	surname: 'sobrenome lastname surname',
	street: 'endereco rua logradouro avenida street streetaddress address address1 addressline1',
	address: 'enderecocompleto fulladdress',
	number: 'no n nr num numero number housenumber streetnumber',
	complement: 'complemento compl apto apartamento complement address2 addressline2 apartment apt unit',
	district: 'bairro distrito district neighborhood neighbourhood',
	city: 'cidade municipio localidade city town',
	cityState: 'cidadeuf cidadeestado municipiouf citystate',
	state: 'uf estado estadouf state province region',
	zip: 'cep codigopostal zip zipcode postalcode postcode',
	country: 'pais country',
	message: 'mensagem texto recado carta message text letter',
};
const NEEDED: Field[] = ['order', 'name', 'street', 'city', 'state', 'zip', 'message'];
// What a column that joins several gives; its name in the answer is that of the column itself.
const JOINED: Partial<Record<Column, Field[]>> = {
	address: ['street', 'number', 'complement', 'city', 'state', 'zip', 'district'],
	cityState: ['city', 'state'],
};

type Column = keyof typeof HEADINGS;
type Columns = Partial<Record<Column, number>>;

const plain = (text: string) =>
	text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '');
const fieldOf = (heading: string) =>
	(Object.keys(HEADINGS) as Column[]).find((field) => HEADINGS[field].split(' ').includes(plain(heading)));

const clean = (rows: Table['rows']): string[][] =>
	rows.map((cells) => Array.from(cells ?? [], (cell) => readCell(String(cell ?? ''))));
const known = (cells: string[]) => new Set(cells.map(fieldOf).filter(Boolean)).size;

// The headings are where most names are known, in one of the first ten rows.
function findHeadings({ rows, open }: Table) {
	const sheet = clean(rows);
	const found = sheet.slice(0, 10).map(known);
	const most = Math.max(0, ...found);
	return { sheet, open, most, at: found.indexOf(most) };
}

// Which column has what.
function findColumns(headings: string[]): Columns {
	const columns: Columns = {};
	headings.forEach((heading, index) => {
		const field = fieldOf(heading);
		// To the left of the street, "Nº" and "Number" count the rows; "House number" does not.
		const countsRows =
			field === 'number' && plain(heading).startsWith('n') && !('street' in columns || 'address' in columns);
		if (field !== undefined && !countsRows) columns[field] ??= index;
	});
	return columns;
}

const join = (separator: string, ...parts: string[]) => parts.filter(Boolean).join(separator);
// "Rua da Bahia, 1148 - Sala 5, Belo Horizonte - MG, 30160-011"; what looks otherwise stays in one piece.
const ADDRESS =
	/^(.+?,\s*(?:\d+\w?|s\/?n))(?:\s*[-,]\s*(.+?))?\s*[-,]\s*([^,-]+?)\s*[-/,]\s*([a-z]{2})[\s,.-]*(?:cep:?\s*)?(\d{5}-?\d{3})$/i;
const LONGEST_ADDRESS = 300;
const CITY_STATE = /^(.+?)\s*[-/,]\s*([a-z]{2})$/i;
function split(of: (field: Column) => string): Partial<Address> {
	// The patterns would look at a run of spaces from every place in it, and longer at what is no address.
	const inOneLine = (field: Column) => {
		const text = of(field).replace(/\s+/g, ' ');
		return text.length > LONGEST_ADDRESS ? '' : text;
	};
	const [, street = of('address'), complement, ...rest] = ADDRESS.exec(inOneLine('address')) ?? [];
	const [, city = of('cityState'), state] = CITY_STATE.exec(inOneLine('cityState')) ?? [];
	return { street, complement, city: rest[0] ?? city, state: rest[1] ?? state, zip: rest[2] };
}

type Fields = Omit<Row, 'row_number' | 'columns' | 'source'>;

function toFields(cells: string[], columns: Columns, country: string): Fields {
	const cell = (field: Column) => {
		const column = columns[field];
		return column === undefined ? '' : (cells[column] ?? '');
	};
	const parts: Partial<Record<Column, string>> = split(cell);
	const of = (field: Column) => cell(field) || parts[field] || '';
	// Some sheets have the number in the street already, and beside it once more.
	const hasNumber = new RegExp(`,\\s*${of('number').replace(/\W/g, '\\$&')}$`, 'i').test(of('street'));
	return {
		order: of('order'),
		name: join(' ', of('name'), of('surname')),
		street: of('number') !== '' && hasNumber ? of('street') : join(', ', of('street'), of('number')),
		complement: join(' - ', of('complement'), of('district')),
		city: of('city'),
		state: of('state'),
		zip: of('zip'),
		country: of('country') || country,
		message: of('message'),
	};
}

// What is to be said of the columns, and the needed ones that are missing.
function judgeColumns(
	headings: string[],
	columns: Columns,
	words: Words,
): { remarks: string; missing: string[] } {
	const reading = words.reading;
	const used = new Set(Object.values(columns));
	const isUnused = (heading: string, index: number) =>
		heading !== '' && heading !== words.sheet.reason && !used.has(index);
	const unused = headings.filter(isUnused);
	const found = (Object.keys(columns) as Column[]).flatMap((field) => [field, ...(JOINED[field] ?? [])]);
	const namesOf = (fields: Field[]) =>
		fields.filter((field) => !found.includes(field)).map((field) => reading.fields[field]);
	const absent = namesOf(Object.keys(reading.fields) as Field[]);
	const remarks = [
		absent.length > 0 ? reading.notFound(absent) : '',
		unused.length > 0 ? reading.notUsed(unused) : '',
	];
	return { remarks: join(' ', ...remarks), missing: namesOf(NEEDED) };
}

// One letter to oneself: the text of the first row, under an External ID of this upload alone.
function letterToMe(letters: Row[], { country, me }: Settings, id: string): Row[] {
	const [first] = letters;
	if (!me.name || first === undefined) return [];
	const message = letters.find((letter) => letter.message !== '')?.message ?? '';
	return [{ ...first, country, ...me, message, order: id, row_number: null }];
}

export async function readTheRows(
	{ $input, $, helpers }: CodeNode<{ row?: Cell[] }, Campaign>,
	words: Words,
): Promise<Array<Item<Row | Page>>> {
	const reading = words.reading;
	const file = words.sheet.file;
	const answer = (page: string) => [{ json: { page } }];
	const upload = $('Upload the Sheet').first();

	// Behind Read Excel, the items are the rows of the sheet; otherwise the first one has the file.
	const isFile = $input.first().binary?.[file] !== undefined;
	const tables: Table[] = isFile
		? readTables(Buffer.from(await helpers.getBinaryDataBuffer(0, file)))
		: [{ rows: $input.all().map(({ json }) => json.row), open: 0 }];
	const { sheet, open, most, at } = tables
		.map(findHeadings)
		.reduce((best, one) => (one.most > best.most ? one : best));
	if (most === 0) return answer(reading.noSheet(escapeHtml(upload.binary?.[file]?.fileName)));
	if (open > 0) return answer(reading.openQuote(open));

	const headings = sheet[at] ?? [];
	const columns = findColumns(headings);
	const { remarks, missing } = judgeColumns(headings, columns, words);
	if (missing.length > 0) return answer(reading.missing(missing, escapeHtml(remarks)));

	const rows = sheet.flatMap((cells, index) =>
		index > at && cells.some(Boolean) ? [{ cells, row_number: index + 1 }] : [],
	);
	const tooLong = rows.filter(({ cells }) => cells.slice(headings.length).some(Boolean));
	if (rows.length === 0) return answer(reading.noRows);
	if (tooLong.length > 0) return answer(reading.tooLong(tooLong.map(({ row_number }) => row_number)));

	const settings = $('Settings').first().json;
	const letters = rows.map(({ cells, row_number }): Row => ({
		row_number,
		columns: remarks,
		...toFields(cells, columns, settings.country),
		source: headings.map((heading, index) => [heading || `${index + 1}`, cells[index] ?? '']),
	}));
	const sentAt = upload.json.submittedAt.replace(/\D/g, '').slice(0, 14);
	const toMe = letterToMe(letters, settings, `${reading.trialId}-${sentAt}`);
	return [...letters, ...toMe].map((json) => ({ json }));
}
