/** The stream of changes, as a browser's EventSource reads it. */
import { request } from 'undici';

import { eventually } from '../../../tools/waiting';
import type { Json, Receiver } from './support';
import { startReceiver, TestSandbox } from './support';

let api: TestSandbox;
let receiver: Receiver;
beforeEach(async () => {
	receiver = await startReceiver();
	api = await TestSandbox.start({ webhookUrl: receiver.url });
});

async function open() {
	const answer = await request(`${api.sandbox.origin}/_sandbox/changes`);
	let text = '';
	const ended = (async () => {
		try {
			for await (const chunk of answer.body) text += String(chunk);
		} catch {
			// The sandbox has closed the connection.
		}
	})();
	await eventually(() => {
		expect(text).toContain(':\n\n');
	});
	return {
		headers: answer.headers,
		ended,
		leave: () => answer.body.destroy(),
		/** The topics of each message so far. */
		messages: () =>
			[...text.matchAll(/^event: changed\ndata: (.+)\n\n/gm)].map(
				([, data]) => (JSON.parse(String(data)) as { changed: string[] }).changed,
			),
	};
}

it('is a stream of server-sent events', async () => {
	const stream = await open();
	expect(stream.headers).toMatchObject({
		'content-type': 'text/event-stream; charset=utf-8',
		'cache-control': 'no-store',
	});
	stream.leave();
});

it.each<[string, () => Promise<unknown>, string[]]>([
	['a letter', () => api.newCard(), ['cards', 'deliveries', 'requests']],
	['a letter moved by hand', async () => api.advance((await api.cards())[0]?.id), ['cards']],
	['a read', () => api.get('/styles'), ['requests']],
	['rules', () => api.control('PUT', '/faults', { rules: [] }), ['faults']],
	['limits', () => api.control('PUT', '/limits', { limit: 5 }), ['limits']],
	['a webhook', () => api.control('PUT', '/receivers/main', { secret: 'x' }), ['webhook']],
	['the clock', () => api.control('PUT', '/clock', { advanceSeconds: 1 }), ['clock']],
	[
		'a reset',
		() => api.control('POST', '/reset'),
		['cards', 'clock', 'deliveries', 'faults', 'limits', 'requests', 'webhook'],
	],
])('tells of %s', async (_, change, topics) => {
	await api.newCard();
	await api.delivery({ status: 'delivered' });
	const stream = await open();
	await change();
	await eventually(() => {
		expect([...new Set(stream.messages().flat())].sort()).toEqual(topics);
	});
	stream.leave();
});

it('tells that a rule has struck', async () => {
	const rules = [{ when: { next: 1 }, fault: { status: 500 } }];
	await api.control('PUT', '/faults', { rules });
	const stream = await open();
	await api.get('/styles');
	await eventually(() => {
		expect(stream.messages().flat()).toContain('faults');
	});
	stream.leave();
});

it('comes in a few messages, however much happens', async () => {
	const stream = await open();
	const startedAt = performance.now();
	await Promise.all(Array.from({ length: 200 }, () => api.newCard()));
	await receiver.gets(200);
	const last = await api.newCard();
	await eventually(async () => {
		const { body } = await api.control('GET', `/deliveries?card=${last}`);
		expect((body.deliveries as Json[])[0]?.status).toBe('delivered');
	});
	const tenths = (performance.now() - startedAt) / 100;
	await eventually(() => {
		expect(stream.messages().length).toBeGreaterThan(0);
	});
	// One at once, then one for each tenth of a second, and none for the 800 changes as such.
	expect(stream.messages().length).toBeLessThanOrEqual(tenths + 2);
	stream.leave();
});

it('ends with the sandbox', async () => {
	const stream = await open();
	await api.sandbox.close();
	await stream.ended;
});
