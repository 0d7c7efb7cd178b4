/** The code of the campaign: how a sheet is read, what is approved, what is listed. */
import { makeTheLastPage } from '../../../examples/campaign/makeTheLastPage';
import { makeThePage } from '../../../examples/campaign/makeThePage';
import { makeTheProof } from '../../../examples/campaign/makeTheProof';
import { readTheRows } from '../../../examples/campaign/readTheRows';
import { whatWasApproved } from '../../../examples/campaign/whatWasApproved';
import { english } from '../../../examples/campaign/words/english';
import { portuguese } from '../../../examples/campaign/words/portuguese';
import type { Words } from '../../../examples/campaign/words/words';
import { LETTER } from '../../../nodes/HandwrittenLetters/letter/letters';
import { explain } from '../../../nodes/HandwrittenLetters/report/explain';
import type { Failure, Unanswered } from '../../../nodes/HandwrittenLetters/service/result';
import { codeNode } from '../../support/codeNode';
import { isDearer } from '../../support/cost';
import { HEADINGS, sheetRows, toCsv, toItem } from '../../support/recipients';

type Json = Record<string, unknown>;

const { file: FILE } = english.sheet;

const before = {
	'Upload the Sheet': [
		{ json: { submittedAt: '2026-11-25T10:57:12.000-03:00' }, binary: { [FILE]: { fileName: 'a<b.csv' } } },
	],
	Settings: [{ json: { country: 'BR' } }],
};

async function read(csv: string | Buffer): Promise<unknown[]> {
	const input = [{ json: {}, binary: { [FILE]: {} } }];
	const items = await readTheRows(codeNode(input, before, Buffer.from(csv)), english);
	return items.map(({ json }) => json);
}

describe('reading a sheet', () => {
	it('reads an address of many spaces as cheaply as one of few', async () => {
		const address = (spaces: number) => ['a,1', '-', 'b', '-', '30160-01'].join(' '.repeat(spaces));
		const reading = (spaces: number) => () =>
			read(`Nome;Pedido;Mensagem;Endereço completo\nAna;1;Oi;"${address(spaces)}"`);
		expect(await reading(80)()).toMatchObject([{ street: address(80) }]);
		expect(await isDearer(reading(20), reading(80), 4)).toBe(false);
	});

	it('joins each of 210 rows as a workflow made by hand would', async () => {
		const rows = sheetRows();
		const letters = await read(toCsv(rows, { encoding: 'latin1' }));
		expect(letters).toMatchObject(
			rows.map(({ cells }, index) => {
				const { address_line1, address_line2, external_id, zip, country, ...item } = toItem(cells);
				return {
					...item,
					row_number: index + 2,
					street: address_line1,
					complement: address_line2,
					order: external_id,
					zip,
					country: country || 'BR',
				};
			}),
		);
	});

	it('reads what Windows-1252 has and Latin-1 has not, UTF-16, and the lines of an old Mac', async () => {
		const sheet = 'Order;Name;Street;City;State;Zip;Message\n1;João;R 1;X;SP;1;“Olá” – até já…';
		const bytes = Buffer.from(
			sheet.replace(/[“”–…]/g, (char) => ({ '“': '\x93', '”': '\x94', '–': '\x96' })[char] ?? '\x85'),
			'latin1',
		);
		const letter = { name: 'João', message: '“Olá” – até já…' };
		expect(await read(bytes)).toMatchObject([letter]);
		expect(await read(Buffer.from(`\ufeff${sheet}`, 'utf16le'))).toMatchObject([letter]);
		expect(await read(sheet.replace('\n', '\r'))).toMatchObject([letter]);
	});

	const about = expect.arrayContaining([expect.stringMatching(/^Columns not found/)]) as string[];
	it.each<[string, string, Json]>([
		...['Nº', 'N°', 'Numero', 'Núm.', 'Number'].map((heading): [string, string, Json] => [
			`the house number in ${heading}`,
			`Pedido;Nome;Rua;${heading};Cidade;UF;CEP;Texto\n1;Ana;Rua 7;7;X;sp;1;Oi`,
			{ street: 'Rua 7, 7', state: 'sp', about },
		]),
		...['Código', 'Pedido', 'Order', 'Order No.', 'Número do pedido'].map(
			(heading): [string, string, Json] => [
				`the order in ${heading}`,
				`Nome;Endereço;Município;Estado;Zip code;Message;${heading}\nAna;Rua 1, 2;X;State;1;Oi;A-1`,
				{ order: 'A-1', city: 'X', state: 'State', zip: '1' },
			],
		),
		[
			'a whole address',
			'Order,Name,Full address,Message\n1,Ana,"Rua da Bahia, 1148 - Sala 5 - Centro, Belo Horizonte - MG, 30160-011",Oi',
			{
				street: 'Rua da Bahia, 1148',
				complement: 'Sala 5 - Centro',
				city: 'Belo Horizonte',
				state: 'MG',
				zip: '30160-011',
			},
		],
		[
			'an address that it does not know in one piece',
			'Order,Name,Full address,Message\n2,Rui,"Somewhere",Oi',
			{ street: 'Somewhere', city: '', zip: '' },
		],
		[
			'a city with its state',
			'Order;Name;Street;City/State;Zip;Message\n1;Ana;Rua 1, 2;São Paulo/SP;1;Oi',
			{ city: 'São Paulo', state: 'SP' },
		],
		[
			'a number once that the street has already',
			'Order;Name;Street;No;City;State;Zip;Message\n1;Ana;Rua da Bahia, 12;12;X;SP;1;Oi',
			{ street: 'Rua da Bahia, 12' },
		],
		[
			'no number left of the street, where it counts the rows',
			'Nº;Pedido;Nome;Rua;Número;Cidade;UF;CEP;Texto\n1;A-1;Ana;Rua A;12;X;SP;1;Oi',
			{ street: 'Rua A, 12', about: expect.arrayContaining(['Columns not used: Nº.']) as string[] },
		],
		[
			'a house number left of the street, if it is called so',
			'Order;Name;House number;Street;City;State;Zip;Message\n1;Ana;12;Main Street;X;SP;1;Hi',
			{ street: 'Main Street, 12' },
		],
		[
			'headings below a title, the rows’ own numbers, and what it does not use',
			'Letters of December\n\nOrder;Name;Street;City;State;Zip;Message;Phone\n\n1;Ana;"Rua ""A"", 1";X;SP;1;"Oi;\nAna";99',
			{
				row_number: 5,
				street: 'Rua "A", 1',
				message: 'Oi;\nAna',
				about: [
					'File “a<b.csv”: 1 row read.',
					'Columns not found: Number, Complement, District.',
					'Columns not used: Phone.',
				],
			},
		],
	])('takes %s', async (_what, sheet, letter) => {
		expect(await read(sheet)).toMatchObject([letter]);
	});

	it.each([
		['no heading that it knows', 'a;b\n1;2', /not a sheet of letters.*a&lt;b\.csv/],
		[
			'a needed column is missing: once, not for each row',
			'Nome;CEP\nA;1\nB;2',
			/needed: Order, Street, City, State, Message/,
		],
		[
			'a cell too many',
			'Order;Name;Street;City;State;Zip;Message\n1;Ana;R 1;X;SP;1;Oi; Ana',
			/more cells.*Rows 2/,
		],
		[
			'a quotation mark that is not closed',
			'Order;Name;Street;City;State;Zip;Message\n1;"Ana;R 1\n2;Rui',
			/opens in row 2/,
		],
		['headings alone', HEADINGS.join(';'), /has no rows/],
	])('answers with a page where there is %s', async (_what, sheet, words) => {
		expect(await read(sheet)).toEqual([{ page: expect.stringMatching(words) as string }]);
	});
});

describe('what is approved', () => {
	const letters = [2, 3, 4, 7, null].map((row_number, index) => ({
		item: index + 1,
		row_number,
		state: index === 1 ? 'look' : index === 2 ? 'correct' : 'fine',
	}));
	const choices = ['fine', 'all', 'trial', 'none'].map((kind) => ({ kind, option: kind }));
	const checked = letters.map(({ item, state }) => ({
		json: { item, outcome: state === 'correct' ? 'to_correct' : 'fine' },
	}));
	const nodes = {
		'Make the Proof': [{ json: { choices, letters, most: null } }],
		'Check the Letters': checked,
	};
	const approve = (choice: string | null, except: string | null = ''): unknown[] => {
		const answer = { 'What do you order?': choice, 'Rows to leave out': except };
		const items = whatWasApproved(codeNode([{ json: answer }], nodes), english);
		return items.map(({ json }) => ('page' in json ? json.page : json.item));
	};
	const nothing = [expect.stringContaining('Nothing was ordered')];

	it.each([
		['fine', '', [1, 4]],
		['fine', '7', [1]],
		['all', '', [1, 2, 4]],
		['all', '2-3', [4]],
		['all', '2 – 3; 7', nothing],
		['all', '2 a 3', [4]],
		['all', '3 and 7.', [1]],
		['all', '5', nothing],
		['all', '8', nothing],
		['all', '7-2', nothing],
		['all', 'two', nothing],
		['trial', '', [5]],
		['trial', '2', [5]],
		['none', '', nothing],
		['of another page', '', nothing],
		[null, null, nothing],
	])('%s, without %s', (choice, except, expected) => {
		expect(approve(choice, except)).toEqual(expected);
	});

	it('more than a run takes: nothing, and how many it takes', () => {
		const over = { ...nodes, 'Make the Proof': [{ json: { choices, letters, most: 2 } }] };
		const page = (except: string): unknown[] =>
			whatWasApproved(
				codeNode([{ json: { 'What do you order?': 'all', 'Rows to leave out': except } }], over),
				english,
			).map(({ json }) => ('page' in json ? json.page : json.item));
		expect(page('')).toEqual([expect.stringContaining('at most 2 letters, and you chose 3') as string]);
		expect(page('2')).toEqual([2, 4]);
	});
});

describe('why a letter was not ordered', () => {
	/** What the last page says of it. */
	function why(words: Words, error: string, said?: string): string {
		const row = { row_number: 2, order: 'A-1', name: 'Ana', source: [['Order', 'A-1']] };
		const answer = { outcome: 'not_ordered', error: `Item 1 (line 2): ${error}`, details: { message: said } };
		const nodes = {
			'Read the Rows': [{ json: row }],
			'Check the Letters': [{ json: { account: 'a' } }],
			'Make the Proof': [{ json: { letters: [{ ...row, item: 1, state: 'fine', problems: [] }] } }],
			'What Was Approved': [{ json: { item: 1 } }],
			Proof: [{ json: {} }],
			'Order the Letters': [{ json: answer }],
		};
		const [result] = makeTheLastPage(codeNode([{ json: { id: 1 } }], nodes), words);
		return [...(result?.json.page ?? '').matchAll(/<td>(.*?)<\/td>/g)].at(-1)?.[1] ?? '';
	}
	const held = (heldBack: Failure['heldBack']): Partial<Failure> => ({ heldBack, attempts: 0, status: 401 });

	it.each<[outcome: Unanswered['outcome'], failure: Partial<Failure>, words: string, earlierId?: string]>([
		[
			'not_ordered',
			{ status: 422, envelope: { code: 'invalid_zip', message: 'zip <1>' } },
			'O serviço de cartas recusou a carta: o CEP não é válido · O serviço diz: "zip &lt;1>"',
		],
		[
			'not_ordered',
			{ status: 400, envelope: { code: 'invalid_moon' } },
			'O serviço de cartas recusou a carta: invalid_moon',
		],
		['not_ordered', { status: 401 }, 'O serviço de cartas recusou a chave da API'],
		[
			'unknown',
			{ status: 500, envelope: { code: 'internal_error' } },
			'O serviço de cartas não deu uma boa resposta: falha do próprio serviço',
		],
		['unknown', { connection: 'the connection broke' }, 'O serviço de cartas não respondeu'],
		['not_ordered', held('keyRefused'), 'Não enviada: o serviço de cartas recusou a chave da API'],
		['not_ordered', held('noAnswer'), 'Não enviada: o serviço de cartas já não respondia'],
		['not_ordered', held('paused'), 'Não enviada: o serviço de cartas pediu para esperar'],
		[
			'not_ordered',
			{ status: 429, heldBack: 'paused' },
			'Não enviada: o serviço de cartas pediu para esperar',
		],
		['not_ordered', { stopped: true, attempts: 0 }, 'Não enviada: a execução parou antes'],
		[
			'other_contents',
			{ status: 409 },
			'Já foi encomendada com outro conteúdo, e nenhuma segunda carta foi criada: crd_1-2',
			'crd_1-2',
		],
		[
			'other_contents',
			{ status: 409 },
			'O serviço de cartas conhece este pedido com outro conteúdo, e nenhuma segunda carta foi criada',
		],
		[
			'not_ordered',
			{ status: 407 },
			'O nó diz: "The proxy between n8n and the letter service asks for a login (HTTP 407)"',
		],
	])('%s, %j: %s', (outcome, own, words, ...[earlierId]) => {
		const attempted = { attempts: 1, seconds: 1, mayHaveBeenAccepted: false, stopped: false };
		const failure = { ...attempted, ...own };
		const request = { ...LETTER, letters: [], itemIndexes: [0] };
		const { message } = explain({ request, outcome, failure, earlierId }, true);
		const said = failure.envelope?.message;
		expect(why(portuguese, message, said)).toBe(words);
		const quoted = said === undefined ? '' : ' · The service says: "zip &lt;1>"';
		expect(why(english, message, said)).toBe(`${message}${quoted}`);
	});
});

it('a remark that has no words in Portuguese is quoted, and called the node’s', () => {
	const remark = 'Message is unlike any other';
	const row = { order: 'A-1', name: 'Ana', row_number: 2, about: [], faults: [], doubts: [] };
	const checked = { item: 1, outcome: 'fine', problems: [], warnings: [remark, 'City is empty'] };
	const nodes = {
		Settings: [{ json: { price: 0 } }],
		'Read the Rows': [{ json: row }],
		'Ordered Before': [],
		'Check the Letters': [{ json: checked }],
	};
	const [proof] = makeTheProof(codeNode([], nodes), portuguese);
	const page = (JSON.parse(proof?.json.fields ?? '') as Array<{ html?: string }>).at(-1)?.html;
	expect(page).toContain(`<h5>Linha 2<sub>A-1</sub></h5><u>O nó diz: "${remark}"</u><u>Cidade: falta</u>`);
});

it('the list counts who has theirs, and a name is neither HTML nor a formula in it', () => {
	const row = { row: 2, name: '=<b>Ana</b>', external_id: 'A-1', letter_id: 'crd_1', outcome: 'ordered' };
	const rows = [
		{ ...row, status: 'delivered', date: '2026-12-15T10:00:00.000Z' },
		{ ...row, external_id: 'A-2', status: 'returned' },
		{ ...row, external_id: 'A-3', status: 'posted' },
		{ ...row, external_id: 'A-4', letter_id: '', outcome: 'to_correct', status: '' },
		// A data table without rows gives one empty item.
		{},
	];
	const [list] = makeThePage(codeNode(rows.map((json) => ({ json }))), english);
	const html = list?.json.page ?? '';
	expect(html).toContain('1 of 3 has their letter');
	expect(html).toContain('1 on the way. 1 came back. 1 without a letter.');
	expect([...html.matchAll(/<td>(A-\d)/g)].map(([, id]) => id)).toEqual(['A-2', 'A-4', 'A-3', 'A-1']);
	expect(html).toContain('<td>=&lt;b>Ana&lt;/b></td>');
	expect(html).not.toContain('<b>');
	const csv = decodeURIComponent(/href="data:text\/csv;charset=utf-8,([^"]*)"/.exec(html)?.[1] ?? '');
	expect(csv.split('\r\n').at(-1)).toBe("2,'=<b>Ana</b>,A-1,Delivered,2026-12-15,crd_1");
});
