/** Faults switched on in the console strike, are counted and are marked where they struck. */
import { freshKey, order } from '../integration/sandbox/support';
import { Visit } from './visit';

it('a switch hits the next request and shows in the journal', async () => {
	const visit = await Visit.start();
	await visit.goTo('#/faults');
	const lost = visit.page.getByRole('switch', { name: /Next letter: accepted, answer lost/ });
	await lost.click();
	await visit.page.locator('[role=switch][aria-checked=true]').waitFor();

	const key = freshKey();
	const send = () => visit.sandbox.post('/cards', order(), { idempotencyKey: key });
	await expect(send()).rejects.toThrow();
	expect(await visit.sandbox.letters()).toBe(1);
	await visit.page.getByText('used 1×, finished').first().waitFor();
	expect(await lost.getAttribute('aria-checked')).toBe('false');

	expect((await send()).status).toBe(201);
	expect(await visit.sandbox.letters()).toBe(1);

	await visit.page.getByRole('link', { name: /^Requests/ }).click();
	const rows = visit.page.locator('.call');
	const struck = rows.filter({ hasText: 'cut' });
	await struck.getByRole('button').click();
	await struck.getByText(key).first().waitFor();
	await visit.page.getByRole('searchbox').fill(key);
	expect(await rows.count()).toBe(2);
});

it('adds a rule that you write yourself; explains a wrong one and changes nothing', async () => {
	const visit = await Visit.start();
	await visit.goTo('#/faults');
	const rule = visit.page.getByLabel('Rule as JSON');
	const add = visit.page.getByRole('button', { name: 'Add the rule' });
	const rules = async () => (await visit.sandbox.control('GET', '/state')).body.faults;

	await rule.fill('{"when": {"next": 1}');
	await add.click();
	await visit.page
		.getByRole('alert')
		.getByText(/Not JSON/)
		.waitFor();
	expect(await rules()).toEqual([]);

	await rule.fill('{"when": {"every": 2}, "fault": {"status": 418}}');
	await add.click();
	await visit.page.getByText('every 2 → status 418').waitFor();
	expect(await rules()).toMatchObject([{ when: { every: 2 }, fault: { status: 418 } }]);

	await visit.page.getByRole('button', { name: 'Remove 1 rule' }).click();
	await visit.page.getByText('None. The service behaves.').waitFor();
	expect(await rules()).toEqual([]);
});

it('the sandbox refuses a rule in its own words', async () => {
	const visit = await Visit.start();
	await visit.goTo('#/faults');
	await visit.page.getByLabel('Rule as JSON').fill('{"when": {"often": 1}, "fault": {"cut": true}}');
	await visit.page.getByRole('button', { name: 'Add the rule' }).click();
	await visit.page.getByRole('alert').getByText(/when/).waitFor();
	// The refused call is a line in the browser's console too; that one is meant.
	expect(visit.problems.splice(0)).toEqual([expect.stringContaining('400')]);
});
