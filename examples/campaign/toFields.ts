import type { Column, Columns } from './findTable';
import { plainId } from './orderId';
import type { Address, Row } from './types';

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

// How people and programs write that there is nothing; names and orders may be called so.
const NOTHING =
	/^(?:[-–—_]+|n\/[ad]|n\.[ad]\.?|n[ãa]o (?:informad[oa]|consta|se aplica)|\(?<?(?:NULL|null)>?\)?|NONE|None|NaN|nan|undefined|\\N)$/u;
const NOTHING_TO_ADD =
	/^(?:[.*/?\\]+|x+|0+|n[ãa]o (?:tem|h[áa]|possui)|nenhum[a]?|sem (?:complemento|bairro)|s\/c|vazio|none|n\/[ad])$/iu;
const MAY_ADD: Column[] = ['number', 'complement', 'district'];
const KEPT: Column[] = ['order', 'name', 'country'];

/** Whether a cell of this column is a sign for nothing. */
export const saysNothing = (text: string, field: Column): boolean =>
	(!KEPT.includes(field) && NOTHING.test(text)) || (MAY_ADD.includes(field) && NOTHING_TO_ADD.test(text));

export type Fields = Omit<Row, 'row_number' | 'about' | 'faults' | 'doubts' | 'source'>;

export function toFields(cells: string[], columns: Columns, country: string): Fields {
	const cell = (field: Column) => {
		const column = columns[field];
		const text = column === undefined ? '' : (cells[column] ?? '');
		return saysNothing(text, field) ? '' : text;
	};
	const parts: Partial<Record<Column, string>> = split(cell);
	const of = (field: Column) => cell(field) || parts[field] || '';
	// Some sheets have the number in the street already, and beside it once more.
	const hasNumber = new RegExp(`,\\s*${of('number').replace(/\W/g, '\\$&')}$`, 'i').test(of('street'));
	return {
		order: plainId(of('order')),
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
