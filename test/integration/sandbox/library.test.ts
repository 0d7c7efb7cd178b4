/** The library's own way to several receivers. */
import { DEFAULTS } from '../../../sandbox/src/defaults';
import type { FaultRule, Sandbox, SandboxOptions, WaitCondition } from '../../../sandbox/src/library';
import { createSandbox } from '../../../sandbox/src/library';
import { eventually } from '../../../tools/waiting';
import type { Receiver } from './support';
import { startReceiver } from './support';

let production: Receiver;
let trial: Receiver;
let sandbox: Sandbox;
beforeEach(async () => {
	[production, trial] = [await startReceiver(), await startReceiver()];
	const receivers = [{ name: 'test', url: trial.url, events: ['card.created' as const] }];
	sandbox = await createSandbox({ webhookUrl: production.url, receivers });
});
afterEach(async () => {
	await sandbox.close();
});

it('waits for one of several receivers', async () => {
	await sandbox.send({ external_id: 'order-1' });
	await sandbox.waitFor({ card: 'order-1', delivered: 'card.created', receiver: 'test' });
	expect(trial.events()).toEqual(['card.created']);
	await sandbox.advance('order-1', 'delivered');
	await sandbox.waitFor({ card: 'order-1', deliveries: 4, receiver: 'main' });
	const vain = { card: 'order-1', deliveries: 2, receiver: 'test', timeoutMs: 50 };
	await expect(sandbox.waitFor(vain)).rejects.toThrow('test has accepted card.created');
});

it('changes and removes a receiver', async () => {
	await sandbox.setReceiver('test', { events: null });
	await sandbox.setReceiver('main', { url: null });
	const { id } = await sandbox.trigger('card.returned');
	expect((await sandbox.deliveries()).map((one) => [one.id, one.receiver])).toEqual([[id, 'test']]);
	await sandbox.setReceiver('test', null);
	await expect(sandbox.trigger('card.returned')).rejects.toThrow('Set a webhook URL first');
	await expect(sandbox.setReceiver('test', null)).rejects.toThrow('No receiver is called "test"');
});

it('finds deliveries by what is asked of them, and sends one again', async () => {
	const { id } = await sandbox.send({ external_id: 'order-1' });
	await sandbox.send({ external_id: 'order-2' });
	await sandbox.waitFor({ card: 'order-1', delivered: 'card.created', receiver: 'main' });
	const [delivery, ...others] = await sandbox.deliveries({ card: 'order-1', receiver: 'main' });
	expect([delivery?.card_id, others]).toEqual([id, []]);
	expect(await sandbox.deliveries({ event: 'card.shipped' })).toEqual([]);
	await sandbox.redeliver(delivery?.id ?? '');
	await eventually(() => {
		const bodies = production.received.map(({ rawBody }) => rawBody.toString());
		expect(bodies.filter((body) => body === delivery?.body)).toHaveLength(2);
	});
});

it('sets the speed', async () => {
	await sandbox.send({ external_id: 'order-1' });
	await sandbox.setSpeed(60);
	await sandbox.advanceTime(60);
	expect(await sandbox.waitFor({ card: 'order-1', status: 'writing' })).toMatchObject({ status: 'writing' });
});

it('sets the rate limit, sets a fault, makes letters without a call, and knows the time', async () => {
	await sandbox.setLimits({ limit: 1 });
	await sandbox.setFaults([{ when: { every: 1 }, fault: { status: 503 } }]);
	const made = await sandbox.seed([{ external_id: 'a', status: 'returned' }, { external_id: 'b' }]);
	expect(made.map(({ external_id, status }) => [external_id, status])).toEqual([
		['a', 'returned'],
		['b', 'queued'],
	]);
	expect(await sandbox.requests()).toEqual([]);
	expect((await fetch(`${sandbox.baseUrl}/styles`)).status).toBe(503);
	const before = await sandbox.now();
	await sandbox.advanceTime(3600);
	expect((await sandbox.now()).getTime() - before.getTime()).toBeGreaterThanOrEqual(3_600_000);
});

it('begins with the letters of a seed', async () => {
	await using seeded = await createSandbox({ seed: [{ status: 'posted' }] });
	expect((await seeded.letters()).map(({ status }) => status)).toEqual(['posted']);
	const wrong = [{}, { style: 'none' }];
	await expect(createSandbox({ seed: wrong })).rejects.toThrow('[1] style: is not a style of this account');
});

it('says in words what is wrong with its options', async () => {
	const faulty = {
		port: 'x',
		plan: 'gold',
		colour: 1,
	} as unknown as SandboxOptions;
	await expect(createSandbox(faulty)).rejects.toThrow(
		/^createSandbox: (?=.*port must be a number)(?=.*plan must be starter, pro or enterprise)(?=.*colour is not an option)[^{]*$/,
	);
	const faults = [{ fault: { status: 503 } }] as unknown as FaultRule[];
	await expect(createSandbox({ faults })).rejects.toThrow(/^createSandbox: faults\[0\]\.when [^{]*$/);
	const receivers = [{ name: 'main' }];
	await expect(createSandbox({ receivers })).rejects.toThrow(
		'createSandbox: receivers[0].name must not be main',
	);
});

it.each([
	[{}, 'needs card'],
	[{ card: 'order-1' }, 'needs one of status, delivered and deliveries'],
	[{ card: 'order-1', status: 'queued', deliveries: 1 }, 'needs one of'],
	[{ card: 'order-1', status: 'lost' }, 'status must be one of queued'],
	[{ card: 'order-1', delivered: 'card.unheard_of' }, 'delivered must be one of card.created'],
	[{ card: 'order-1', deliveries: 'all' }, 'deliveries must be a whole number'],
])('does not wait for %j', async (condition, words) => {
	await expect(sandbox.waitFor(condition as WaitCondition)).rejects.toThrow(`waitFor: ${words}`);
});

it('says why nothing was received in time', async () => {
	const wait = { card: 'order-1', delivered: 'card.created', receiver: 'main', timeoutMs: 300 } as const;
	await sandbox.setReceiver('main', { url: 'http://127.0.0.1:1/hook' });
	await sandbox.send({ external_id: 'order-1' });
	await expect(sandbox.waitFor(wait)).rejects.toThrow(
		/main has accepted no event: http:\/\/127\.0\.0\.1:1\/hook answered nothing \(.*ECONNREFUSED/,
	);
	const alone = await createSandbox();
	await alone.send({ external_id: 'order-1' });
	await expect(alone.waitFor({ ...wait, receiver: undefined })).rejects.toThrow('no receiver has a URL');
	await alone[Symbol.asyncDispose]();
	await expect(alone.letters()).rejects.toThrow('No sandbox answers');
});

it('takes any free port, also where the port is given as undefined', async () => {
	const second = await createSandbox({ port: undefined });
	expect(new URL(second.origin).port).not.toBe(String(DEFAULTS.port));
	await second.close();
});
