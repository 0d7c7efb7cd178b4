/** The data folder of a real process. */
import { refusalOf, startOn } from './dataProgram';
import { call, newDataFolder, startReceiver } from './support';

let data: string;
beforeEach(() => (data = newDataFolder()));

it('serves one process only, until that one is killed', async () => {
	const first = await startOn(data);
	expect(await refusalOf(data)).toContain('is in use by another sandbox');
	const { body } = await first.send();
	await first.end('SIGKILL');
	expect(await (await startOn(data)).letters()).toEqual([body.id]);
});

it('a clock that is moved is in the file before an event of that time is sent', async () => {
	// More steps than are carried out at once.
	const letters = Array.from({ length: 500 }, () => ({}));
	const receiver = await startReceiver((nth) => {
		if (nth > letters.length) program.child.kill('SIGKILL');
		return 200;
	});
	const env = { SANDBOX_SPEED: '3600', SANDBOX_WEBHOOK_URL: receiver.url };
	const program = await startOn(data, env);
	await call('POST', `${program.control}/seed`, { body: { letters } });
	await receiver.gets(letters.length);
	const tenDays = call('PUT', `${program.control}/clock`, { body: { advanceSeconds: 864_000 } });
	await expect(tenDays).rejects.toThrow();
	const { body } = await call('GET', `${(await startOn(data)).control}/state`);
	const told = String(receiver.received[letters.length]?.body.occurred_at);
	expect((body.clock as { now: string }).now >= told).toBe(true);
});
