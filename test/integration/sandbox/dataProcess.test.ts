/** The data file of a real process: a full disk, folders for temporary files, links, damage. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { obstacleTo } from '../../../tools/privilege';
import { baseUrlOf, startProgramWith } from './program';
import type { Answer } from './support';
import { call, errorOf, freshKey, order } from './support';

jest.setTimeout(60_000);

let folder: string;
let data: string;
beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'sandbox-data-'));
	data = path.join(folder, 'letters.data');
});
afterEach(() => rm(folder, { recursive: true }));

async function startWith(env: Record<string, string>, file = data) {
	const program = startProgramWith(env, '--port', '0', '--plan', 'enterprise', '--data', file);
	const base = await baseUrlOf(program);
	const send = (message = 'Oi'): Promise<Answer> =>
		call('POST', `${base}/cards`, { body: order({ message }), idempotencyKey: freshKey() });
	const letters = async () => {
		const { cards } = (await call('GET', base.replace(/v1$/, '_sandbox/cards'))).body;
		return (cards as Array<{ id: string }>).map(({ id }) => id);
	};
	const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
		program.child.kill(signal);
		await program.exit;
	};
	return { ...program, send, letters, end };
}
const start = (file = data) => startWith({}, file);

/** Gives what a start that must fail says, on one line. */
async function refusal(file = data, env: Record<string, string> = {}): Promise<string> {
	const program = startProgramWith(env, '--port', '0', '--data', file);
	expect(await program.exit).toEqual([1, null]);
	expect(program.output.stdout).toBe('');
	expect(program.output.stderr).toMatch(/^The sandbox could not start: [^\n]+\n$/);
	return program.output.stderr;
}

const mount = (...args: string[]) => void execFileSync('mount', args, { stdio: 'pipe' });
const unmount = (place: string) => void execFileSync('umount', ['--lazy', place], { stdio: 'pipe' });

const smallDisk = (place: string) => mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place);

const obstacle = obstacleTo(() => {
	const place = mkdtempSync(path.join(tmpdir(), 'sandbox-disk-'));
	try {
		smallDisk(place);
		unmount(place);
	} finally {
		rmdirSync(place);
	}
});

/** Reported as skipped elsewhere. */
(obstacle === null ? describe : describe.skip)(
	`a full disk${obstacle === null ? '' : ` (${obstacle})`}`,
	() => {
		let disk: string;
		beforeEach(async () => {
			disk = path.join(folder, 'disk');
			await mkdir(disk);
			smallDisk(disk);
		});
		afterEach(() => unmount(disk));

		it('is said in one sentence, and nothing that was answered is lost', async () => {
			const file = path.join(disk, 'letters.data');
			const first = await start(file);
			const accepted: unknown[] = [];
			let last: Answer | undefined;
			while (last === undefined || last.status === 201) {
				last = await first.send('x'.repeat(10_000));
				if (last.status === 201) accepted.push(last.body.id);
			}
			expect([last.status, errorOf(last)]).toEqual([
				500,
				expect.objectContaining({
					code: 'internal_error',
					message: 'The data file cannot be written; nothing was accepted',
				}),
			]);
			// Also a letter for which there still would be room.
			expect((await first.send()).status).toBe(500);
			expect(accepted.length).toBeGreaterThan(10);
			expect(first.output.stderr).toMatch(
				/^The data file cannot be written; nothing is accepted until a restart: the disk of \S+ is full\. .*\n$/,
			);
			await first.end('SIGTERM');

			// The start itself has to write: refused where not even that has room.
			const filler = path.join(disk, 'filler');
			execFileSync('sh', ['-c', `cat /dev/zero > ${filler} || true`], { stdio: 'ignore' });
			expect(await refusal(file)).toMatch(/the disk of \S+ is full\. Everything that was answered is kept/);
			await rm(filler);

			mount('-o', 'remount,size=4m', disk);
			const again = await start(file);
			expect(await again.letters()).toEqual(accepted);
			expect((await again.send()).status).toBe(201);
		});

		it('is said at the first start too', async () => {
			await writeFile(path.join(disk, 'filler'), Buffer.alloc(1024 * 1024));
			expect(await refusal(path.join(disk, 'letters.data'))).toContain('is full');
		});
	},
);

describe('the folder for temporary files', () => {
	it('may be another one: the file still has one sandbox', async () => {
		const first = await start();
		const other = path.join(folder, 'tmp');
		await mkdir(other);
		expect(await refusal(data, { TMPDIR: other })).toContain('is in use by another sandbox');
		expect((await first.send()).status).toBe(201);
	});

	it('may have a name of 90 characters, also after a kill', async () => {
		const TMPDIR = path.join(folder, 'x'.repeat(89 - folder.length));
		expect(TMPDIR).toHaveLength(90);
		await mkdir(TMPDIR);
		const first = await startWith({ TMPDIR });
		const { body } = await first.send();
		expect(await refusal(data, { TMPDIR })).toContain('is in use by another sandbox');
		await first.end('SIGKILL');
		expect(await (await startWith({ TMPDIR })).letters()).toEqual([body.id]);
	});
});

it('a hard link made while it ran is refused after a kill, and nothing is lost once it is gone', async () => {
	const first = await start();
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
	for (const name of [second, data]) expect(await refusal(name)).toContain('has a second name (a hard link)');
	expect(await files()).toEqual(before);
	await rm(second);
	expect(await (await start()).letters()).toEqual(expect.arrayContaining(accepted));
	expect(accepted.length).toBeGreaterThan(0);
});

it('a damaged file is refused in one sentence and stays as it is', async () => {
	const first = await start();
	await first.send('Obrigado!');
	await first.end('SIGTERM');
	const whole = await readFile(data);
	const broken = Buffer.from(whole);
	broken.write('#', whole.indexOf('Obrigado!') + 2);
	await writeFile(data, broken);
	expect(await refusal()).toMatch(
		/letters\.data is damaged: number 1 of its cards .*Nothing in it was changed/,
	);
	expect(await readFile(data)).toEqual(broken);
	await writeFile(data, whole);
	expect(await (await start()).letters()).toHaveLength(1);
});

it('a file of something else is refused in one sentence and stays as it is', async () => {
	await writeFile(data, 'my notes\n');
	expect(await refusal()).toContain('letters.data is not a data file of the sandbox');
	expect(await readFile(data, 'utf8')).toBe('my notes\n');
	expect(await readdir(folder)).toEqual(['letters.data']);
});
