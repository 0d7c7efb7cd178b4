/** The sandbox goes away and comes back; the console says so and finds it by itself. */
import { TestSandbox } from '../integration/sandbox/support';
import { Visit } from './visit';

it('a banner while the sandbox is gone, and all is well when it is back', async () => {
	const visit = await Visit.start();
	await visit.sandbox.newCard();
	await visit.goTo();
	await visit.card('Ana Souza').waitFor();
	const port = Number(new URL(visit.origin).port);
	visit.isOutageExpected = true;
	await visit.sandbox.sandbox.close();
	const banner = visit.page.getByRole('alert').getByText('The sandbox is gone.');
	await banner.waitFor();
	// Nobody knows here how it was started.
	expect(await visit.page.getByRole('alert').innerText()).not.toMatch(/np[mx]/);
	// What was known stays readable.
	await visit.card('Ana Souza').waitFor();

	const second = await TestSandbox.start({ port });
	await banner.waitFor({ state: 'detached' });
	await visit.page.getByText('Dear you,').waitFor();
	await second.newCard();
	await visit.column('queued').getByText('Ana Souza').waitFor();
});
