/** The examples for lists as they are kept in Brazil. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import type { Execution } from '../../../tools/n8n/execution';
import { lastPage } from '../../../tools/n8n/forms';
import type { CepLookup } from '../../support/peers/cepLookup';
import { startCepLookup } from '../../support/peers/cepLookup';
import type { ExampleTests, Stage } from './stage';
import { ids } from './stage';

const form = 'Upload a Spreadsheet';
const header = 'Nome;CEP;UF;Cidade;Endereço;Número;Complemento;Bairro;Mensagem;Pedido';
const good = [
	'João Assunção;01310-100;SP;São Paulo;Avenida Paulista;1578;Conjunto 12;Bela Vista;“Olá”, João – até já!;P-1',
	'Conceição Araújo;30160011;mg;Belo Horizonte;Rua da Bahia;1148;;;"Olá; tudo bem?";P-2',
];
const withoutZero = 'Inês Magalhães;1310100;SP;São Paulo;Avenida Paulista;1578;;;Olá, Inês!;P-3';

/** Where Windows-1252 has a character that Latin-1 has not; Node knows the latter alone. */
const WINDOWS_ONLY: Record<string, number> = { '“': 0x93, '”': 0x94, '–': 0x96 };

const windows1252 = (text: string): Buffer =>
	Buffer.concat(
		Array.from(text, (char) => {
			const code = WINDOWS_ONLY[char];
			return code === undefined ? Buffer.from(char, 'latin1') : Buffer.from([code]);
		}),
	);

const file = (bytes: Buffer): File => new File([new Uint8Array(bytes)], 'cartas.csv', { type: 'text/csv' });

/** The cells of the table on a page, without what only lays them out. */
const cells = (page: string): string[][] =>
	[...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
		[...String(row).matchAll(/<t[dh]>(.*?)<\/t[dh]>/gs)].map(([, cell]) => String(cell)),
	);

export const brazilExamples = (stage: () => Stage): ExampleTests => ({
	'brazilian-spreadsheet': (name) => {
		let workflow: ExampleWorkflow;

		beforeAll(async () => {
			workflow = await ExampleWorkflow.create(stage().scene, name);
			await workflow.activate();
		});

		afterAll(() => workflow.deactivate());

		/** Uploads the rows; gives the last page and the execution. */
		const upload = async (bytes: Buffer, to = workflow): Promise<{ page: string; execution: Execution }> => {
			const waiting = await to.submit(form, { Planilha: file(bytes) });
			const page = await lastPage(waiting ?? '');
			return { page, execution: await to.next() };
		};
		const csv = (...rows: string[]): string => [header, ...rows, ''].join('\r\n');

		it('as Excel writes it: each good row a letter, and the last page says what became of each', async () => {
			const { page, execution } = await upload(windows1252(csv(...good, withoutZero)));
			expect(execution.status).toBe('success');
			const letters = await stage().letters();
			expect(letters.map(({ request }) => request)).toMatchObject([
				{
					to: {
						name: 'João Assunção',
						address_line1: 'Avenida Paulista, 1578',
						address_line2: 'Conjunto 12 - Bela Vista',
						city: 'São Paulo',
						state: 'SP',
						zip: '01310-100',
					},
					message: '“Olá”, João – até já!',
					external_id: 'P-1',
				},
				{
					to: { name: 'Conceição Araújo', address_line1: 'Rua da Bahia, 1148', state: 'MG' },
					message: 'Olá; tudo bem?',
					external_id: 'P-2',
				},
			]);
			const [first, second] = ids(letters);
			expect(page).toContain('Cartas encomendadas: 2 de 3');
			expect(cells(page).slice(1)).toEqual([
				['2', 'P-1', 'João Assunção', 'Encomendada', first],
				['3', 'P-2', 'Conceição Araújo', 'Encomendada', second],
				[
					'4',
					'P-3',
					'Inês Magalhães',
					'Não encomendada',
					expect.stringMatching(/8 dígitos.*zero à esquerda/),
				],
			]);
		});

		it('with Only check, as in the editor: the last page says that nothing was ordered', async () => {
			const changes = { 'Order the Letters': { orderingMode: 'check' } };
			const tried = await ExampleWorkflow.create(stage().scene, name, { changes });
			await tried.activate();
			const { page } = await upload(windows1252(csv(good[0] ?? '', withoutZero)), tried);
			await tried.deactivate();
			expect(page).toContain('Cartas encomendadas: 0 de 2');
			expect(cells(page).slice(1)).toEqual([
				['2', 'P-1', 'João Assunção', 'Só conferida', 'Publique o fluxo para encomendar.'],
				[
					'3',
					'P-3',
					'Inês Magalhães',
					'Não encomendada',
					expect.stringMatching(/8 dígitos.*zero à esquerda/),
				],
			]);
			expect(await stage().letters()).toEqual([]);
		});

		it('what is wrong in a row is said in Portuguese', async () => {
			const wrong = ['João;01310-100;São Paulo;;Rua 1;;;;Olá!;P-4', ';01310-100;SP;São Paulo;Rua 1;;;;;P-5'];
			const { page } = await upload(windows1252(csv(...wrong)));
			expect(cells(page).map((row) => row[4])).toEqual([
				'Carta, ou o que corrigir',
				'Falta a cidade. A UF precisa ser a sigla de duas letras, por exemplo SP.',
				'Falta o nome. Falta a mensagem.',
			]);
			expect(await stage().letters()).toEqual([]);
		});

		it('what the letter service rejects is said in Portuguese, with its own reason', async () => {
			// n8n's process knows the letters of the other tests.
			const row = good[0]?.replace('P-1', 'P-6') ?? '';
			const rules = [{ on: { method: 'POST' }, when: { next: 1 }, fault: { status: 422 } }];
			await stage().scene.sandbox.control('PUT', '/faults', { rules });
			const { page: rejected } = await upload(windows1252(csv(row)));
			expect(cells(rejected)[1]?.[4]).toMatch(/^O serviço de cartas recusou a carta: Fault on demand/);
			await upload(windows1252(csv(row)));
			const { page: changed } = await upload(windows1252(csv(row.replace('até já', 'até logo'))));
			expect(cells(changed)[1]?.[4]).toBe(
				'O serviço já conhece este pedido com outro conteúdo: o de uma carta anterior, ou o de uma que ele recusou. Nenhuma carta foi encomendada agora.',
			);
		});

		it('the row is corrected and the whole file uploaded again: one more letter', async () => {
			await upload(windows1252(csv(...good, withoutZero)));
			const before = ids(await stage().letters());
			const { page } = await upload(windows1252(csv(...good, withoutZero.replace('1310100', '01310100'))));
			expect(page).toContain('Cartas encomendadas: 3 de 3');
			expect(
				cells(page)
					.slice(1)
					.map((row) => row[3]),
			).toEqual(['Encomendada antes', 'Encomendada antes', 'Encomendada']);
			const after = await stage().letters();
			expect(ids(after).slice(0, 2)).toEqual(before);
			expect(after.map(({ external_id }) => external_id)).toEqual(['P-1', 'P-2', 'P-3']);
		});

		it('in UTF-8 with commas, its columns in another order and without accents: the same letter', async () => {
			const rows =
				'\ufeffCEP,NOME,Endereco,Cidade,uf,Mensagem,PEDIDO\n01310-100,João,Rua 1,São Paulo,SP,Olá!,P-9\n';
			await upload(Buffer.from(rows));
			expect((await stage().letters()).map(({ request }) => request)).toMatchObject([
				{
					to: { name: 'João', address_line1: 'Rua 1', city: 'São Paulo' },
					message: 'Olá!',
					external_id: 'P-9',
				},
			]);
		});

		it('a name that looks like HTML stays text on the last page', async () => {
			const row = good[0]?.replace('João Assunção', '<b>João</b>') ?? '';
			const { page } = await upload(windows1252(csv(row)));
			expect(page).toContain('&lt;b&gt;João&lt;/b&gt;');
			expect(page).not.toContain('<b>João');
		});

		it('a row with too many cells: nothing is ordered, and the last page says so', async () => {
			const { page } = await upload(windows1252(csv(...good, `${withoutZero};;;;;;`)));
			expect(page).toContain('Não foi possível ler o arquivo');
			expect(await stage().letters()).toEqual([]);
		});
	},

	'cep-against-city': (name) => {
		let lookup: CepLookup;

		beforeEach(async () => {
			lookup = await startCepLookup();
		});

		afterEach(() => lookup.close());

		/** With the lookup service that stands in for the real one, and perhaps other orders. */
		const run = async (...letters: object[]): Promise<Execution> => {
			const settings = { jsonOutput: JSON.stringify({ cep_lookup: lookup.address }) };
			const orders = letters.length > 0 && { 'The Orders': { jsonOutput: JSON.stringify({ letters }) } };
			const inEditor = { 'Order the Letters': { orderingMode: 'order' } };
			const changes = { Settings: settings, ...inEditor, ...orders };
			const workflow = await ExampleWorkflow.create(stage().scene, name, { changes });
			return await workflow.run('Start');
		};
		const order = {
			order: 'C-1',
			name: 'Ana',
			street: 'Rua 1',
			complement: '',
			city: 'Belo Horizonte',
			state: 'MG',
			zip: '30160-011',
		};
		const reason = ({ output }: Execution): unknown => output('To Correct')[0]?.to_correct;

		it('a CEP of another city: no letter for it, and the reason; the others are ordered', async () => {
			const { status, output } = await run();
			expect(status).toBe('success');
			expect(lookup.asked).toEqual(['22240003', '01310200', '30160011']);
			expect(await stage().externalIds()).toEqual(['2026-0031', '2026-0032']);
			expect(ids(output('Ordered'))).toEqual(ids(await stage().letters()));
			expect(output('To Correct')).toEqual([
				{
					order: '2026-0033',
					name: 'Ana Luiza Ferreira',
					city: 'Contagem',
					state: 'MG',
					zip: '30160-011',
					to_correct: 'O CEP 30160-011 é de Belo Horizonte (MG), mas o pedido diz Contagem (MG).',
				},
			]);
		});

		it.each([
			['a city in another state', { state: 'SP' }, /é de Belo Horizonte \(MG\), mas .* \(SP\)/],
			['a CEP that does not exist', { zip: '99999-999' }, /O CEP 99999-999 não existe/],
			[
				'a CEP without its zero',
				{ zip: '1310200' },
				/1310200 não está no formato 00000-000.*zero à esquerda/,
			],
		])('%s: no letter, and the reason', async (_what, change, expected) => {
			const execution = await run({ ...order, ...change });
			expect(reason(execution)).toMatch(expected);
			expect(await stage().letters()).toEqual([]);
		});

		it('the service that looks up does not answer: no letter; run again when it does, one', async () => {
			lookup.fail();
			expect(reason(await run(order))).toMatch(/Não foi possível consultar/);
			expect(await stage().letters()).toEqual([]);
			await lookup.close();
			lookup = await startCepLookup();
			await run(order);
			expect(await stage().externalIds()).toEqual(['C-1']);
		});

		it('a letter that is refused for something else comes back with that', async () => {
			const execution = await run({ ...order, name: '' });
			expect(reason(execution)).toBe('Falta o nome.');
			expect(await stage().letters()).toEqual([]);
		});
	},
});
