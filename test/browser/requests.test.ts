/** A refused call is found, opened and understood. */
import { address, order } from '../integration/sandbox/support';
import { Visit } from './visit';

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
	const rows = page.locator('.call-row');
	await rows.nth(2).waitFor();
	await page.getByRole('searchbox').fill(text);
	if (count === 0) await page.getByText('No request matches.').waitFor();
	else await rows.nth(count).waitFor({ state: 'detached' });
	expect(await rows.count()).toBe(count);
	if (wanted === undefined) expect(await rows.allInnerTexts()).toContainEqual(expect.stringContaining('422'));
});

const colours = ['light', 'dark'] as const;
const sizes = [1280, 768, 390].flatMap((width) =>
	colours.map((colorScheme) => [width, colorScheme] as const),
);
it.each(sizes)('an opened call fits %i px in %s colours', async (width, colorScheme) => {
	const visit = await Visit.start({}, { viewport: { width, height: 900 }, colorScheme });
	const { page, sandbox } = visit;
	const long = 'x'.repeat(2000);
	await sandbox.post('/cards', order({ to: { ...address, state: long } }), {
		idempotencyKey: 'k'.repeat(300),
	});
	await visit.goTo('#/requests');
	await page.locator('.call-open').click();
	await page.locator('mark').waitFor();
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
