/** Several receivers side by side, each with its own events, secret, retries and certificate rule. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

import type { SandboxOptions } from '../../../sandbox/src/createSandbox';
import { createClock } from '../../../sandbox/src/time/clock';
import { eventually } from '../../../tools/waiting';
import type { Json, Received, Receiver } from './support';
import {
	closeAfterwards,
	expectRefused,
	isSignedWith,
	newDataFolder,
	startReceiver,
	temporaryFolder,
	TestSandbox,
} from './support';

const HOUR = 3600;
let api: TestSandbox;

const receiver = (answer: () => number = () => 200): Promise<Receiver> => startReceiver(answer);

async function start(options: SandboxOptions = {}): Promise<void> {
	api = await TestSandbox.start(options);
}

const put = (name: string, body: Json) => api.control('PUT', `/receivers/${name}`, body);
const receivers = async () => (await api.control('GET', '/receivers')).body.receivers as Json[];

describe('the list', () => {
	it('holds main from the start, which --webhook-url sets', async () => {
		await start({ webhookUrl: 'http://127.0.0.1:9/a' });
		const main = { name: 'main', url: 'http://127.0.0.1:9/a', events: null, allowSelfSigned: false };
		expect(await receivers()).toEqual([main]);
		await api.control('PUT', '/receivers/main', { url: 'http://127.0.0.1:9/b' });
		expect(await receivers()).toEqual([{ ...main, url: 'http://127.0.0.1:9/b' }]);
		await put('main', { url: 'http://127.0.0.1:9/c' });
		const state = await api.state();
		expect(state.webhook).toEqual({ url: 'http://127.0.0.1:9/c', headerPrefix: 'X-Service' });
		expect(state.receivers).toEqual(await receivers());
	});

	it('adds, changes and removes by name; what is not given stays; the secret is never shown', async () => {
		await start();
		const given = { url: 'http://127.0.0.1:9/', events: ['card.created'] };
		const shown = { name: 'test', ...given, allowSelfSigned: false };
		const added = await put('test', { ...given, secret: 'whsec_hidden' });
		expect([added.status, added.body]).toEqual([200, shown]);
		expect((await put('test', { allowSelfSigned: true })).body).toEqual({ ...shown, allowSelfSigned: true });
		expect((await put('test', { events: null })).body.events).toBeNull();
		expect((await receivers()).map(({ name }) => name)).toEqual(['main', 'test']);
		const everything = await Promise.all(['/state', '/receivers'].map((where) => api.control('GET', where)));
		expect(JSON.stringify(everything)).not.toContain('whsec_hidden');

		expect((await api.control('DELETE', '/receivers/test')).body).toEqual({ removed: 'test' });
		expect((await receivers()).map(({ name }) => name)).toEqual(['main']);
		expectRefused(await api.control('DELETE', '/receivers/test'), 404, 'receiver_not_found');
		expectRefused(await api.control('DELETE', '/receivers/main'), 409, 'main_receiver');
	});

	it.each<[string, Json, string]>([
		['a b', {}, 'name'],
		['x'.repeat(41), {}, 'name'],
		['test', { url: 'nowhere' }, 'url: must be an http or https address'],
		['test', { secret: '' }, 'secret'],
		['test', { secret: '\ud83d' }, 'secret'],
		['test', { events: [] }, 'events: must name an event, or be null for all'],
		['test', { events: ['card.lost'] }, 'events[0]: must be one of card.created'],
		['test', { allowSelfSigned: 'yes' }, 'allowSelfSigned'],
		['test', { headerPrefix: 'X' }, 'headerPrefix'],
	])('refuses %s %j', async (name, body, words) => {
		await start();
		expectRefused(await put(encodeURIComponent(name), body), 400, 'invalid_request', words);
		expect(await receivers()).toHaveLength(1);
	});

	it('createSandbox takes receivers, and refuses two of one name, or another main', async () => {
		await start({ receivers: [{ name: 'test', url: 'http://127.0.0.1:9/', events: ['card.shipped'] }] });
		expect(await receivers()).toMatchObject([{ name: 'main', url: null }, { events: ['card.shipped'] }]);
		const twice = [{ name: 'a' }, { name: 'a' }];
		await expect(TestSandbox.start({ receivers: twice })).rejects.toThrow('must not share a name');
		await expect(TestSandbox.start({ receivers: [{ name: 'main' }] })).rejects.toThrow('webhookUrl');
	});
});

describe('an event', () => {
	it('goes to every receiver that takes it, with the same body, signed with its own secret', async () => {
		const [production, trial] = [await receiver(), await receiver()];
		await start({ webhookUrl: production.url, webhookSecret: 'whsec_production' });
		const events = ['card.created', 'card.delivered'];
		await put('test', { url: trial.url, secret: 'whsec_of_test', events });
		const id = await api.newCard();
		await api.advance(id, 'delivered');
		await api.settled(6);
		expect(production.events()).toEqual(['card.created', 'card.written', 'card.shipped', 'card.delivered']);
		expect(trial.events()).toEqual(events);
		for (const one of production.received) expect(isSignedWith('whsec_production', one)).toBe(true);
		for (const one of trial.received) expect(isSignedWith('whsec_of_test', one)).toBe(true);
		expect(trial.received[0]?.rawBody).toEqual(production.received[0]?.rawBody);
		const ofTest = (await api.control('GET', '/deliveries?receiver=test')).body;
		expect(ofTest).toMatchObject({ total: 2, counts: { delivered: 2 } });
		expect((ofTest.deliveries as Json[]).map(({ receiver: name }) => name)).toEqual(['test', 'test']);
	});

	it("a receiver that does not answer delays no other and changes no other's order", async () => {
		const healthy = await receiver();
		const sockets: Socket[] = [];
		const silent = createTcpServer((socket) => void sockets.push(socket));
		await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
		closeAfterwards(() => {
			for (const socket of sockets) socket.destroy();
			return new Promise((done) => silent.close(done));
		});
		await start({ webhookUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` });
		await put('test', { url: healthy.url });
		// More letters than a receiver is sent at once.
		const ids = await Promise.all(Array.from({ length: 40 }, () => api.newCard()));
		await Promise.all(ids.map((id) => api.advance(id, 'posted')));
		await healthy.gets(120);
		for (const id of ids) {
			const seen = healthy.received.filter(({ body }) => body.data.id === id).map(({ body }) => body.event);
			expect(seen).toEqual(['card.created', 'card.written', 'card.shipped']);
		}
	});

	it('a test event goes to all who take it, or to the one named', async () => {
		const [production, trial] = [await receiver(), await receiver()];
		await start({ webhookUrl: production.url });
		await put('test', { url: trial.url, events: ['card.shipped'] });
		await put('off', {});
		const send = (body: Json) => api.control('POST', '/events', body);
		expect((await send({ event: 'card.shipped' })).body.receiver).toBe('main');
		expect((await send({ event: 'card.shipped', receiver: 'test' })).body.receiver).toBe('test');
		await api.settled(3);
		expect([production.events(), trial.events()]).toEqual([
			['card.shipped'],
			['card.shipped', 'card.shipped'],
		]);
		for (const [receiverName, words] of [
			['test', 'The receiver "test" does not take card.returned'],
			['nobody', 'No receiver is called "nobody"'],
			['off', 'PUT /_sandbox/receivers/off'],
		] as const) {
			expectRefused(await send({ event: 'card.returned', receiver: receiverName }), 409, 'no_webhook', words);
		}
		expectRefused(await send({ event: 'card.created', card: 'crd_x' }), 404, 'card_not_found');
		expectRefused(await send({ event: 'card.unheard_of' }), 400, 'invalid_request', 'event');
		await put('main', { url: null });
		const words = 'No receiver takes card.returned';
		expectRefused(await send({ event: 'card.returned' }), 409, 'no_webhook', words);
	});
});

describe('retries, redelivery and faults', () => {
	it('retries only the receiver that failed', async () => {
		let status = 500;
		const clock = createClock();
		const [production, trial] = [await receiver(), await receiver(() => status)];
		await start({ webhookUrl: production.url, webhookRetrySeconds: HOUR, clock });
		await put('test', { url: trial.url });
		await api.newCard();
		await api.settled(2);
		const [first, second] = await api.deliveries();
		expect(first).toMatchObject({ receiver: 'main', status: 'delivered', next_attempt_at: null });
		const planned: unknown = expect.any(String);
		expect(second).toMatchObject({ receiver: 'test', status: 'pending', next_attempt_at: planned });
		status = 200;
		clock.advance(HOUR);
		await trial.gets(2);
		await api.control('POST', `/deliveries/${String(second?.id)}/redeliver`);
		await trial.gets(3);
		expect(production.received).toHaveLength(1);
	});

	it('a removed receiver gets nothing more: its pending deliveries fail, and redelivering is refused', async () => {
		const clock = createClock();
		const [production, trial] = [await receiver(), await receiver(() => 500)];
		await start({ webhookUrl: production.url, webhookRetrySeconds: HOUR, clock });
		await put('test', { url: trial.url });
		await api.newCard();
		const [, pending] = await api.settled(2);
		await api.control('DELETE', '/receivers/test');
		const refused = await api.control('POST', `/deliveries/${String(pending?.id)}/redeliver`);
		expectRefused(refused, 409, 'no_webhook');
		clock.advance(HOUR);
		await api.delivery({ status: 'failed', next_attempt_at: null }, 1);
		expect([trial.received.length, production.received.length]).toEqual([1, 1]);
	});

	it("on.receiver: a rule strikes only that receiver's deliveries, and old_secret is that receiver's own", async () => {
		const [production, trial] = [await receiver(), await receiver()];
		await start({ webhookUrl: production.url });
		await put('test', { url: trial.url, secret: 'whsec_first' });
		await put('test', { secret: 'whsec_second' });
		await api.setRules({ on: { receiver: 'test' }, when: { next: 1 }, fault: { webhook: 'old_secret' } });
		await api.newCard();
		const deliveries = await api.settled(2);
		expect(deliveries.map(({ attempts }) => attempts[0]?.fault)).toEqual([null, 'old_secret']);
		expect(isSignedWith('whsec_first', trial.received[0] as Received)).toBe(true);
		expect(isSignedWith('whsec_test', production.received[0] as Received)).toBe(true);
		const ofCalls = [{ on: { receiver: 'test' }, when: { next: 1 }, fault: { status: 500 } }];
		expect((await api.control('PUT', '/faults', { rules: ofCalls })).status).toBe(400);
	});
});

it("a receiver added with a secret of its own has a made-up old secret, not the sandbox's", async () => {
	const trial = await receiver();
	const faults = [{ when: { every: 1 }, fault: { webhook: 'old_secret' as const } }];
	await start({ faults });
	await put('test', { url: trial.url, secret: 'whsec_first' });
	await api.newCard();
	await api.settled(1);
	expect(isSignedWith('whsec_old', trial.received[0] as Received)).toBe(true);
});

describe('a self-signed certificate', () => {
	async function startTls(): Promise<{ url: string; hits: () => number }> {
		const folder = temporaryFolder();
		const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name));
		const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${certificate}`;
		await promisify(execFile)('openssl', request.split(' '));
		let hits = 0;
		const options = { key: await readFile(String(key)), cert: await readFile(String(certificate)) };
		const server = createServer(options, (incoming, response) => {
			hits += 1;
			incoming.resume().on('end', () => response.end());
		});
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
		closeAfterwards(() => {
			server.closeAllConnections();
			return new Promise((done) => server.close(done));
		});
		return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, hits: () => hits };
	}

	it('is refused in words unless its receiver allows it; another receiver still refuses it', async () => {
		const tls = await startTls();
		await start({ webhookUrl: tls.url, webhookRetrySeconds: HOUR });
		await api.newCard();
		const [refused] = await api.settled(1);
		expect(refused).toMatchObject({ status: 'pending', attempts: [{ status: null, answer: null }] });
		expect(refused?.attempts[0]?.error).toBe(
			"The receiver's certificate is self-signed, so nothing was sent. To accept any certificate, allow self-signed ones for this receiver",
		);
		expect(tls.hits()).toBe(0);

		await put('test', { url: tls.url, allowSelfSigned: true });
		await api.newCard();
		const deliveries = await api.settled(3);
		expect(deliveries.map(({ receiver: name, status }) => [name, status])).toEqual([
			['main', 'pending'],
			['main', 'pending'],
			['test', 'delivered'],
		]);
		expect(tls.hits()).toBe(1);

		// The connection that test has left open is not one for main.
		await api.control('POST', `/deliveries/${String(refused?.id)}/redeliver`);
		const error = expect.stringContaining('is self-signed') as unknown;
		await api.delivery({ attempts: [{ error }, { error }] });
		expect(tls.hits()).toBe(1);
	});

	it('is refused again once it is no longer allowed', async () => {
		const tls = await startTls();
		await start({ webhookRetrySeconds: HOUR });
		await put('test', { url: tls.url, allowSelfSigned: true });
		await api.newCard();
		await api.settled(1);
		await put('test', { allowSelfSigned: false });
		await api.newCard();
		const statuses = (await api.settled(2)).map(({ status }) => status);
		expect([statuses, tls.hits()]).toEqual([['delivered', 'pending'], 1]);
	});
});

describe('with a data folder', () => {
	let data: string;
	beforeEach(() => (data = newDataFolder()));
	async function restart(options: SandboxOptions = {}): Promise<void> {
		await api.sandbox.close();
		await start({ data, ...options });
	}

	it('keeps receivers, their secrets and pending deliveries across a restart', async () => {
		let status = 500;
		const trial = await receiver(() => status);
		await start({ data, webhookRetrySeconds: 0.5 });
		await put('test', { url: trial.url, secret: 'whsec_kept', events: ['card.created'] });
		await api.newCard();
		await api.settled(1);
		status = 200;
		await restart({ webhookRetrySeconds: 0.5 });
		expect(await receivers()).toMatchObject([{ name: 'main' }, { name: 'test', events: ['card.created'] }]);
		await api.delivery({ receiver: 'test', status: 'delivered' });
		expect(isSignedWith('whsec_kept', trial.received.at(-1) as Received)).toBe(true);
		await api.control('DELETE', '/receivers/test');
		await restart();
		expect(await receivers()).toHaveLength(1);
	});

	it('a receiver without a secret of its own signs with that of the new start, and has the one before as the old', async () => {
		const [own, following] = [await receiver(), await receiver()];
		const options = { webhookSecret: 'whsec_a', receivers: [{ name: 'given', url: following.url }] };
		await start({ data, ...options });
		await put('own', { url: own.url, secret: 'whsec_own' });
		await put('test', { url: following.url });
		for (const [secret, expected, fault] of [
			['whsec_a', 'whsec_a', []],
			['whsec_b', 'whsec_b', []],
			['whsec_b', 'whsec_a', [{ when: { every: 1 }, fault: { webhook: 'old_secret' } }]],
		] as const) {
			await restart({ ...options, webhookSecret: secret });
			await api.control('PUT', '/faults', { rules: fault });
			const id = await api.newCard();
			await eventually(() => {
				const events = following.received.filter(({ body }) => body.data.id === id);
				expect(events.map((one) => isSignedWith(expected, one))).toEqual([true, true]);
			});
		}
		await eventually(() => {
			expect(own.received.length).toBeGreaterThan(1);
		});
		expect(isSignedWith('whsec_own', own.received[1] as Received)).toBe(true);
	});

	it('receivers given at the start replace the saved ones only when they differ from the start before', async () => {
		const given = [{ name: 'test', url: 'http://127.0.0.1:9/a' }];
		await start({ data, receivers: given });
		await put('test', { url: 'http://127.0.0.1:9/b' });
		await put('other', {});
		await restart({ receivers: given });
		expect(await receivers()).toMatchObject([{}, { url: 'http://127.0.0.1:9/b' }, { name: 'other' }]);
		await restart({ receivers: [{ name: 'test', url: 'http://127.0.0.1:9/c' }] });
		expect(await receivers()).toMatchObject([{ name: 'main' }, { url: 'http://127.0.0.1:9/c' }]);
		expect(await receivers()).toHaveLength(2);
	});
});
