/** When the trigger must not start, and that it says why. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { NodeParameterValueType } from 'n8n-workflow';

import type { CredentialData } from '../../../tools/engine/engine';
import { startTrigger } from '../../../tools/engine/engineWebhook';
import { sendRaw } from '../../../tools/rawRequest';
import { signedDelivery } from '../../../tools/signedDelivery';
import { CREDENTIAL_DATA } from '../../support/trigger/triggerReceivers';

it.each<[string, Partial<CredentialData>, NodeParameterValueType, string]>([
	['no webhook secret', { webhookSecret: '' }, ['*'], 'has no webhook secret'],
	['a webhook secret of spaces', { webhookSecret: '  ' }, ['*'], 'has no webhook secret'],
	['a line break after the webhook secret', { webhookSecret: 'whsec_test\n' }, ['*'], 'The webhook secret'],
	[
		'a space before the previous secret',
		{ previousWebhookSecret: ' whsec_old' },
		['*'],
		'The previous webhook secret',
	],
	['no event', {}, [], 'Events is empty'],
	[
		'an expression for the events that finds nothing',
		{},
		'={{ [].at(0) }}',
		'Events has the value "undefined"',
	],
	[
		'an event that is not in the list',
		{},
		['card.delivered', 'delivered'],
		'Events has the value "delivered"',
	],
])('does not start with %s', async (_what, changes, events, reason) => {
	const credential = { ...CREDENTIAL_DATA, ...changes } as CredentialData;
	const starting = startTrigger({ parameters: { events }, credential });
	starting.then(
		(trigger) => trigger.close(),
		() => undefined,
	);
	await expect(starting).rejects.toThrow(reason);
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
