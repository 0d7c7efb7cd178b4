/** A refused call is found, opened and understood. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Json } from '../integration/sandbox/support';
import { address, order } from '../integration/sandbox/support';
import { Visit } from './visit';

const run = promisify(execFile);

/** Not the synchronous way: the sandbox that answers is in this process. */
async function shell(command: string): Promise<string> {
	return (await run('sh', ['-c', command])).stdout;
}

it('a refused call says why, marks the field, and shows request and answer without secrets', async () => {
	const visit = await Visit.start();
	const { page, sandbox } = visit;
	await sandbox.post('/cards', order({ to: { ...address, zip: '1310' } }), { idempotencyKey: 'order-1' });
	await sandbox.get('/styles');
	await visit.goTo('#/requests');
	const call = page.getByRole('button', { name: /422 POST \/v1\/cards/ });
	expect(await call.innerText()).toContain('to.zip: must have 8 digits in Brazil');
	await call.click();
	expect(await page.locator('mark').allInnerTexts()).toEqual(['    "zip": "1310"']);
	const sent = page.getByLabel('Request', { exact: true });
	expect(await sent.innerText()).toMatch(/^POST \/v1\/cards\n[^]*authorization: Bearer \*\*\*\n[^]*"to": \{/);
	const received = page.getByLabel('Answer', { exact: true });
	expect(await received.innerText()).toContain('"code": "invalid_zip"');
	await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
});

it('why: how the key came, what differs from the first call, and which fault it was', async () => {
	const visit = await Visit.start();
	const { page, sandbox } = visit;
	await sandbox.get('/styles', { apiKey: null, headers: { 'x-api-key': 'live_1' } });
	for (const message of ['Oi', 'Olá']) {
		await sandbox.post('/cards', order({ message }), { idempotencyKey: 'order-1' });
	}
	await sandbox.setRules({ when: { next: 1 }, fault: { status: 503 } });
	await sandbox.get('/templates');
	await visit.goTo('#/requests');
	const whyOf = async (status: number) => {
		const row = page.locator('.call', { hasText: String(status) });
		await row.getByRole('button', { name: new RegExp(`^${status}`) }).click();
		return row.locator('.why');
	};
	const key = await whyOf(401);
	await key.getByText('The key came in the header x-api-key. Send Authorization: Bearer KEY.').waitFor();
	const fault = await whyOf(503);
	await fault.getByText('The fault status changed this call on purpose.').waitFor();
	const conflict = await whyOf(409);
	expect(await conflict.locator('li').allInnerTexts()).toEqual([
		expect.stringMatching(/^message\s+"Oi"\s+→\s+"Olá"$/),
	]);
	await conflict.getByRole('link').click();
	await page.getByLabel('Request', { exact: true }).getByText('"message": "Oi"').waitFor();
	expect(await page.locator('.call').count()).toBe(1);
});

it('a call has an address, which shows it opened however old it is', async () => {
	const visit = await Visit.start();
	const { page, sandbox } = visit;
	const { body } = await sandbox.post('/cards', order({ style: 'sty_x' }));
	const id = String((body.error as Json).request_id);
	for (let i = 0; i < 120; i++) await sandbox.get('/styles');
	await visit.goTo(`#/requests/${id}`);
	await page.locator('.why').getByText('style:').waitFor();
	expect(await page.locator('.call').count()).toBe(1);
	await page.getByRole('button', { name: 'Refused' }).click();
	expect(page.url()).toContain(`${id}?show=refused`);
	await page.getByRole('button', { name: 'All' }).click();
	await page.getByRole('searchbox').press('Escape');
	await page.locator('.call').nth(99).waitFor();
	expect(page.url()).toMatch(/#\/requests$/);
});

it('a row says key, External ID and letter, and leads to the letter', async () => {
	const visit = await Visit.start();
	const { page, sandbox } = visit;
	const { body } = await sandbox.post('/cards', order({ external_id: 'P-1' }), { idempotencyKey: 'order-1' });
	const cards = ['B-1', 'B-2', 'B-3', 'B-4', 'B-5'].map((external_id) => order({ external_id }));
	await sandbox.post('/batches', { cards }, { idempotencyKey: 'batch-1' });
	await visit.goTo('#/requests');
	expect(await page.locator('.call-about').allInnerTexts()).toEqual([
		expect.stringMatching(/^key batch-1\s+External ID B-1, B-2, B-3 \+2$/),
		expect.stringMatching(new RegExp(`^key order-1\\s+External ID P-1\\s+letter ${String(body.id)}$`)),
	]);
	await page.getByRole('button', { name: /201 POST/ }).click();
	await page.getByRole('link', { name: 'Open the letter' }).click();
	await page.getByRole('heading', { name: 'Ana Souza' }).waitFor();
});

it('copies a command that runs, with the key that the sandbox was started with', async () => {
	const visit = await Visit.start(
		{ apiKeys: ["it's-mine"] },
		{ permissions: ['clipboard-read', 'clipboard-write'] },
	);
	const { page } = visit;
	await visit.goTo();
	await page.getByText(`${visit.origin}/v1`, { exact: true }).waitFor();
	await page.getByLabel('curl command', { exact: true }).getByText('it').waitFor();
	expect(await page.locator('.values dd code').first().innerText()).toBe("it's-mine");
	await page.getByRole('button', { name: 'Send a sample letter' }).click();
	await page.locator('[data-letter]').waitFor();
	await visit.goTo('#/requests');
	await page.getByRole('button', { name: /201 POST/ }).click();
	await page.getByRole('button', { name: 'Copy as curl' }).click();
	await page.getByText('Copied', { exact: true }).waitFor();
	const command = await page.evaluate<string>('navigator.clipboard.readText()');
	// Sent again with its key, it is the same letter.
	const answer = await shell(`${command}  -s -w '%{http_code}'`);
	expect(answer).toMatch(/\}201$/);
	expect(await visit.sandbox.letters()).toBe(1);
});

it('has no command for a call whose body was not kept whole', async () => {
	const visit = await Visit.start();
	const { page, sandbox } = visit;
	await sandbox.post('/cards', order({ message: 'x'.repeat(70_000) }));
	await visit.goTo('#/requests');
	await page.getByRole('button', { name: /201 POST/ }).click();
	await page.getByLabel('Request', { exact: true }).getByText('(cut after 64 KB)').waitFor();
	expect(await page.getByRole('button', { name: 'Copy as curl' }).count()).toBe(0);
});

it.each([
	['ORDER-2', 1],
	['cards', 2],
	['/styles', 1],
	['Flores', 2],
	['nothing like it', 0],
	// Random ids may hold it, too.
	['422', undefined],
])('search for %j finds %p', async (text, wanted) => {
	const visit = await Visit.start();
	const { page, sandbox } = visit;
	await sandbox.post('/cards', order(), { idempotencyKey: 'order-1' });
	await sandbox.post('/cards', order({ style: 'sty_x' }), { idempotencyKey: 'order-2' });
	await sandbox.get('/styles');
	const { body } = await sandbox.control('GET', `/requests?text=${encodeURIComponent(text)}`);
	const count = wanted ?? (body.requests as unknown[]).length;
	await visit.goTo('#/requests');
	const rows = page.locator('.call');
	await rows.nth(2).waitFor();
	await page.getByRole('searchbox').fill(text);
	if (count === 0) await page.getByText('No request matches.').waitFor();
	else await rows.nth(count).waitFor({ state: 'detached' });
	expect(await rows.count()).toBe(count);
	if (wanted === undefined) expect(await rows.allInnerTexts()).toContainEqual(expect.stringContaining('422'));
});
