/** The library's own way to several receivers. */
import { DEFAULTS } from '../../../sandbox/src/defaults';
import type { Sandbox } from '../../../sandbox/src/library';
import { createSandbox } from '../../../sandbox/src/library';
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
	await Promise.all([production.close(), trial.close()]);
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

it('takes any free port, also where the port is given as undefined', async () => {
	const second = await createSandbox({ port: undefined });
	expect(new URL(second.origin).port).not.toBe(String(DEFAULTS.port));
	await second.close();
});
