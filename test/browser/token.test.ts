/** Without the control token there is a field for it, and then the console. */
import { TestSandbox } from '../integration/sandbox/support';
import { Visit } from './visit';

it('asks for the token, says if it is wrong, takes it, and shows the console', async () => {
	const visit = await Visit.start({ controlToken: 'first-token' });
	const { page } = visit;
	await page.goto(visit.origin);
	await page.getByLabel('Control token').fill('another-token');
	await page.getByRole('button', { name: 'Open the console' }).click();
	await page.getByText('That is not the token of this sandbox.').waitFor();
	await page.getByLabel('Control token').fill(`${visit.origin}/?token=first-token`);
	await page.getByRole('button', { name: 'Open the console' }).click();
	await page.getByText('Dear you,').waitFor();
	expect(page.url()).not.toContain('first-token');
	// The browser notes the two 401.
	expect(visit.problems.splice(0).filter((problem) => !problem.includes('401'))).toEqual([]);
});

it('asks again once the sandbox is back with another token', async () => {
	const visit = await Visit.start({ controlToken: 'first-token' });
	const { page } = visit;
	await page.goto(`${visit.origin}/?token=first-token`);
	await page.getByText('Dear you,').waitFor();
	visit.isOutageExpected = true;
	await visit.sandbox.sandbox.close();
	await page.getByText('The sandbox is gone.').waitFor();
	const port = Number(new URL(visit.origin).port);
	await TestSandbox.start({ port, controlToken: 'second-token' });
	await page.getByLabel('Control token').waitFor();
	expect(visit.problems.splice(0).filter((problem) => !problem.includes('401'))).toEqual([]);
});

it('two sandboxes on one host are open in one browser', async () => {
	const visit = await Visit.start({ controlToken: 'first-token' });
	const { page } = visit;
	const { sandbox: second } = await TestSandbox.start({ controlToken: 'second-token' });
	for (const address of [
		`${visit.origin}/?token=first-token`,
		`${second.origin}/?token=second-token`,
		visit.origin,
	]) {
		await page.goto(address);
		await page.getByText('Dear you,').waitFor();
	}
	expect(visit.problems.splice(0).filter((problem) => !problem.includes(second.origin))).toEqual([]);
});
