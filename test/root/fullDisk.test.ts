/** A disk of the size of a few letters: what the sandbox says and keeps when it is full. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { refusalOf, startOn } from '../integration/sandbox/dataProgram';
import type { Answer } from '../integration/sandbox/support';
import { errorOf } from '../integration/sandbox/support';

jest.setTimeout(60_000);

const mount = (...args: string[]) => void execFileSync('mount', args, { stdio: 'pipe' });

let disk: string;
beforeEach(async () => {
	disk = await mkdtemp(path.join(tmpdir(), 'sandbox-disk-'));
	mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk);
});
afterEach(async () => {
	execFileSync('umount', ['--lazy', disk], { stdio: 'pipe' });
	await rmdir(disk);
});

it('a full disk is said in one sentence, and nothing that was answered is lost', async () => {
	const folder = path.join(disk, 'letters');
	const first = await startOn(folder);
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
			message: 'The data folder cannot be written; nothing was accepted',
		}),
	]);
	// Also a letter for which there still would be room.
	expect((await first.send()).status).toBe(500);
	expect(accepted.length).toBeGreaterThan(10);
	expect(first.output.stderr).toMatch(
		/^The data folder cannot be written; nothing is accepted until a restart: \S+ cannot be used: .*No space left on device\n$/,
	);
	await first.end('SIGTERM');

	// The start itself has to write: refused where not even that has room.
	const filler = path.join(disk, 'filler');
	execFileSync('sh', ['-c', `cat /dev/zero > ${filler} || true`], { stdio: 'ignore' });
	expect(await refusalOf(folder)).toMatch(/no space left on device/i);
	await rm(filler);

	mount('-o', 'remount,size=4m', disk);
	const again = await startOn(folder);
	expect(await again.letters()).toEqual(accepted);
	expect((await again.send()).status).toBe(201);
});

it('a full disk is said at the first start too', async () => {
	await writeFile(path.join(disk, 'filler'), Buffer.alloc(1024 * 1024));
	expect(await refusalOf(path.join(disk, 'letters'))).toMatch(/no space left on device/i);
});
