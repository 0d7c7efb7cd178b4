/** The whole journey without a mouse. */
import { SAMPLE_ORDERS } from '../../sandbox/src/cards/sampleOrders';
import { eventually } from '../../tools/waiting';
import { order } from '../integration/sandbox/support';
import { Visit } from './visit';

async function withLetters(): Promise<Visit> {
	const visit = await Visit.start();
	for (const letter of SAMPLE_ORDERS.slice(0, 4)) await visit.sandbox.newCard({ ...letter });
	await visit.goTo();
	await visit.card('Bento').waitFor();
	return visit;
}

it('searches, opens, moves on, and goes back to the same place', async () => {
	const visit = await withLetters();
	const { keyboard } = visit.page;
	const focused = visit.page.locator(':focus');
	await keyboard.press('/');
	await keyboard.type('bento');
	await visit.card('Helena').waitFor({ state: 'detached' });
	await keyboard.press('Enter');
	expect(await focused.getAttribute('aria-label')).toContain('Bento Arruda');
	await keyboard.press('Enter');
	await visit.page.locator('h1:focus', { hasText: 'Bento Arruda' }).waitFor();

	await keyboard.press('n');
	await visit.page.locator('.status', { hasText: 'Writing' }).waitFor();
	await keyboard.press('n');
	await visit.page.locator('.status', { hasText: 'Posted' }).waitFor();
	await keyboard.press('r');
	await visit.page.locator('.status', { hasText: 'Returned' }).waitFor();

	await keyboard.press('Escape');
	await visit.column('returned').locator('[data-letter]:focus').waitFor();
});

it('Esc in the search empties it and shows every letter again', async () => {
	const visit = await withLetters();
	const { keyboard } = visit.page;
	await keyboard.press('/');
	await keyboard.type('bento');
	await visit.card('Helena').waitFor({ state: 'detached' });
	await keyboard.press('Escape');
	await visit.card('Helena').waitFor();
	expect(await visit.page.getByRole('searchbox').inputValue()).toBe('');
	expect(visit.page.url()).not.toContain('search');
});

it('arrows and j, k walk over the board and from letter to letter', async () => {
	const visit = await withLetters();
	const { keyboard } = visit.page;
	const focusedName = () => visit.page.locator('[data-letter]:focus strong').textContent();
	await keyboard.press('j');
	expect(await focusedName()).toBe('Bento Arruda');
	await keyboard.press('ArrowDown');
	expect(await focusedName()).toBe('Professora Dalva Nunes');
	await keyboard.press('k');
	expect(await focusedName()).toBe('Bento Arruda');
	await keyboard.press('Enter');
	await visit.page.locator('h1:focus', { hasText: 'Bento Arruda' }).waitFor();
	await keyboard.press('j');
	await visit.page.locator('h1:focus', { hasText: 'Professora Dalva Nunes' }).waitFor();
});

it.each([
	['deliveries', '.delivery-open'],
	['requests', '.call-open'],
	['faults', '.switch'],
])('j and k walk over the %s, and Enter works what has the focus', async (view, stops) => {
	const visit = await Visit.start({ webhookUrl: 'http://127.0.0.1:9/hook', webhookRetrySeconds: 3600 });
	const { keyboard } = visit.page;
	for (let i = 0; i < 3; i++) await visit.sandbox.newCard();
	await visit.goTo(`#/${view}`);
	const all = visit.page.locator(stops);
	await all.nth(2).waitFor();
	const focused = () =>
		all.evaluateAll((found) => found.findIndex((stop) => stop.ownerDocument.activeElement === stop));
	for (const [key, place] of [
		['j', 0],
		['j', 1],
		['j', 2],
		['k', 1],
	] as const) {
		await keyboard.press(key);
		expect(await focused()).toBe(place);
	}
	await keyboard.press('Enter');
	await all.nth(1).and(visit.page.locator('[aria-expanded=true], [aria-checked=true]')).waitFor();
});

it('/ searches deliveries and requests too, and the search is part of the address', async () => {
	const visit = await Visit.start();
	for (const idempotencyKey of ['order-1', 'order-2'])
		await visit.sandbox.post('/cards', order(), { idempotencyKey });
	await visit.goTo('#/requests');
	await visit.page.locator('.call').nth(1).waitFor();
	await visit.page.keyboard.press('/');
	await visit.page.keyboard.type('order-2');
	await visit.page.locator('.call').nth(1).waitFor({ state: 'detached' });
	expect(visit.page.url()).toMatch(/#\/requests\?search=order-2$/);
	await visit.page.keyboard.press('Enter');
	await visit.page.locator('.call-open:focus').waitFor();
});

it('the focus stays on a letter that moves to another column', async () => {
	const visit = await withLetters();
	await visit.page.keyboard.press('j');
	const id = await visit.page.locator('[data-letter]:focus').getAttribute('data-letter');
	await visit.sandbox.advance(id);
	await visit
		.column('writing')
		.locator(`[data-letter="${String(id)}"]:focus`)
		.waitFor();
});

it('numbers change the view, ? shows the keys, Esc closes them, Tab starts at the skip link', async () => {
	const visit = await withLetters();
	const { keyboard } = visit.page;
	await keyboard.press('Tab');
	expect(await visit.page.locator(':focus').textContent()).toContain('Skip to the content');
	await keyboard.press('Enter');
	await visit.page.locator('main:focus').waitFor();
	await keyboard.press('4');
	await visit.page.getByRole('heading', { name: 'Faults', exact: true }).waitFor();
	await keyboard.press('?');
	const keys = visit.page.getByRole('dialog', { name: 'Keys' });
	await keys.waitFor();
	await keyboard.press('2');
	await keyboard.press('Escape');
	await keys.waitFor({ state: 'detached' });
	expect(visit.page.url()).toContain('#/faults');

	await visit.page.getByRole('switch').first().focus();
	await keyboard.press('Space');
	await eventually(async () => {
		expect((await visit.sandbox.control('GET', '/state')).body.faults).toHaveLength(1);
	});
	// Letters typed into a field are letters.
	await visit.page.getByLabel('Rule as JSON').focus();
	await keyboard.press('3');
	expect(visit.page.url()).toContain('#/faults');
});
