/** Lets one process at a time into a folder, across processes. */
import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const REFRESH_MS = 2_000;
/** A holder that was killed stops refreshing; its lock is taken over after this long. */
const STALE_MS = 20_000;

export async function withLock<T>(
	lockFile: string,
	{ signal, onWait }: { signal?: AbortSignal; onWait?: (holder: string) => void },
	work: () => Promise<T>,
): Promise<T> {
	await mkdir(dirname(lockFile), { recursive: true });
	while (!(await take(lockFile))) {
		signal?.throwIfAborted();
		if (await isStale(lockFile)) {
			await rm(lockFile, { force: true });
			continue;
		}
		onWait?.(await readFile(lockFile, 'utf8').catch(() => 'unknown'));
		await sleep(500, undefined, { signal });
	}
	const refresh = setInterval(() => {
		const now = new Date();
		void utimes(lockFile, now, now).catch(() => undefined);
	}, REFRESH_MS);
	try {
		return await work();
	} finally {
		clearInterval(refresh);
		await rm(lockFile, { force: true });
	}
}

async function take(lockFile: string): Promise<boolean> {
	try {
		const file = await open(lockFile, 'wx');
		await file.writeFile(String(process.pid));
		await file.close();
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

async function isStale(lockFile: string): Promise<boolean> {
	try {
		return Date.now() - (await stat(lockFile)).mtimeMs > STALE_MS;
	} catch {
		return false;
	}
}
