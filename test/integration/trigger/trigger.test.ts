/** What the trigger makes of genuine deliveries, over real HTTP. The others are in attacks.test.ts. */
import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { CARD_EVENTS, EVENT_TABLE } from '../../../nodes/contract/contract';
import { HandwrittenLettersTrigger } from '../../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';
import { acceptedSecrets } from '../../../nodes/HandwrittenLettersTrigger/secrets';
import { triggerWorkflow } from '../../../tools/engine/engine';
import type { EngineWebhook } from '../../../tools/engine/engineWebhook';
import { startTrigger } from '../../../tools/engine/engineWebhook';
import { TRIGGER } from '../../../tools/n8n/examples';
import { sendRaw } from '../../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import { CREDENTIAL_DATA } from '../../support/trigger/triggerReceivers';

let trigger: EngineWebhook;
const start = async (parameters: INodeParameters = { events: ['*'] }) => {
	trigger = await startTrigger({ parameters, credential: CREDENTIAL_DATA });
};
const deliver = async (body: object) =>
	(await sendRaw(trigger.url, signedDelivery({ body: JSON.stringify(body) }))).status;
afterEach(async () => {
	await trigger.close();
});

it.each(CARD_EVENTS)('emits one item for %s, as delivered, with a dedupe_key', async (event) => {
	await start();
	const body = eventBody({ event });
	expect(await deliver(body)).toBe(200);
	const item = { ...body, dedupe_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string };
	expect(trigger.executions).toHaveLength(1);
	const [run] = await Promise.all(trigger.runs);
	expect(run?.error).toBeUndefined();
	expect(run?.outputs).toEqual([[{ json: item, pairedItem: { item: 0 } }]]);
});

it('asks for the event again while the credential cannot be read', async () => {
	let readable = true;
	const credential = {
		...CREDENTIAL_DATA,
		get webhookSecret() {
			if (!readable) throw new Error('The database is gone');
			return CREDENTIAL_DATA.webhookSecret;
		},
	};
	trigger = await startTrigger({ parameters: { events: ['*'] }, credential });
	const body = eventBody();
	readable = false;
	expect(await deliver(body)).toBe(503);
	expect(trigger.executions).toEqual([]);
	readable = true;
	expect(await deliver(body)).toBe(200);
	expect(trigger.executions).toHaveLength(1);
});

it('asks for the event again while an expression for Events finds nothing', async () => {
	const parameters: INodeParameters = { events: ['card.delivered'] };
	await start(parameters);
	const body = eventBody({ event: 'card.delivered' });
	parameters.events = '={{ [].at(0) }}';
	expect(await deliver(body)).toBe(503);
	parameters.events = ['card.returned'];
	expect(await deliver(body)).toBe(200);
	expect(trigger.executions).toEqual([]);
	parameters.events = ['card.delivered'];
	expect(await deliver(body)).toBe(200);
	expect(trigger.executions).toHaveLength(1);
});

describe('while the secret is being changed', () => {
	const credential = { ...CREDENTIAL_DATA };
	const deliverWith = async (secret: string) =>
		(await sendRaw(trigger.url, signedDelivery({ secret }))).status;
	beforeEach(async () => {
		Object.assign(credential, { webhookSecret: 'whsec_old', previousWebhookSecret: '' });
		trigger = await startTrigger({ parameters: { events: ['*'] }, credential });
		expect(await deliverWith('whsec_old')).toBe(200);
	});
	afterEach(() => jest.restoreAllMocks());

	it('accepts the new one at once, and the previous one', async () => {
		Object.assign(credential, { webhookSecret: 'whsec_new', previousWebhookSecret: 'whsec_old' });
		expect(await deliverWith('whsec_new')).toBe(200);
		expect(await deliverWith('whsec_old')).toBe(200);
	});

	it('refuses a removed one after a second', async () => {
		Object.assign(credential, { webhookSecret: 'whsec_new' });
		const inASecond = Date.now() + 1000;
		jest.spyOn(Date, 'now').mockReturnValue(inASecond);
		expect(await deliverWith('whsec_old')).toBe(401);
		expect(await deliverWith('whsec_new')).toBe(200);
	});
});

describe('one output per event', () => {
	/** Connections in saved workflows count on these places. */
	const FIRST = ['Created', 'Written', 'Shipped', 'Delivered', 'Returned'];
	const outputsOf = (parameters: INodeParameters) => {
		const workflow = triggerWorkflow({ parameters, credential: CREDENTIAL_DATA });
		const node = workflow.getNode('Letters');
		if (!node) throw new Error(`The workflow has no ${TRIGGER}`);
		return NodeHelpers.getNodeOutputs(workflow, node, new HandwrittenLettersTrigger().description);
	};

	it('the editor shows one output without the option', () => {
		expect(outputsOf({ events: ['*'], options: {} })).toEqual(['main']);
	});

	it.each([
		['all', ['*']],
		['one', ['card.returned']],
		['two, in any order', ['card.returned', 'card.delivered']],
	])('the editor shows all, in the order of a letter’s life, with %s selected', (_what, events) => {
		expect(outputsOf({ events, options: { outputPerEvent: true } })).toEqual(
			EVENT_TABLE.map(({ label }) => ({ type: 'main', displayName: label })),
		);
	});

	it('a later event comes behind those that there were', () => {
		expect(EVENT_TABLE.slice(0, FIRST.length).map(({ label }) => label)).toEqual(FIRST);
	});
});

it('stays above version 1 with a webhook of plain values, which n8n receives without an isolate', () => {
	const { version, webhooks } = new HandwrittenLettersTrigger().description;
	expect(version).toBeGreaterThan(1);
	for (const value of Object.values(webhooks?.[0] ?? {})) expect(String(value)).not.toMatch(/^=/);
});

it('keeps the secrets of a credential alone, not its API key', () => {
	const { webhookSecret, previousWebhookSecret, headerPrefix } = CREDENTIAL_DATA;
	const kept = { secrets: [webhookSecret, previousWebhookSecret], headerPrefix };
	expect(acceptedSecrets(CREDENTIAL_DATA)).toEqual(kept);
});
