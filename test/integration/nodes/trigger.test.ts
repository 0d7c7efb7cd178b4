/** The trigger's webhook over real HTTP: what it accepts, what it refuses, and what each gets. */
import { createHmac } from 'node:crypto';

import type { INodeParameters } from 'n8n-workflow';
import { request } from 'undici';

import { HandwrittenLettersTrigger } from '../../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';
import { CARD_EVENTS } from '../../../nodes/shared/contract';
import type { EngineWebhook } from '../../support/engineWebhook';
import { startTrigger } from '../../support/engineWebhook';
import { SandboxClient } from '../../support/sandboxClient';

const credential = {
	apiKey: 'k',
	baseUrl: 'http://127.0.0.1:1/v1',
	webhookSecret: 'whsec_test',
	previousWebhookSecret: 'whsec_old',
	headerPrefix: 'X-Service',
};
const now = () => Math.floor(Date.now() / 1000);
const body = (event = 'card.delivered') => ({
	event,
	data: { id: 'crd_1', status: 'delivered', created_at: '2026-01-01T00:00:00Z', metadata: { a: 1 } },
	occurred_at: '2026-01-02T00:00:00Z',
});

interface Forgery {
	text?: string;
	event?: string;
	secret?: string;
	timestamp?: number;
	headers?: Record<string, string | string[]>;
}

describe('the trigger', () => {
	let trigger: EngineWebhook;
	const start = async (parameters: INodeParameters = { events: ['*'] }) => {
		trigger = await startTrigger({ parameters, credential });
	};
	afterEach(async () => {
		await trigger.close();
	});

	async function deliver({ text, event, secret, timestamp, headers }: Forgery = {}) {
		const sent = text ?? JSON.stringify(body(event));
		const at = timestamp ?? now();
		const signature = createHmac('sha256', secret ?? 'whsec_test').update(`${at}.${sent}`).digest('hex');
		const answer = await request(trigger.url, {
			method: 'POST',
			body: sent,
			headers: {
				'Content-Type': 'application/json',
				'X-Service-Signature': signature,
				'X-Service-Timestamp': String(at),
				'X-Service-Event': event ?? 'card.delivered',
				...headers,
			},
		});
		return { status: answer.statusCode, text: await answer.body.text() };
	}

	it.each(CARD_EVENTS)('emits one item for %s, as delivered, with a dedupe_key', async (event) => {
		await start();
		expect((await deliver({ event })).status).toBe(200);
		expect(trigger.executions).toEqual([
			[{ json: { ...body(event), dedupe_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string } }],
		]);
	});

	it('gives a redelivery the same dedupe_key, and another event another', async () => {
		await start();
		for (const event of ['card.delivered', 'card.delivered', 'card.returned']) await deliver({ event });
		const [first, again, other] = trigger.executions.map(([item]) => item?.json.dedupe_key);
		expect(again).toBe(first);
		expect(other).not.toBe(first);
	});

	it('accepts the previous secret', async () => {
		await start();
		expect((await deliver({ secret: 'whsec_old' })).status).toBe(200);
		expect(trigger.executions).toHaveLength(1);
	});

	it.each<[string, Forgery]>([
		['a wrong secret', { secret: 'wrong' }],
		['a stale timestamp', { timestamp: now() - 600 }],
		['a timestamp in the future', { timestamp: now() + 600 }],
		['a timestamp in milliseconds', { timestamp: Date.now() }],
		['a missing signature', { headers: { 'X-Service-Signature': '' } }],
		['a signature over another body', { headers: { 'X-Service-Signature': 'a'.repeat(64) } }],
		['a repeated event header', { headers: { 'X-Service-Event': ['card.delivered', 'card.delivered'] } }],
		['malformed JSON and a wrong secret', { text: '{', secret: 'wrong' }],
		['a body of more than 1 MB', { text: `"${'a'.repeat(1024 * 1024)}"` }],
	])('answers 401 to %s, the same for every cause, and starts nothing', async (_what, forgery) => {
		await start();
		expect(await deliver(forgery)).toEqual({ status: 401, text: '{"error":"unauthorized"}' });
		expect(trigger.executions).toEqual([]);
	});

	it.each<[string, Forgery]>([
		['a header that names another event', { headers: { 'X-Service-Event': 'card.created' } }],
		['malformed JSON', { text: '{' }],
		['a body that is null', { text: 'null' }],
		['a body that is a list', { text: '[]' }],
		['no data.id', { text: '{"event":"card.delivered","data":{},"occurred_at":"x"}' }],
		['no occurred_at', { text: '{"event":"card.delivered","data":{"id":"crd_1"}}' }],
	])('answers 400 to a genuine delivery with %s', async (_what, delivery) => {
		await start();
		expect((await deliver(delivery)).status).toBe(400);
		expect(trigger.executions).toEqual([]);
	});

	it.each([
		['an event that is not selected', 'card.created'],
		['an event the interface does not know', 'card.lost'],
	])('answers 200 to %s and starts nothing', async (_what, event) => {
		await start({ events: event === 'card.lost' ? ['*'] : ['card.returned'] });
		expect((await deliver({ event })).status).toBe(200);
		expect(trigger.executions).toEqual([]);
	});

	it('keeps to the tolerance that was set', async () => {
		await start({ events: ['*'], options: { tolerance: 900 } });
		expect((await deliver({ timestamp: now() - 600 })).status).toBe(200);
	});

	it('receives what the sandbox signs', async () => {
		await start();
		const sandbox = await SandboxClient.start({ webhookUrl: trigger.url });
		try {
			await sandbox.control('POST', '/events', { event: 'card.returned' });
			while (trigger.executions.length === 0) await new Promise((resolve) => setImmediate(resolve));
			expect(trigger.executions[0]?.[0]?.json.event).toBe('card.returned');
		} finally {
			await sandbox.close();
		}
	});
});

it('does not start without a webhook secret', async () => {
	await expect(
		startTrigger({ parameters: {}, credential: { ...credential, webhookSecret: '' } }),
	).rejects.toThrow('set the webhook secret');
});

it('stays above version 1 with a webhook of plain values, which n8n receives without an isolate', () => {
	const { version, webhooks } = new HandwrittenLettersTrigger().description;
	expect(version).toBeGreaterThan(1);
	for (const value of Object.values(webhooks?.[0] ?? {})) expect(String(value)).not.toMatch(/^=/);
});
