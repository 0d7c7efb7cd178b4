/** A letter's way through the console: it appears, moves, its event arrives, and arrives again. */
import { eventually } from '../../tools/waiting';
import { order, startReceiver } from '../integration/sandbox/support';
import { Visit } from './visit';

const helena = order({
	to: {
		name: 'Helena Prado',
		address_line1: 'Rua das Laranjeiras, 210',
		city: 'Rio de Janeiro',
		state: 'RJ',
		zip: '22240-003',
	},
	message: 'Querida Helena, que alegria!',
	style: 'sty_elegant',
	external_id: 'pedido-1',
	metadata: { loja: 'Centro' },
});

it('a letter sent through the API appears without a reload', async () => {
	const visit = await Visit.start();
	await visit.goTo();
	await visit.page.getByText('Dear you,').waitFor();
	await visit.sandbox.newCard(helena);
	await visit.column('queued').getByText('Helena Prado').waitFor();
	await visit.page.getByTestId('count-queued').getByText('1', { exact: true }).waitFor();
});

it('advance, event at a real receiver, redeliver, received again', async () => {
	const receiver = await startReceiver();
	const visit = await Visit.start({ webhookUrl: receiver.url });
	const id = await visit.sandbox.newCard(helena);
	await visit.goTo();
	await visit.card('Helena Prado').click();
	for (const step of ['Start writing', 'Post it', 'Send it on its way', 'Deliver it']) {
		await visit.page.getByRole('button', { name: step }).click();
	}
	await visit.page.locator('.status', { hasText: 'Delivered' }).waitFor();
	await eventually(() => {
		expect(receiver.events()).toEqual(['card.created', 'card.written', 'card.shipped', 'card.delivered']);
	});
	expect(await visit.sandbox.status(id)).toBe('delivered');

	const deliveries = visit.page.getByRole('region', { name: 'Deliveries' });
	const shipped = deliveries.getByRole('listitem').filter({ hasText: 'Shipped' });
	await shipped.getByRole('button', { name: 'Redeliver' }).click();
	await eventually(() => {
		expect(receiver.events().filter((event) => event === 'card.shipped')).toHaveLength(2);
	});
	const [first, second] = receiver.received.filter(({ body }) => body.event === 'card.shipped');
	expect(second?.rawBody.equals(first?.rawBody ?? Buffer.alloc(0))).toBe(true);
	await deliveries.getByText('2 attempts').waitFor();
});

it('an opened letter shows page, envelope, timeline and every field', async () => {
	const visit = await Visit.start();
	const id = await visit.sandbox.newCard(helena);
	await visit.sandbox.advance(id, 'returned');
	await visit.goTo(`#/letters/${id}`);
	const desk = visit.page.locator('.desk');
	await desk.getByText('Querida Helena, que alegria!').waitFor();
	await desk.locator('.page.hand-elegant').waitFor();
	await desk.locator('.postmark').waitFor();
	await desk.getByText('Return to sender').waitFor();
	await desk.getByLabel(/Helena Prado, Rio de Janeiro.*returned to sender/).waitFor();
	const { body } = await visit.sandbox.get(`/cards/${id}`);
	const fields = visit.page.getByRole('region', { name: 'Fields' });
	const code = String(body.tracking_code);
	for (const text of [id, 'pedido-1', '22240-003', 'Elegant', code, '"loja": "Centro"']) {
		await fields.getByText(text).first().waitFor();
	}
	await visit.page.getByRole('region', { name: 'Timeline' }).getByText('card.returned').waitFor();
});

it('a template letter shows the name of its template and its variables', async () => {
	const visit = await Visit.start();
	const id = await visit.sandbox.newCard(order({ message: undefined, template: 'tpl_thank_you' }));
	await visit.goTo(`#/letters/${id}`);
	const page = visit.page.locator('.desk .page');
	await page.getByText('Thank you').waitFor();
	await page.getByText('first_name').waitFor();
	await page.getByText('product').waitFor();
});

it('search finds by name, city and message; a status shows alone', async () => {
	const visit = await Visit.start();
	await visit.sandbox.newCard(helena);
	const other = await visit.sandbox.newCard(order({ message: 'Até logo' }));
	await visit.sandbox.advance(other, 'posted');
	await visit.goTo();
	await visit.card('Ana Souza').waitFor();
	await visit.page.getByRole('searchbox').fill('laranjeiras rio');
	await visit.page.getByRole('searchbox').fill('RIO DE');
	await visit.card('Ana Souza').waitFor({ state: 'detached' });
	await visit.card('Helena Prado').waitFor();
	await visit.page.getByRole('searchbox').fill('até logo');
	await visit.card('Helena Prado').waitFor({ state: 'detached' });
	await visit.card('Ana Souza').waitFor();
	await visit.page.getByRole('searchbox').fill('');
	await visit.page.getByRole('button', { name: /^Posted/ }).click();
	await visit.card('Helena Prado').waitFor({ state: 'detached' });
	await visit.card('Ana Souza').waitFor();
	expect(visit.page.url()).toContain('status=posted');
});

it('a search that finds nothing says so, and leads back to all letters', async () => {
	const visit = await Visit.start();
	await visit.sandbox.newCard(helena);
	await visit.goTo();
	await visit.card('Helena Prado').waitFor();
	await visit.page.getByText('Nobody is writing').waitFor();
	await visit.page.getByRole('searchbox').fill('nobody like this');
	await visit.page.getByText('No letter matches “nobody like this”.').waitFor();
	await visit.page.getByText('Nobody is writing').waitFor({ state: 'hidden' });
	await visit.page.getByRole('link', { name: 'Show all letters' }).click();
	await visit.card('Helena Prado').waitFor();
	expect(await visit.page.getByRole('searchbox').inputValue()).toBe('');
	// A column without a hit, beside one with a hit, does not say why it is usually empty.
	await visit.page.getByRole('searchbox').fill('helena');
	await visit.column('writing').getByText('No match here').waitFor();
});

it('the Letters link clears the search and the status', async () => {
	const visit = await Visit.start();
	await visit.sandbox.newCard(helena);
	await visit.sandbox.newCard(order());
	await visit.goTo();
	await visit.page.getByRole('button', { name: /^Queued/ }).click();
	await visit.page.getByRole('searchbox').fill('helena');
	await visit.card('Ana Souza').waitFor({ state: 'detached' });
	await visit.page
		.getByRole('navigation')
		.getByRole('link', { name: /^Letters/ })
		.click();
	await visit.card('Ana Souza').waitFor();
	expect(await visit.page.getByRole('searchbox').inputValue()).toBe('');
	expect(visit.page.url()).toMatch(/#\/letters$/);
});

it('a delivery says whom the letter is for and who has received the event', async () => {
	const receiver = await startReceiver();
	const visit = await Visit.start({ webhookUrl: `${receiver.url}/webhook/letters` });
	const id = await visit.sandbox.newCard(helena);
	await visit.sandbox.advance(id, 'returned');
	await visit.goTo('#/deliveries');
	const returned = visit.page.getByRole('main').getByRole('listitem').filter({ hasText: 'Returned' });
	await returned.getByText('Returned, received (200)').waitFor();
	await returned.getByRole('link', { name: 'Helena Prado' }).click();
	await visit.page.getByRole('heading', { name: 'Helena Prado' }).waitFor();
});

it('a letter opened right after typing into the search stays open', async () => {
	const visit = await Visit.start();
	const id = await visit.sandbox.newCard(helena);
	await visit.page.clock.install();
	await visit.goTo();
	await visit.card('Helena Prado').waitFor();
	await visit.page.getByRole('searchbox').fill('helena');
	await visit.page.evaluate(`location.hash = '#/letters/${id}'`);
	await visit.page.locator('.desk').waitFor();
	// More than the search waits for the end of the typing.
	await visit.page.clock.runFor(1000);
	expect(visit.page.url()).toContain(id);
	await visit.page.locator('.desk').waitFor();
});

it('settings: receiver, limit, speed, clock and a reset that asks first', async () => {
	const visit = await Visit.start();
	await visit.sandbox.newCard(helena);
	await visit.goTo('#/settings');
	const stateNow = async () => (await visit.sandbox.control('GET', '/state')).body;

	await visit.page.getByLabel('URL', { exact: false }).first().fill('http://127.0.0.1:9/hook');
	await visit.page.getByRole('button', { name: 'Save the webhook' }).click();
	await eventually(async () => {
		expect(await stateNow()).toMatchObject({ webhook: { url: 'http://127.0.0.1:9/hook' } });
	});
	await visit.page.getByRole('button', { name: 'Starter' }).click();
	await eventually(async () => {
		expect(await stateNow()).toMatchObject({ limits: { limit: 100, windowSeconds: 60 } });
	});
	await visit.page.getByRole('button', { name: '1 day a step' }).click();
	await eventually(async () => {
		expect(await stateNow()).toMatchObject({ clock: { speed: 86_400 } });
	});
	await visit.page.getByRole('button', { name: 'Move the clock a day ahead' }).click();
	await eventually(async () => {
		const { body } = await visit.sandbox.control('GET', '/cards');
		expect(body).toMatchObject({ counts: { writing: 1 } });
	});

	await visit.page.getByRole('button', { name: 'Reset the sandbox…' }).click();
	await visit.page.getByRole('button', { name: 'Keep them' }).click();
	expect(await visit.sandbox.letters()).toBe(1);
	await visit.page.getByRole('button', { name: 'Reset the sandbox…' }).click();
	await visit.page.getByRole('button', { name: 'Reset', exact: true }).click();
	await eventually(async () => {
		expect(await visit.sandbox.letters()).toBe(0);
	});
});
