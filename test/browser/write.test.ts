/** A letter is written in the console, and the service alone judges it. */
import { eventually } from '../../tools/waiting';
import { Visit } from './visit';

async function openForm(visit: Visit) {
	await visit.goTo();
	await visit.page.getByRole('button', { name: 'Write a letter' }).click();
	// Its element: a closed dialog has no role, and until it is gone, the keys that open it do nothing.
	const form = visit.page.locator('dialog[aria-label="A new letter"]');
	await form.waitFor();
	return form;
}

const ANA = {
	'Name to.name': 'Ana Souza',
	'Street and number': 'Rua das Flores, 10',
	City: 'São Paulo',
	State: 'SP',
	'Postal code': '01310-100',
	Message: 'Obrigado, Ana!',
};

async function fill(form: Awaited<ReturnType<typeof openForm>>, fields: Readonly<Record<string, string>>) {
	for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value);
}

it('a letter that the service accepts is in the queue, with what was written', async () => {
	const visit = await Visit.start();
	const form = await openForm(visit);
	await form.locator('[name="to.name"]:focus').waitFor();
	await fill(form, ANA);
	await form.getByLabel('Handwriting').selectOption('sty_elegant');
	await form.locator('.page.hand-elegant').getByText('Obrigado, Ana!').waitFor();
	await form.getByRole('button', { name: 'Order the letter' }).click();
	await visit.column('queued').getByText('Ana Souza').waitFor();
	await form.waitFor({ state: 'detached' });
	const { body } = await visit.sandbox.control('GET', '/cards');
	expect(body).toMatchObject({
		total: 1,
		cards: [
			{
				request: {
					to: {
						name: 'Ana Souza',
						address_line1: 'Rua das Flores, 10',
						city: 'São Paulo',
						state: 'SP',
						zip: '01310-100',
					},
					message: 'Obrigado, Ana!',
					style: 'sty_elegant',
				},
			},
		],
	});
});

it('what the service refuses stands at its field, and the first of them has the focus', async () => {
	const visit = await Visit.start();
	const form = await openForm(visit);
	await fill(form, { ...ANA, State: 'São Paulo', 'Postal code': '1310' });
	await form.getByRole('button', { name: 'Order the letter' }).click();
	const state = form.getByLabel('State');
	await form.locator('[name="to.state"]:focus').waitFor();
	expect(await state.getAttribute('aria-invalid')).toBe('true');
	expect(await form.locator('[id="to.zip-problem"]').innerText()).toMatch(/^must have 8 digits/);
	expect(await form.locator('[aria-invalid="true"]').count()).toBe(2);
	expect(await visit.sandbox.letters()).toBe(0);
	// The browser notes the 422 that the page has just shown.
	expect(visit.problems.splice(0).every((problem) => problem.includes('422'))).toBe(true);
});

it('a lost answer says so, and ordering again makes no second letter', async () => {
	const visit = await Visit.start();
	// Each time: Chromium sends once more itself what a reused connection has lost.
	await visit.sandbox.setRules({ on: { method: 'POST' }, when: { every: 1 }, fault: { cut: true } });
	const form = await openForm(visit);
	await fill(form, ANA);
	await form.getByRole('button', { name: 'Order the letter' }).click();
	await form.getByText('No answer came, so the letter may have been ordered.').waitFor();
	await visit.page.keyboard.press('Escape');
	await form.waitFor({ state: 'detached' });
	expect(await visit.sandbox.letters()).toBe(1);
	await visit.sandbox.setRules();
	await visit.page.keyboard.press('w');
	await form.getByRole('button', { name: 'Order the letter' }).click();
	await form.waitFor({ state: 'detached' });
	expect(await visit.sandbox.letters()).toBe(1);
	expect(visit.problems.splice(0).every((problem) => problem.includes('net::ERR_'))).toBe(true);
});

it('what was written is still there after the form was closed', async () => {
	const visit = await Visit.start();
	const form = await openForm(visit);
	await fill(form, ANA);
	await visit.page.keyboard.press('Escape');
	await form.waitFor({ state: 'detached' });
	await visit.page.keyboard.press('w');
	expect(await form.getByLabel('Message').inputValue()).toBe('Obrigado, Ana!');
});

it('orders where the browser has no crypto.randomUUID, as on plain HTTP of another machine', async () => {
	const visit = await Visit.start();
	await visit.page.addInitScript('Object.defineProperty(crypto, "randomUUID", { value: undefined })');
	await visit.goTo();
	await visit.page.getByRole('button', { name: 'Send a sample letter' }).click();
	await eventually(async () => {
		expect(await visit.sandbox.letters()).toBe(1);
	});
});
