/**
 * The API's documentation at `/docs`. A breach of its content security policy or an error in the
 * browser's console fails each test at its end (visit.ts).
 */
import type { SandboxOptions } from '../../sandbox/src/createSandbox';
import { Visit } from './visit';

const OPERATIONS = ['POST /cards', 'GET /cards/{id}', 'POST /batches', 'GET /templates', 'GET /styles'];
const WEBHOOKS = ['card.created', 'card.written', 'card.shipped', 'card.delivered', 'card.returned'];

async function openDocs(options: SandboxOptions = {}, colorScheme?: 'dark'): Promise<Visit> {
	const visit = await Visit.start(options, { colorScheme });
	const answer = await visit.page.goto(`${visit.origin}/docs`);
	expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none'/);
	return visit;
}

/** Method and path of each call, as the reader sees them. */
async function shown(visit: Visit): Promise<string[]> {
	const summaries = visit.page.locator('.opblock-summary');
	await summaries.nth(OPERATIONS.length + WEBHOOKS.length - 1).waitFor();
	const parts = summaries.locator('.opblock-summary-method, .opblock-summary-path');
	const texts = await parts.allInnerTexts();
	return texts.flatMap((method, i) => (i % 2 === 0 ? [`${method} ${String(texts[i + 1])}`] : []));
}

it('every operation and every webhook is shown', async () => {
	const visit = await openDocs();
	const webhooks = WEBHOOKS.map((event) => `POST ${event}`);
	expect(await shown(visit)).toEqual([...OPERATIONS, ...webhooks]);
});

it('the control API has a page of its own', async () => {
	const visit = await openDocs();
	await visit.page.goto(`${visit.origin}/docs/control`);
	expect(await shown(visit)).toContain('PUT /faults');
});

it("a call is tried with the sandbox's own key, and its answer shown", async () => {
	const visit = await openDocs({ apiKeys: ['key_of_its_own'] });
	const { page } = visit;
	await page.getByRole('button', { name: 'Create one card' }).click();
	await page.getByRole('button', { name: 'Execute' }).click();
	const answer = page.locator('.live-responses-table');
	await answer.getByText('201', { exact: true }).waitFor();
	await answer.getByText(/"status": "queued"/).waitFor();
	expect(await visit.sandbox.letters()).toBe(1);
});

it('its colours follow the system', async () => {
	const visit = await openDocs({}, 'dark');
	const background = () => visit.page.evaluate('getComputedStyle(document.body).backgroundColor');
	await shown(visit);
	const dark = await background();
	await visit.page.emulateMedia({ colorScheme: 'light' });
	await visit.page.locator('html:not(.dark-mode)').waitFor();
	expect(await background()).not.toBe(dark);
});
