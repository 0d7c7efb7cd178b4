/** The campaign in a real n8n and a real browser: from the upload of a sheet to the list of who has theirs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { request } from 'undici';

import { createClock } from '../../../sandbox/src/time/clock';
import { launchChromium } from '../../../tools/chromium';
import { campaignSettings } from '../../../tools/n8n/campaignSettings';
import { ExampleWorkflow, LOGIN, LOGIN_HEADER } from '../../../tools/n8n/exampleRun';
import { nodeNamed, pageUrl, readExample } from '../../../tools/n8n/examples';
import type { Execution } from '../../../tools/n8n/execution';
import { lastPage, nextPage, submitForm } from '../../../tools/n8n/forms';
import type { Credential } from '../../../tools/n8n/n8nClient';
import type { Scene } from '../../../tools/n8n/scenes/scene';
import { traits } from '../../../tools/n8n/scenes/scene';
import { until } from '../../../tools/waiting';
import type { SheetRow } from '../../support/recipients';
import { HEADINGS, rightRows, sheetRows, toCsv } from '../../support/recipients';
import { withoutLinkCheck } from '../../support/unsignedLinks';
import { withScene } from '../../support/withScene';
import { toXlsx } from '../../support/xlsx';

/** A check judges neither: an address may hold either. */
const NOT_JUDGED = /^(?:the whole address|a phone number) in line \d$/;

const UPLOAD = 'Upload the Sheet';
const LIST_TABLE = 'campaign_letters';
const ME = 'Marina Prado';
const SETTINGS = {
	price: '10,00',
	my_name: ME,
	my_street: 'Rua 1, 2',
	my_city: 'São Paulo',
	my_state: 'SP',
	my_zip: '01310-100',
};

type Changes = Record<string, Record<string, unknown>>;

const clock = createClock();
let scene: Scene;
let campaign: ExampleWorkflow;
let login: Credential;
/** As its note says: n8n 1 needs the table made, and chosen in each node. */
let chosen: Changes;

withScene(
	async (started) => {
		scene = started;
		login = await scene.client.createCredential('Login', 'httpBasicAuth', LOGIN);
		chosen = traits.createsDataTables ? {} : await chooseTable();
		campaign = await createCampaign();
		await campaign.activate();
	},
	{ sandbox: { clock, apiKeys: ['test_key', 'key_of_client'] } },
);

/** What the pages of each language ask. */
const QUESTIONS = {
	'campaign.pt-BR': { order: 'O que você encomenda?', except: 'Linhas a deixar de fora' },
	campaign: { order: 'What do you order?', except: 'Rows to leave out' },
};
type Language = keyof typeof QUESTIONS;

const createCampaign = async (
	changes: Changes = {},
	language: Language = 'campaign.pt-BR',
	credentials: Credential[] = [],
): Promise<ExampleWorkflow> =>
	await ExampleWorkflow.create(scene, language, {
		credentials: [login, ...credentials],
		changes: {
			...chosen,
			...withoutLinkCheck,
			Settings: campaignSettings(nodeNamed(await readExample(language), 'Settings'), SETTINGS),
			...changes,
		},
	});

async function chooseTable(): Promise<Changes> {
	const file = await readExample('campaign.pt-BR');
	const { columns } = nodeNamed(file, 'The List').parameters as { columns: { column: object[] } };
	const { id: project } = await scene.client.api.call<{ id: string }>('GET', '/projects/personal');
	const { id } = await scene.client.api.call<{ id: string }>('POST', `/projects/${project}/data-tables`, {
		name: LIST_TABLE,
		columns: columns.column,
	});
	const withRows = file.nodes.filter(({ parameters: { resource } }) => resource === 'row');
	const dataTableId = { __rl: true, mode: 'id', value: id };
	return Object.fromEntries(withRows.map(({ name }) => [name, { dataTableId }]));
}

const csvFile = (bytes: Buffer, name = 'cartas.csv'): File => new File([new Uint8Array(bytes)], name);

async function upload(file: File, workflow = campaign): Promise<string> {
	const [question] = workflow.fields(UPLOAD);
	return (await workflow.submit(UPLOAD, { [String(question?.fieldLabel)]: file })) ?? '';
}

/** Of the page with the proof: in order, to look at, to correct. */
function counts(page: string): number[] {
	const found = /(\d+) em ordem, (\d+) a conferir, (\d+) a corrigir/.exec(page);
	if (found === null) throw new Error(`Not a proof: ${page}`);
	return found.slice(1).map(Number);
}

/** The options that a page offers, by how they begin. */
async function choose(
	waiting: string,
	begins: string,
	except = '',
	workflow = campaign,
): Promise<{ page: string; execution: Execution }> {
	const proof = await nextPage(waiting);
	const options = [...proof.matchAll(/class='multiselect-checkbox' id='[^']*' value='([^']*)'/g)].map(
		([, option]) => String(option).replaceAll('&#x27;', "'"),
	);
	const option = options.find((one) => one.startsWith(begins)) ?? `none of ${options.join(', ')}`;
	const asked = Object.values(QUESTIONS).find(({ order }) => proof.includes(order));
	const { order = '', except: leaveOut = '' } = asked ?? {};
	const hasText = proof.includes(leaveOut);
	const questions = [order, ...(hasText ? [leaveOut] : [])];
	await submitForm(
		waiting,
		questions.map((fieldLabel) => ({ fieldLabel })),
		{
			[order]: JSON.stringify([option]),
			...(hasText && { [leaveOut]: except }),
		},
	);
	const page = await lastPage(waiting);
	return { page, execution: await workflow.next() };
}

/** A page that ends at once: what is wrong with the file. */
async function refused(file: File): Promise<string> {
	const page = await lastPage(await upload(file));
	expect((await campaign.next()).status).toBe('success');
	return page;
}

const listUrl = (workflow = campaign) => pageUrl(scene.n8n.url, nodeNamed(workflow.file, 'See the List'));
const listPage = async (workflow = campaign): Promise<string> => {
	const answer = await request(listUrl(workflow), { headers: LOGIN_HEADER });
	return await answer.body.text();
};

/** What the list says of each order. */
async function listed(workflow = campaign): Promise<Map<string, string>> {
	const rows = (await listPage(workflow)).matchAll(/<tr class="\w+">(.*?)<\/tr>/gs);
	return new Map(
		[...rows].map(([, row]) => {
			const cells = [...String(row).matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => String(cell));
			return [cells[2] ?? '', cells[3] ?? ''];
		}),
	);
}

const letters = () => scene.sandbox.cards();
const reset = () => scene.reset();
/** Plain rows, under orders that no other test has. */
const rowsFor = (test: string, count: number): SheetRow[] =>
	rightRows()
		.filter((_row, index) => index % 5 === 0)
		.slice(0, count)
		.map((row, index) => ({ ...row, cells: { ...row.cells, Pedido: `${test}-${index + 1}`, País: 'BR' } }));

describe('a file that is not a sheet of letters is answered on the page', () => {
	const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4000, 'JFIF\x00;,\n')]);
	it.each([
		['a photo named .xlsx', csvFile(photo, 'foto.xlsx'), 'não é uma planilha de cartas'],
		['a photo named .csv', csvFile(photo, 'foto.csv'), 'não é uma planilha de cartas'],
		['headings and no row', csvFile(toCsv([])), 'A planilha não tem linhas'],
		['an empty workbook', csvFile(toXlsx([]), 'a.xlsx'), 'não é uma planilha de cartas'],
		['no column Pedido', csvFile(Buffer.from('Nome;CEP;Telefone\nAna;1;2')), 'Faltam colunas: Pedido'],
	])('%s', async (_what, file, words) => {
		expect(await refused(file)).toContain(words);
	});
});

describe('the same rows in each form that a sheet has', () => {
	const rows = rowsFor('F', 3);
	const workbook = toXlsx([[...HEADINGS], ...rows.map(({ cells }) => HEADINGS.map((name) => cells[name]))]);
	it.each([
		['semicolons, Latin-1', csvFile(toCsv(rows, { encoding: 'latin1' }))],
		['commas, UTF-8 with a mark', csvFile(toCsv(rows, { separator: ',', bom: true }))],
		['tabs', csvFile(toCsv(rows, { separator: '\t' }), 'cartas.txt')],
		['a workbook', csvFile(workbook, 'Cartas.XLSX')],
	])('%s', async (_form, file) => {
		const waiting = await upload(file);
		const page = await nextPage(waiting);
		expect(counts(page)).toEqual([3, 0, 0]);
		for (const { cells } of rows) expect(page).toContain(cells.Nome);
		expect(page).toContain(`${rows[0]?.cells.Endereço ?? ''}, ${rows[0]?.cells.Nº ?? ''}`);
		await choose(waiting, 'Nada');
	});
});

/** Sheets that people have, as their programs save them: what the next page says of each. */
describe('a sheet is read as the person sees it', () => {
	const of = (name: string) =>
		csvFile(readFileSync(path.join(__dirname, '../../vectors/sheets', name)), name);
	it.each<[name: string, refusal: string]>([
		['cp850-short.csv', 'As letras do arquivo não podem ser lidas'],
		['duplicate-headings.csv', '“Número” (D) ou “Número” (K)'],
		['two-columns-for-one-field.csv', '“Carta” (J) ou “Mensagem” (M)'],
	])('%s: %s', async (name, words) => {
		expect(await refused(of(name))).toContain(words);
	});

	it.each<[name: string, found: number[], words: string[]]>([
		[
			'hidden-first-sheet.xlsx',
			[1, 0, 0],
			['Aba “Dezembro”: 1 linha lida', 'Novembro (oculta)', 'Eva Pires'],
		],
		['leading-blank-rows.xlsx', [4, 0, 0], ['Linha 5<sub>A-1<']],
		['made-a-date.xlsx', [0, 3, 0], ['Rua das Flores, 12/mar', 'pode ser uma data']],
		['order-number-format.xlsx', [2, 0, 0], ['<sub>00123<']],
		['order-number-format-saved-as.csv', [2, 0, 0], ['<sub>00123<']],
		['nothing-signs.csv', [10, 3, 0], ['Lidos como vazio: “-”']],
		['null-of-a-database.csv', [6, 2, 1], ['Lidos como vazio: “NULL”']],
		['still-encoded.csv', [0, 1, 8], ['sinal de mais']],
		['two-tables.csv', [2, 0, 0], ['A linha 5 repete títulos']],
		['unquoted-line-breaks.csv', [2, 1, 0], ['linhas 4-5']],
	])('%s: %j', async (name, found, words) => {
		const waiting = await upload(of(name));
		const page = await nextPage(waiting);
		for (const text of words) expect(page).toContain(text);
		expect(counts(page)).toEqual(found);
		await choose(waiting, 'Nada');
	});

	it('the same orders, ordered as a workbook and uploaded as CSV: none twice', async () => {
		await reset();
		await choose(await upload(of('order-number-format.xlsx')), 'Todas as 2');
		const waiting = await upload(of('order-number-format-saved-as.csv'));
		expect(counts(await nextPage(waiting))).toEqual([0, 0, 0]);
		await choose(waiting, 'Nada');
		const saved = await of('order-number-format-saved-as.csv').text();
		const stored = Buffer.from(saved.replaceAll('\n00', '\n'));
		const again = await upload(csvFile(stored));
		const page = await nextPage(again);
		expect(counts(page)).toEqual([0, 2, 0]);
		expect(page).toContain('123 já foi encomendado como 00123 em ');
		await choose(again, 'Nada');
		expect((await letters()).map(({ external_id: id }) => id)).toEqual(['00123', '00124']);
	});
});

it('the list and the letters of an account are its own: a second client orders the same numbers', async () => {
	await reset();
	const sheet = csvFile(toCsv(rowsFor('Q', 2)));
	await choose(await upload(sheet), 'Todas as 2');
	const client = await scene.credentialWith({ apiKey: 'key_of_client' });
	const other = await createCampaign({}, 'campaign.pt-BR', [client]);
	await other.activate();
	const waiting = await upload(sheet, other);
	expect(counts(await nextPage(waiting))).toEqual([2, 0, 0]);
	await choose(waiting, 'Todas as 2', '2', other);
	expect((await letters()).map(({ external_id: id }) => id)).toEqual(['Q-1', 'Q-2', 'Q-2']);
	const [own, others] = [await listed(), await listed(other)];
	expect([...others]).toEqual([
		['Q-1', 'Deixada de fora'],
		['Q-2', 'Encomendada'],
	]);
	expect(own.get('Q-1')).toBe('Encomendada');
	await other.deactivate();
});

it('without the login there is neither form nor list', async () => {
	const form = String(nodeNamed(campaign.file, UPLOAD).webhookId);
	for (const url of [`${scene.n8n.url}/form/${form}`, listUrl()]) {
		const { statusCode, body } = await request(url);
		await body.dump();
		expect([url, statusCode]).toEqual([url, 401]);
	}
});

describe('exactly what was chosen is ordered', () => {
	const rows = rowsFor('C', 6);

	beforeEach(reset);

	it('one letter to oneself first, then all but some rows, then the rest: each once', async () => {
		const { page: trial } = await choose(await upload(csvFile(toCsv(rows))), 'Uma carta, para mim');
		expect(trial).toContain('1 carta encomendada');
		expect((await letters()).map(({ request: { to } }) => to.name)).toEqual([ME]);
		const { page } = await choose(await upload(csvFile(toCsv(rows))), 'Todas as 6', '3, 5–6');
		expect(page).toContain('3 cartas encomendadas');
		const ordered = async () => (await letters()).slice(1).map(({ external_id: id }) => id);
		expect(await ordered()).toEqual(['C-1', 'C-3', 'C-6']);
		const waiting = await upload(csvFile(toCsv(rows)));
		expect(await nextPage(waiting)).toContain('Encomendadas antes: 3.');
		await choose(waiting, 'Todas as 3');
		expect(await ordered()).toEqual(['C-1', 'C-3', 'C-6', 'C-2', 'C-4', 'C-5']);
	});

	it('of a sheet of one row, that one', async () => {
		const waiting = await upload(csvFile(toCsv(rowsFor('S', 1))));
		expect(counts(await nextPage(waiting))).toEqual([1, 0, 0]);
		const { page } = await choose(waiting, 'A única');
		expect(page).toContain('1 carta encomendada');
		expect((await letters()).map(({ external_id: id }) => id)).toEqual(['S-1']);
	});

	it.each([['99'], ['dois'], ['2-x']])('a row to leave out that is not there: %s', async (except) => {
		const { page } = await choose(await upload(csvFile(toCsv(rowsFor('X', 2)))), 'Todas', except);
		expect(page).toContain('Isto não são linhas da planilha');
		expect(await letters()).toEqual([]);
	});

	it('what the service rejects is told in its own words', async () => {
		const rules = [{ on: { method: 'POST' }, when: { next: 1 }, fault: { status: 422 } }];
		await scene.sandbox.control('PUT', '/faults', { rules });
		const { page } = await choose(await upload(csvFile(toCsv(rowsFor('R', 2)))), 'Todas');
		expect(page).toContain('1 carta encomendada');
		expect(page).toMatch(/O serviço de cartas recusou a carta: .* · O serviço diz: "Fault on demand/);
		expect(page).not.toContain('não pôde ser gravada');
		expect(page).toContain('download="a-corrigir.xlsx"');
	});
});

describe('the last page says', () => {
	const missing = { dataTableId: { __rl: true, mode: 'id', value: 'missing' } };
	const unwritten = { 'Write It Down': missing };
	const onlyChecks = { 'Order the Letters': { orderingMode: 'check' } };
	it.each<[what: string, Language, changes: Changes, choice: string, words: string[], count: number]>([
		[
			'what was ordered, and that the list could not be written',
			'campaign.pt-BR',
			unwritten,
			'Todas as 2',
			['A lista não pôde ser gravada', '2 cartas encomendadas', 'Encomendada</td>'],
			2,
		],
		[
			'the same in English',
			'campaign',
			unwritten,
			'All 2',
			['The list could not be written', '2 letters ordered', 'Ordered</td>'],
			2,
		],
		[
			'that nothing is ordered in the editor',
			'campaign.pt-BR',
			onlyChecks,
			'Todas as 2',
			['nenhuma encomendada', 'Só conferida'],
			0,
		],
	])('%s', async (_what, language, changes, choice, words, count) => {
		await reset();
		const other = await createCampaign(changes, language);
		await other.activate();
		const rows = rowsFor(language, 2);
		const { page } = await choose(await upload(csvFile(toCsv(rows)), other), choice, '', other);
		await other.deactivate();
		for (const text of words) expect(page).toContain(text);
		const cards = await letters();
		expect(cards).toHaveLength(count);
		for (const { id } of cards) expect(page).toContain(id);
	});
});

it('30 rows are corrected and the sheet uploaded again: 30 more; and once more: none', async () => {
	await reset();
	const rows = rowsFor('K', 60);
	const wrong = rows.map((row, index) =>
		index % 2 === 0 ? row : { ...row, cells: { ...row.cells, CEP: '1310100' } },
	);
	await choose(await upload(csvFile(toCsv(wrong))), 'Todas as 30');
	expect(await letters()).toHaveLength(30);
	await choose(await upload(csvFile(toCsv(rows))), 'Todas as 30');
	expect(await letters()).toHaveLength(60);
	const waiting = await upload(csvFile(toCsv(rows)));
	expect(counts(await nextPage(waiting))).toEqual([0, 0, 0]);
	const { page } = await choose(waiting, 'Nada');
	expect(page).toContain('Nada foi encomendado');
	expect(await letters()).toHaveLength(60);
});

it('the sheet of 210 rows, with a browser: from the upload to who has theirs a week later', async () => {
	await reset();
	const rows = sheetRows();
	const byRow = new Map(rows.map((row, index) => [index + 2, row]));
	const browser = await launchChromium();
	try {
		const credentials = { username: LOGIN.user, password: LOGIN.password };
		const page = await (await browser.newContext({ httpCredentials: credentials })).newPage();
		// A busy n8n orders more than a hundred letters before it shows the next page.
		page.setDefaultTimeout(300_000);
		const form = String(nodeNamed(campaign.file, UPLOAD).webhookId);
		await page.goto(`${scene.n8n.url}/form/${form}`, { waitUntil: 'domcontentloaded' });
		const sheet = { name: 'cartas.csv', mimeType: 'text/csv', buffer: toCsv(rows, { encoding: 'latin1' }) };
		await page.locator('input[type=file]').setInputFiles(sheet);
		await page.getByRole('button', { name: 'Conferir as cartas' }).click();
		await page.locator('div.html li').first().waitFor();

		const cards = await page.locator('div.html li').evaluateAll((all) =>
			all.map((card) => ({
				row: Number(/\d+/.exec(card.querySelector('h5')?.textContent ?? '')?.[0]),
				remarks: card.querySelectorAll('em, u').length,
				isWrong: card.querySelector('em') !== null,
			})),
		);
		expect(cards).toHaveLength(rows.length);
		const judged = (judgement: string) => cards.filter(({ row }) => byRow.get(row)?.judgement === judgement);
		const faultsOf = (some: typeof cards) => some.map(({ row }) => byRow.get(row)?.fault);
		const unseen = faultsOf(judged('wrong').filter(({ remarks }) => remarks === 0));
		expect([...new Set(unseen)].filter((fault) => !NOT_JUDGED.test(String(fault)))).toEqual([]);
		expect(judged('right').filter(({ isWrong }) => isWrong)).toEqual([]);
		const warned = judged('right').filter(({ remarks }) => remarks > 0);
		expect(warned.length).toBeLessThan(0.02 * judged('right').length);

		const remarks = await page.locator('div.html em, div.html u').allInnerTexts();
		expect(remarks.filter((remark) => / (is|has|must|looks|says|greets) /.test(remark))).toEqual([]);

		const fine = cards.filter(({ remarks }) => remarks === 0);
		await page.getByText(`Todas as ${fine.length} sem avisos`).click();
		await page.getByRole('button', { name: 'Confirmar' }).click();
		await page.getByRole('heading', { name: `${fine.length} cartas encomendadas` }).waitFor();
		expect((await campaign.next()).status).toBe('success');
		const ordered = await letters();
		expect(ordered).toHaveLength(fine.length);
		const numbers = new Map(rows.map(({ cells }) => [cells.Pedido, cells.Nº]));
		for (const { external_id: id, request: asked } of ordered) {
			const { address_line1: line = '' } = asked.to as { address_line1?: string };
			const number = numbers.get(String(id)) ?? '';
			if (number !== '') expect(line.endsWith(`, ${number}`)).toBe(true);
		}

		await aWeekLater(ordered.map(({ id }) => id));
		const list = await listed();
		const [first, second, third, fourth] = ordered.map(({ external_id: id }) => list.get(String(id)));
		expect([first, second, third, fourth]).toEqual(['Entregue', 'Devolvida', 'Entregue', 'Postada']);
		expect([...list.values()].filter((state) => state === 'A corrigir').length).toBeGreaterThan(0);
	} finally {
		await browser.close();
	}
});

/** The first is told of twice, the second once; of the third nobody hears, until it is asked for. */
async function aWeekLater(ids: string[]): Promise<void> {
	const advance = (index: number, to: string) =>
		scene.sandbox.control('POST', `/cards/${String(ids[index])}/advance`, { to });
	const told = async () => {
		const { deliveries } = await scene.sandbox.control<{ deliveries: Array<{ status: string }> }>(
			'GET',
			'/deliveries',
		);
		return deliveries.every(({ status }) => status !== 'pending');
	};
	await campaign.listen('Letter Event');
	clock.advance(7 * 86_400);
	await scene.sandbox.control('PUT', '/faults', {
		rules: [{ when: { every: 1 }, fault: { webhook: 'duplicate' } }],
	});
	await advance(0, 'delivered');
	await advance(1, 'returned');
	await advance(3, 'posted');
	await until('all events to be delivered', told);
	await until('all executions to end', async () => (await campaign.unfinished()) === 0);
	await scene.sandbox.control('PUT', '/receivers/main', { url: 'http://127.0.0.1:9/' });
	await advance(2, 'delivered');
	const before = await listed();
	expect([...before.values()].filter((state) => state === 'Entregue')).toHaveLength(1);
	expect((await campaign.run('Each Day')).status).toBe('success');
}
