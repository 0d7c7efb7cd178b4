/** When the trigger must not start, and that it says why. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import type { WebhookSettings } from '../../../tools/engine/engineWebhook';
import { startTrigger } from '../../../tools/engine/engineWebhook';
import { sendRaw } from '../../../tools/rawRequest';
import { signedDelivery } from '../../../tools/signedDelivery';
import { CREDENTIAL_DATA } from '../../support/trigger/triggerReceivers';

jest.setTimeout(30_000);

async function refuses(settings: WebhookSettings, reason: string): Promise<void> {
	const starting = startTrigger(settings);
	starting.then(
		(trigger) => trigger.close(),
		() => undefined,
	);
	await expect(starting).rejects.toThrow(reason);
}

it.each([
	['no webhook secret', { webhookSecret: '' }, 'has no webhook secret'],
	['a webhook secret of spaces', { webhookSecret: '  ' }, 'has no webhook secret'],
	['a line break after the webhook secret', { webhookSecret: 'whsec_test\n' }, 'The webhook secret'],
	[
		'a space before the previous secret',
		{ previousWebhookSecret: ' whsec_old' },
		'The previous webhook secret',
	],
])('does not start with %s', async (_what, changes, reason) => {
	const credential = { ...CREDENTIAL_DATA, ...changes };
	await refuses({ parameters: { events: ['*'] }, credential }, reason);
});

it.each([
	['none', [], 'Events is empty'],
	['an expression that finds nothing', '={{ [].at(0) }}', 'Events has the value "undefined"'],
	['one that is not in the list', ['card.delivered', 'delivered'], 'Events has the value "delivered"'],
])('does not start with %s for the events', async (_what, events, reason) => {
	await refuses({ parameters: { events }, credential: CREDENTIAL_DATA }, reason);
});

it.each([
	['does not warn without a previous secret', '', []],
	[
		'warns once for each start of a previous secret that is still accepted',
		'whsec_old',
		[expect.stringContaining('Clear Previous Webhook Secret')],
	],
])('%s', async (_what, previousWebhookSecret, lines) => {
	const warn = jest.spyOn(Container.get(Logger), 'warn');
	const credential = { ...CREDENTIAL_DATA, previousWebhookSecret };
	const trigger = await startTrigger({ parameters: { events: ['*'] }, credential });
	for (let event = 1; event <= 2; event += 1) {
		expect((await sendRaw(trigger.url, signedDelivery())).status).toBe(200);
	}
	await trigger.close();
	expect(warn.mock.calls.map(([message]) => message)).toEqual(lines);
	warn.mockRestore();
});
