/** The console in Portuguese, for a browser whose language it is: no text of another one is left. */
import { TABLE } from '../../sandbox/console/words/table';
import { order, startReceiver } from '../integration/sandbox/support';
import { Visit } from './visit';

const portuguese = { locale: 'pt-BR' };
const VIEWS = ['letters', 'deliveries', 'requests', 'faults', 'settings'];

/** English texts that no Portuguese text of the table is or contains; slots stand for anything. */
const sections: ReadonlyArray<Readonly<Record<string, { en: string; pt: string }>>> = Object.values(TABLE);
const rows = sections.flatMap((section) => Object.values(section));
const english = rows
	.map(({ en }) => en)
	.filter((en) => !en.includes('{') && en.length > 3 && !rows.some(({ pt }) => pt.includes(en)));

/** What a reader sees or hears: text, labels, hints and placeholders. */
async function textsOf({ page }: Visit): Promise<string[]> {
	return await page.evaluate<string[]>(`[...document.querySelectorAll('body *')].flatMap((element) => [
		...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
		...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
	]).map((text) => text.trim()).filter(Boolean)`);
}

async function expectNoEnglish(visit: Visit): Promise<void> {
	const texts = await textsOf(visit);
	expect(texts.length).toBeGreaterThan(20);
	expect(texts.filter((text) => english.includes(text))).toEqual([]);
}

it('every view, an opened letter, the empty board and every window are in Portuguese', async () => {
	const visit = await Visit.start({}, portuguese);
	const { page } = visit;
	await visit.goTo();
	await page.getByText('Ainda não há cartas.').waitFor();
	await expectNoEnglish(visit);

	const id = await visit.sandbox.newCard(order({ template: 'tpl_thank_you' }));
	for (const view of [...VIEWS, `letters/${id}`]) {
		await visit.goTo(`#/${view}`);
		await page.locator('h1').first().waitFor();
		await expectNoEnglish(visit);
	}

	await page.locator('.page-template-name', { hasText: 'Agradecimento' }).waitFor();
	for (const key of ['n', 'n', 'r']) {
		const status = await page.locator('.status').first().textContent();
		await page.keyboard.press(key);
		await page
			.locator('.status')
			.first()
			.filter({ hasNotText: status ?? '' })
			.waitFor();
	}
	await page.locator('.returned-mark', { hasText: /^Devolvida/ }).waitFor();

	await page.keyboard.press('?');
	await page.getByRole('dialog', { name: 'Atalhos' }).waitFor();
	await expectNoEnglish(visit);
	await page.keyboard.press('Escape');
	await visit.goTo('#/settings');
	await page.getByRole('button', { name: 'Adicionar um destino…' }).click();
	await page.getByRole('dialog').getByText('Eventos e certificado').click();
	await page.getByLabel('Aceitar certificado autoassinado').last().waitFor();
	await expectNoEnglish(visit);
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Adicionar um destino…' }).click();
	await page.getByRole('dialog', { name: 'Adicionar um destino' }).waitFor();
	await expectNoEnglish(visit);
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Zerar o sandbox…' }).click();
	await page.getByText('1 carta será apagada').waitFor();
	await expectNoEnglish(visit);
	expect(await page.evaluate('document.documentElement.lang')).toBe('pt-BR');
	expect(await page.title()).toBe('Configurações · Sandbox');
});

it('says in Portuguese what an action did, with numbers and dates as Brazil writes them', async () => {
	const visit = await Visit.start({}, portuguese);
	const { page } = visit;
	await visit.sandbox.control('PUT', '/limits', { limit: 12_345, windowSeconds: 60 });
	await visit.goTo();
	await page.getByRole('button', { name: 'Enviar carta de exemplo' }).click();
	await page.getByText('Uma carta de exemplo entrou na fila').waitFor();
	await page.locator('[data-letter]').click();
	await page.getByRole('button', { name: 'Começar a escrever' }).click();
	await page.getByText('Situação da carta: sendo escrita').waitFor();
	await page.locator('.timeline').getByText('Criada').waitFor();
	await visit.goTo('#/settings');
	await page.getByRole('button', { name: 'Salvar o limite' }).click();
	await page.getByText('12.345 requisições a cada 60 s').waitFor();
});

it('says in Portuguese why a call and an event were refused', async () => {
	const receiver = await startReceiver(() => 401);
	const visit = await Visit.start({ webhookUrl: receiver.url, webhookRetrySeconds: 3600 }, portuguese);
	const { page, sandbox } = visit;
	for (const message of ['Oi', 'Olá'])
		await sandbox.post('/cards', order({ message }), { idempotencyKey: 'k' });
	await sandbox.settled(1);
	await visit.goTo('#/requests');
	await page.getByRole('button', { name: /^409/ }).click();
	await page.getByText('Ela difere da primeira chamada com esta chave').waitFor();
	await expectNoEnglish(visit);
	await visit.goTo('#/deliveries');
	await page.locator('.delivery-open').click();
	await page.getByText('O seu destino respondeu 401.').waitFor();
	await page.getByLabel('A assinatura que o seu destino calculou').fill('ab');
	await page.getByRole('button', { name: 'Encontrar o erro' }).click();
	await page.getByText('Nenhum erro comum dá este valor.').waitFor();
	await expectNoEnglish(visit);
});

it('an English browser gets English', async () => {
	const visit = await Visit.start({}, { locale: 'en-US' });
	await visit.goTo('#/settings');
	await visit.page.getByRole('heading', { name: 'Settings' }).waitFor();
	expect(await visit.page.evaluate('document.documentElement.lang')).toBe('en-GB');
});
