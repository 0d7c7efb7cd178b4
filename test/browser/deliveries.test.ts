/** An event is opened: what was sent, what the receiver answered, and how the signature is made. */
import { execFileSync } from 'node:child_process';

import { order, startReceiver } from '../integration/sandbox/support';
import { Visit } from './visit';

const SECRET = "whsec_it's ours";

async function shellOutput(command: string): Promise<string> {
	const env = { ...process.env, WEBHOOK_SECRET: SECRET };
	return await Promise.resolve(execFileSync('sh', ['-c', command], { encoding: 'utf8', env }));
}

it('shows the body in lines, the answer, and a command that makes the very signature', async () => {
	const receiver = await startReceiver();
	const visit = await Visit.start({ webhookUrl: receiver.url, webhookSecret: SECRET });
	const { page } = visit;
	await visit.sandbox.newCard(order({ metadata: { note: `It's "here" \\ $HOME` } }));
	await visit.goTo('#/deliveries');
	await page.getByRole('button', { name: /^Created, received/ }).click();
	const sent = await page.getByLabel('Request to the receiver').innerText();
	expect(sent).toMatch(/^POST http[^]*X-Service-Timestamp: \d+\n[^]*\n {2}"event": "card.created",\n/);
	expect(await page.getByLabel('Answer of the receiver').innerText()).toMatch(/^200\b/);
	const command = await page.getByLabel('command for the signature', { exact: true }).innerText();
	const [received] = receiver.received;
	const signature = String(received?.headers['x-service-signature']);
	expect(sent).toContain(`X-Service-Signature: ${signature}`);
	expect(await shellOutput(command)).toContain(signature);
	const box = page.getByLabel('The signature that your receiver computed');
	for (const [value, verdict] of [
		[signature, 'This signature is right.'],
		[Buffer.from(signature, 'hex').toString('base64'), 'It is in Base64 instead of hex.'],
		['ab', 'No usual mistake gives this value.'],
	] as const) {
		await box.fill(value);
		await box.press('Enter');
		await page.getByText(verdict).waitFor();
	}
	await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
	await page.getByRole('button', { name: 'Copy the body as sent' }).waitFor();
});

it('the newest attempt lies open above those before it, and says which fault changed it', async () => {
	const receiver = await startReceiver();
	const visit = await Visit.start({ webhookUrl: receiver.url });
	await visit.sandbox.newCard();
	await visit.sandbox.settled(1);
	await visit.goTo('#/deliveries');
	const row = visit.page.locator('.delivery');
	await row.getByRole('button', { name: /^Created, received/ }).click();
	await row.getByText('Attempt 1').waitFor();
	await row.getByRole('button', { name: 'Redeliver' }).click();
	await row.getByText('Attempt 2').waitFor();
	expect(await row.locator('summary strong').allInnerTexts()).toEqual(['Attempt 2', 'Attempt 1']);
	expect(await row.locator('details[open] summary strong').allInnerTexts()).toEqual(['Attempt 2']);

	await visit.sandbox.setRules({ when: { next: 1 }, fault: { webhook: 'bad_signature' } });
	await visit.page.getByRole('button', { name: 'Send', exact: true }).click();
	await visit.page.getByRole('button', { name: /bad_signature/ }).click();
	await visit.page.getByText('The fault bad_signature changed this attempt on purpose').waitFor();
});

it('an event has an address, which shows it opened however old it is, and why it was refused', async () => {
	const receiver = await startReceiver(() => 401);
	const visit = await Visit.start({ webhookUrl: receiver.url, webhookRetrySeconds: 3600 });
	await visit.sandbox.newCard();
	const [{ id } = { id: '' }] = await visit.sandbox.settled(1);
	await visit.sandbox.post('/batches', { cards: Array.from({ length: 60 }, () => order()) });
	await visit.sandbox.settled(61);
	await visit.goTo(`#/deliveries/${String(id)}`);
	await visit.page.locator('.why').getByText('Your receiver answered 401.').waitFor();
	expect(await visit.page.locator('.delivery').count()).toBe(1);
});

it('finds the one event that was given a fault among hundreds that were not', async () => {
	const receiver = await startReceiver();
	const visit = await Visit.start({ webhookUrl: receiver.url });
	await visit.sandbox.setRules({ when: { next: 1 }, fault: { webhook: 'stale' } });
	await visit.sandbox.newCard();
	await visit.sandbox.settled(1);
	const cards = Array.from({ length: 100 }, (_, i) => order({ external_id: `n-${i}` }));
	await visit.sandbox.post('/batches', { cards });
	await visit.sandbox.settled(101);
	await visit.goTo('#/deliveries?show=fault');
	await visit.page.locator('.delivery', { hasText: 'stale' }).waitFor();
	expect(await visit.page.locator('.delivery').count()).toBe(1);
	await visit.goTo('#/deliveries');
	await visit.page.getByRole('searchbox').fill('N-42');
	await visit.page.locator('.delivery').nth(1).waitFor({ state: 'detached' });
	await visit.page.getByRole('button', { name: /^Created, received/ }).click();
	await visit.page.getByLabel('Request to the receiver').getByText('"external_id": "n-42"').waitFor();
});
