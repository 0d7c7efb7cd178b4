/** 200 rows of a sheet with 40 kinds of ordinary trouble, and the truth of each. */
import type { Cells } from './recipients';
import { HEADINGS, rightRows } from './recipients';
import type { XlsxCell } from './xlsx';

/** What the letter has to be, what must not leave unseen, or what is no letter at all. */
type Truth =
	| Partial<Record<'order' | 'name' | 'line1' | 'line2' | 'state' | 'zip' | 'message', string>>
	| 'seen'
	| 'none';

export interface Trouble {
	kind: string;
	cells: XlsxCell[];
	truth: Truth;
	isHidden?: boolean;
}

type Change = Partial<Record<keyof Cells, XlsxCell>>;
type Kind = [kind: string, make: (cells: Cells, index: number) => [change: Change, truth: Truth]];

/** 12 March 2026, as a spreadsheet stores it. */
const DAY = 46_093;
const shown = (number: number, format: string): XlsxCell => ({ number, format });
const pad = (number: number, length: number) => String(number).padStart(length, '0');
const district = ({ Bairro }: Cells): Truth => ({ line2: Bairro });

const sign = (text: string): Kind => [
	`"${text}" for a complement`,
	(cells) => [{ Complemento: text }, district(cells)],
];

const KINDS: Kind[] = [
	[
		'zeros by format',
		(_cells, index) => [{ Pedido: shown(100 + index, '00000') }, { order: pad(100 + index, 5) }],
	],
	[
		'letters by format',
		(_cells, index) => [{ Pedido: shown(index, '"PED-"000') }, { order: `PED-${pad(index, 3)}` }],
	],
	[
		'thousands by format',
		(_cells, index) => [{ Pedido: shown(1200 + index, '#,##0') }, { order: `1.${200 + index}` }],
	],
	[
		'12 digits',
		(_cells, index) => [
			{ Pedido: shown(123456789010 + index, 'General') },
			{ order: `${123456789010 + index}` },
		],
	],
	[
		'16 digits, of which a sheet keeps 15',
		(_cells, index) => [{ Pedido: shown(1234567890123450 + index * 10, 'General') }, 'seen'],
	],
	['long dash in the order', (_cells, index) => [{ Pedido: `ABC–${index}` }, { order: `ABC-${index}` }]],
	[
		'spaces around the order',
		(_cells, index) => [{ Pedido: ` SP-${index}\u00a0` }, { order: `SP-${index}` }],
	],
	['="00123"', (_cells, index) => [{ Pedido: `="0012${index}"` }, { order: `0012${index}` }]],
	['the order made a day', (_cells, index) => [{ Pedido: shown(DAY + index, 'mmm-yy') }, 'seen']],
	['the house number made a day', (_cells, index) => [{ Nº: shown(DAY + index, 'd/m') }, 'seen']],
	['the complement made a day', (_cells, index) => [{ Complemento: shown(DAY + index, 'd-mmm') }, 'seen']],
	[
		'postal code by format',
		(_cells, index) => [
			{ Cidade: 'São Paulo', Estado: 'SP', CEP: shown(1310100 + index, '00000-000') },
			{ zip: `01310-10${index}` },
		],
	],
	[
		'postal code without its zero',
		(_cells, index) => [
			{ Cidade: 'São Paulo', Estado: 'SP', CEP: shown(1310200 + index, 'General') },
			'seen',
		],
	],
	[
		'postal code with a dot',
		(_cells, index) => [
			{ Cidade: 'São Paulo', Estado: 'SP', CEP: `01.310-30${index}` },
			{ zip: `01310-30${index}` },
		],
	],
	['percent by format', (cells) => [{ Complemento: shown(0.5, '0%') }, { line2: `50% - ${cells.Bairro}` }]],
	[
		'decimals by format',
		(cells, index) => [
			{ Mensagem: shown(1234.5 + index, '"Obrigado pelos R$ "#,##0.00') },
			{ message: `Obrigado pelos R$ 1.23${4 + index},50`, name: cells.Nome },
		],
	],
	[
		'a day in the message',
		(_cells, index) => [
			{ Mensagem: shown(DAY + index, '"Obrigado pela visita de "dd/mm/yyyy') },
			{ message: `Obrigado pela visita de ${12 + index}/03/2026` },
		],
	],
	sign('-'),
	sign('N/A'),
	sign('não tem'),
	sign('0'),
	sign('x'),
	sign('.'),
	sign('nenhum'),
	sign('NULL'),
	sign('nan'),
	['"-" for a house number', () => [{ Nº: '-' }, 'seen']],
	['"S/N" for a house number', (cells) => [{ Nº: 'S/N' }, { line1: `${cells.Endereço}, S/N` }]],
	['NULL for a house number', () => [{ Nº: 'NULL' }, 'seen']],
	[
		'NULL in the message',
		() => [{ Mensagem: 'Olá NULL, muito obrigado pela sua compra de novembro!' }, 'seen'],
	],
	['still encoded as in JSON', () => [{ Nome: 'Jo\\u00e3o Souza' }, 'seen']],
	['still encoded as in mails', () => [{ Nome: 'Jo=C3=A3o Souza' }, 'seen']],
	['still encoded as in HTML', () => [{ Nome: 'Jo&atilde;o Souza' }, 'seen']],
	['still encoded as in addresses', () => [{ Nome: 'João+Souza' }, 'seen']],
	['read in the wrong encoding', () => [{ Nome: 'JoÃ£o Souza' }, 'seen']],
	['an error of the spreadsheet', () => [{ Complemento: '#N/D' }, 'seen']],
	['a formula that was never calculated', () => [{ Mensagem: { formula: 'A1' } }, 'seen']],
	[
		'a formula with what it gave',
		(cells) => [{ Mensagem: { formula: 'A1', gave: cells.Mensagem } }, { message: cells.Mensagem }],
	],
	['hidden by a filter', () => [{}, 'none']],
	[
		'a sum below',
		() => [
			Object.fromEntries(HEADINGS.map((heading) => [heading, heading === 'Nome' ? 'TOTAL' : ''])),
			'none',
		],
	],
];

/** Of each kind, five rows in which all else is right. */
export function troubles(): Trouble[] {
	const right = rightRows().filter((_row, index) => index % 5 === 0);
	return KINDS.flatMap(([kind, make], nth) =>
		[0, 1, 2, 3, 4].map((index): Trouble => {
			const base = right[(nth * 5 + index) % right.length]?.cells as Cells;
			// Each at an address of its own, and greeted as nobody else.
			const cells = {
				...base,
				Pedido: `T-${nth}-${index}`,
				Nº: String(100 + nth * 5 + index),
				Complemento: '',
				País: 'BR',
				Mensagem: `Muito obrigado pela sua compra de novembro, e volte sempre que quiser (${nth * 5 + index}).`,
			};
			const [change, truth] = make(cells, index);
			return {
				kind,
				cells: HEADINGS.map((heading) => ({ ...cells, ...change })[heading]),
				truth,
				...(kind.startsWith('hidden') && { isHidden: true }),
			};
		}),
	);
}
