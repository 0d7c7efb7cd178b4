/** The data file of a real process: folders for temporary files, and links. */
import { link, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { refusalOf, startOn } from './dataProgram';
import { call, newDataFile, startReceiver } from './support';

let folder: string;
let data: string;
beforeEach(() => {
	data = newDataFile();
	folder = path.dirname(data);
});

describe('the folder for temporary files', () => {
	it('may be another one: the file still serves one sandbox only', async () => {
		const first = await startOn(data);
		const other = path.join(folder, 'tmp');
		await mkdir(other);
		expect(await refusalOf(data, { TMPDIR: other })).toContain('is in use by another sandbox');
		expect((await first.send()).status).toBe(201);
	});

	it('may have a name of 90 characters, also after a kill', async () => {
		const TMPDIR = path.join(folder, 'x'.repeat(89 - folder.length));
		expect(TMPDIR).toHaveLength(90);
		await mkdir(TMPDIR);
		const first = await startOn(data, { TMPDIR });
		const { body } = await first.send();
		expect(await refusalOf(data, { TMPDIR })).toContain('is in use by another sandbox');
		await first.end('SIGKILL');
		expect(await (await startOn(data, { TMPDIR })).letters()).toEqual([body.id]);
	});
});

it('a hard link made while it ran is refused after a kill, and nothing is lost once it is gone', async () => {
	const first = await startOn(data);
	const accepted: unknown[] = [];
	// Sent without waiting for each other, and killed in the middle of them.
	const sent = Array.from({ length: 200 }, () =>
		first.send().then(
			({ body }) => accepted.push(body.id),
			() => undefined,
		),
	);
	await Promise.race(sent);
	await first.end('SIGKILL');
	await Promise.all(sent);
	const second = path.join(folder, 'second.data');
	await link(data, second);
	const files = async () =>
		Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name))));
	const before = await files();
	for (const name of [second, data])
		expect(await refusalOf(name)).toContain('has a second name (a hard link)');
	expect(await files()).toEqual(before);
	await rm(second);
	expect(await (await startOn(data)).letters()).toEqual(expect.arrayContaining(accepted));
	expect(accepted.length).toBeGreaterThan(0);
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
