/** Ten thousand letters: a page of them is drawn, the rest is counted. */
import { eventually } from '../../tools/waiting';
import { order } from '../integration/sandbox/support';
import { Visit } from './visit';

const LETTERS = 10_000;
/** The sandbox takes a body of at most 1 MiB. */
const PER_BATCH = 2000;
const MOST_DRAWN = 6 * 24;

it('the board draws a page per status and walks through the rest', async () => {
	const visit = await Visit.start();
	for (let from = 0; from < LETTERS; from += PER_BATCH) {
		const cards = Array.from({ length: PER_BATCH }, (_, i) => order({ external_id: `n-${from + i}` }));
		expect((await visit.sandbox.post('/batches', { cards })).status).toBe(202);
	}
	await visit.goTo();
	await visit.page.getByTestId('count-queued').getByText('10,000').waitFor();
	const drawn = visit.page.locator('[data-letter]');
	expect(await drawn.count()).toBeLessThanOrEqual(MOST_DRAWN);

	const first = await drawn.first().getAttribute('data-letter');
	await visit.page.getByRole('button', { name: 'Older' }).click();
	await visit.page.getByText('25–48 of 10,000').waitFor();
	await visit.page.locator(`[data-letter="${String(first)}"]`).waitFor({ state: 'detached' });
	expect(await drawn.count()).toBeLessThanOrEqual(MOST_DRAWN);

	await visit.page.getByRole('searchbox').fill('n-4242');
	await eventually(async () => {
		expect(await drawn.count()).toBe(1);
	});
});
