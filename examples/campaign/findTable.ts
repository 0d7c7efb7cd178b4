import type { SheetRow, Table } from './types';
import type { Field } from './words/words';

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
// A word more that changes nothing: whose it is, or where to.
const WHOSE =
	'doador doadora cliente destinatario aluno aluna associado associada socio socia comprador membro contato carta entrega donor customer client recipient member contact buyer letter delivery shipping';

export type Column = keyof typeof HEADINGS;
export type Columns = Partial<Record<Column, number>>;

export const NEEDED: Field[] = ['order', 'name', 'street', 'city', 'state', 'zip', 'message'];
// What a column that joins several gives; its name in the answer is that of the column itself.
export const JOINED: Partial<Record<Column, Field[]>> = {
	address: ['street', 'number', 'complement', 'city', 'state', 'zip', 'district'],
	cityState: ['city', 'state'],
};

const plainWords = (text: string): string[] =>
	text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9\s]/g, '')
		.split(/\s+/)
		.filter(Boolean);
const plain = (text: string): string => plainWords(text).join('');

const fieldNamed = (name: string): Column | undefined =>
	(Object.keys(HEADINGS) as Column[]).find((field) => HEADINGS[field].split(' ').includes(name));

// No heading is longer, and a cell may be a whole letter.
const LONGEST_HEADING = 60;

function fieldOf(heading: string): Column | undefined {
	if (heading.length > LONGEST_HEADING) return undefined;
	const exact = fieldNamed(plain(heading));
	if (exact !== undefined) return exact;
	const parts = plainWords(heading).filter((word) => !/^(?:d[aeo]s?|of|the)$/.test(word));
	const whose = WHOSE.split(' ');
	const less = [parts.slice(0, -1), parts.slice(1)].find(
		(rest, index) => rest.length > 0 && whose.includes((index === 0 ? parts.at(-1) : parts[0]) ?? ''),
	);
	const field = less && fieldNamed(less.join(''));
	// The number of a customer is no house's.
	return field === 'number' ? undefined : field;
}

const isFilled = ({ cells }: SheetRow): boolean => cells.some(Boolean);
const fieldsIn = ({ cells }: SheetRow): number => new Set(cells.map(fieldOf).filter(Boolean)).size;

/** A table and its headings, among the rows that a person sees. */
export interface Found {
	table: Table;
	/** How many fields its headings name. */
	known: number;
	/** The row of the headings. */
	row_number: number;
	headings: string[];
	rows: SheetRow[];
	/** Of rows below the headings that are hidden. */
	hidden: number;
	/** The rows that repeat the headings, or begin another table, and those below. */
	behind: SheetRow[];
	/** Rows of one filled cell: sums, notes. */
	notes: SheetRow[];
}

// Headings have words that are no cells of a letter: most of what is filled is one.
function isHeadings(row: SheetRow): boolean {
	const filled = row.cells.filter(Boolean).length;
	const fields = fieldsIn(row);
	return fields >= 2 && fields * 2 >= filled;
}

// So many names in one row are headings: a cell below, which somebody else may have written, can name more of them.
const ENOUGH = 5;

/** The headings are the first of the filled rows in which enough names are known, or else most. */
export function findTable(table: Table): Found {
	const seen = table.rows.filter((row) => !row.isHidden && isFilled(row));
	const counts = seen.slice(0, 20).map(fieldsIn);
	const most = Math.max(0, ...counts);
	const at = most === 0 ? seen.length : counts.findIndex((count) => count >= Math.min(most, ENOUGH));
	const known = counts[at] ?? 0;
	const top = seen[at];
	const below = seen.slice(at + 1);
	const end = below.findIndex(isHeadings);
	const own = end < 0 ? below : below.slice(0, end);
	const isNote = ({ cells }: SheetRow) => cells.filter(Boolean).length === 1;
	const from = top?.row_number ?? 0;
	return {
		table,
		known,
		row_number: from,
		headings: top?.cells ?? [],
		rows: own.filter((row) => !isNote(row)),
		hidden: table.rows.filter((row) => row.isHidden && row.row_number > from && isFilled(row)).length,
		behind: end < 0 ? [] : below.slice(end),
		notes: own.filter(isNote),
	};
}

/** Of one text, read with each character that may stand between its cells: the one whose headings come first. */
export function firstTable(read: Found[]): Found | undefined {
	const enough = read.filter(({ known }) => known >= ENOUGH);
	const [first] = enough.toSorted((a, b) => a.row_number - b.row_number || b.known - a.known);
	return first ?? read.toSorted((a, b) => b.known - a.known)[0];
}

/** Headings of which one has to be renamed, and the field that both may be. */
export interface Doubled {
	field?: Column;
	headings: string[];
}

// "B" for the second column, as spreadsheets call it.
export const letterOf = (index: number): string =>
	(index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** Which column has what: nothing where two differ. */
export function findColumns({ headings, rows }: Found): { columns: Columns; doubled: Doubled[] } {
	const byName = new Map<string, number[]>();
	const fields = new Map<string, Column>();
	let hasStreet = false;
	headings.forEach((heading, index) => {
		if (heading === '') return;
		const field = fieldOf(heading);
		// To the left of the street, "Nº" and "Number" count the rows; "House number" does not.
		const countsRows = field === 'number' && plain(heading).startsWith('n') && !hasStreet;
		hasStreet ||= field === 'street' || field === 'address';
		const name =
			field === undefined || countsRows ? `${plain(heading) || heading} ${countsRows ? index : ''}` : field;
		if (field !== undefined && !countsRows) fields.set(name, field);
		byName.set(name, [...(byName.get(name) ?? []), index]);
	});
	const cellsOf = (index: number) => rows.map(({ cells }) => cells[index] ?? '');
	const columns: Columns = {};
	const doubled: Doubled[] = [];
	for (const [name, indexes] of byName) {
		// A column without a cell, or with the cells of another, leaves nothing to guess.
		const filled = indexes.filter((index) => cellsOf(index).some(Boolean));
		const contents = new Set(filled.map((index) => JSON.stringify(cellsOf(index))));
		const field = fields.get(name);
		if (contents.size > 1) {
			const named = filled.map((index) => `“${headings[index] ?? ''}” (${letterOf(index)})`);
			doubled.push({ ...(field && { field }), headings: named });
		} else if (field !== undefined) {
			columns[field] = filled[0] ?? indexes[0];
		}
	}
	// What its own columns say, no joined one has to.
	const isSaid = (field: string) =>
		JOINED[field as Column]?.every((part) => !NEEDED.includes(part) || part in columns) === true;
	const own = Object.entries(columns).filter(([field]) => !isSaid(field));
	return { columns: Object.fromEntries(own), doubled };
}
