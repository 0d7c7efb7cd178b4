/** Several receivers in the console: added, changed, told apart and removed. */
import { eventually } from '../../tools/waiting';
import type { Json, Receiver } from '../integration/sandbox/support';
import { order, startReceiver } from '../integration/sandbox/support';
import { Visit } from './visit';

let production: Receiver;
let trial: Receiver;
beforeEach(async () => {
	[production, trial] = [await startReceiver(), await startReceiver()];
});

async function further(visit: Visit): Promise<Json | undefined> {
	const { body } = await visit.sandbox.control('GET', '/receivers');
	return (body.receivers as Json[])[1];
}

it('a receiver is added, changed and removed', async () => {
	const visit = await Visit.start({ webhookUrl: production.url });
	await visit.goTo('#/settings');
	const { page } = visit;
	await page.getByRole('button', { name: 'Add a receiver…' }).click();
	const adding = page.getByRole('dialog', { name: 'Add a receiver' });
	await adding.getByLabel('Name').fill('main');
	await adding.getByLabel('URL').first().fill(trial.url);
	await adding.getByRole('button', { name: 'Add the receiver' }).click();
	await page.getByText('There is already a receiver called main').waitFor();
	await adding.getByLabel('Name').fill('test');
	await adding.getByLabel('Secret').fill('whsec_of_test');
	await adding.getByText('Events and certificate').click();
	for (const label of ['Created', 'Written', 'Shipped']) await adding.getByLabel(label).uncheck();
	await adding.getByRole('button', { name: 'Add the receiver' }).click();
	const row = page.getByRole('region', { name: 'More receivers' }).getByRole('listitem');
	await row.getByText('2 of 5 events').waitFor();
	expect(await further(visit)).toEqual({
		name: 'test',
		url: trial.url,
		events: ['card.delivered', 'card.returned'],
		allowSelfSigned: false,
	});

	await row.getByRole('button', { name: 'Change test' }).click();
	const changing = page.getByRole('dialog', { name: 'Receiver test' });
	await changing.getByText('Events and certificate').click();
	for (const label of ['Created', 'Written', 'Shipped']) await changing.getByLabel(label).check();
	await changing.getByLabel('Allow a self-signed certificate').check();
	await changing.getByRole('button', { name: 'Save the receiver' }).click();
	await row.getByText('All events · any certificate').waitFor();
	expect(await further(visit)).toMatchObject({ url: trial.url, events: null, allowSelfSigned: true });

	await row.getByRole('button', { name: 'Change test' }).click();
	await changing.getByRole('button', { name: 'Remove' }).click();
	await row.waitFor({ state: 'detached' });
	expect(await further(visit)).toBeUndefined();
});

it('the main receiver takes the events that are chosen, and keeps what was not touched', async () => {
	const visit = await Visit.start({ webhookUrl: production.url, headerPrefix: 'X-Own' });
	await visit.goTo('#/settings');
	const webhook = visit.page.getByRole('region', { name: 'Webhook', exact: true });
	await webhook.getByText('Events and certificate').click();
	await webhook.getByLabel('Written').uncheck();
	await webhook.getByRole('button', { name: 'Save the webhook' }).click();
	await webhook.getByText('4 of 5 events').waitFor();
	const { body } = await visit.sandbox.control('GET', '/state');
	expect(body.webhook).toEqual({ url: production.url, headerPrefix: 'X-Own' });
	expect(body.receivers).toMatchObject([
		{ events: ['card.created', 'card.shipped', 'card.delivered', 'card.returned'] },
	]);
});

it('deliveries name their receiver, and a test event may go to one alone', async () => {
	const visit = await Visit.start({
		webhookUrl: production.url,
		receivers: [{ name: 'test', url: trial.url }],
	});
	await visit.sandbox.newCard(order());
	await visit.goTo('#/deliveries');
	const rows = visit.page.getByRole('main').getByRole('listitem');
	await rows.filter({ hasText: 'main' }).getByText('Created, received (200)').waitFor();
	await rows.filter({ hasText: 'test' }).getByText('Created, received (200)').waitFor();
	await visit.page.getByText('Signed events go to main, test').waitFor();

	await visit.page.getByLabel('Test event').selectOption('card.returned');
	await visit.page.getByLabel('Receiver').selectOption('test');
	await visit.page.getByRole('button', { name: 'Send', exact: true }).click();
	await eventually(() => {
		expect(trial.events()).toEqual(['card.created', 'card.returned']);
	});
	expect(production.events()).toEqual(['card.created']);
});
