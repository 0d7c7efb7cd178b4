/**
 * One running n8n for many test files: the main process of jest keeps it, from the first file that asks for
 * it to the end of the run. Files that end n8n themselves get a folder in which each starts it again: that
 * takes less than a new one does.
 */
import { request } from 'undici';

import { Cleanups } from '../../cleanup';
import type { LocalServer } from '../../localServer';
import { startLocalServer } from '../../localServer';
import { until } from '../../waiting';
import { WITH_AGENTS } from '../agents';
import type { N8nInstallation } from '../install/install';
import { ensureN8n, namedVersions } from '../install/install';
import { tail } from '../process/childProcess';
import { isReady } from '../process/n8nProcess';
import { traitsOf } from '../traits';
import type { OwnN8n } from './newN8n';
import { clientOf, newFolder, startNewN8n } from './newN8n';

/** Holds the address of the keeper, for the processes in which the files run. */
const ADDRESS = 'KEEPER_OF_N8N';

export interface KeptN8n {
	installation: N8nInstallation;
	userFolder: string;
	url: string;
	logFile: string;
	pid: number;
}

/** What can be asked of the keeper, each for the n8n that a manifest names. */
interface Answers {
	n8n: KeptN8n;
	folder: string;
}

export class N8nKeeper {
	private readonly ends = new Cleanups();
	private readonly running = new Map<string, OwnN8n>();
	private readonly folders = new Map<string, string>();
	/** One thing after the other: whoever asks meanwhile gets the same n8n. */
	private last: Promise<unknown> = Promise.resolve();

	static async start(): Promise<N8nKeeper> {
		const keeper = new N8nKeeper();
		const server: LocalServer = await startLocalServer(({ url = '' }, response) => {
			const { pathname, searchParams } = new URL(url, 'http://keeper');
			keeper.answer(pathname.slice(1) as keyof Answers, searchParams.get('manifest') ?? '').then(
				(answer) => response.end(JSON.stringify(answer)),
				(error: unknown) => response.writeHead(500).end(String(error)),
			);
		});
		keeper.ends.add(server.close);
		process.env[ADDRESS] = server.origin;
		return keeper;
	}

	async stop(): Promise<void> {
		await this.ends.run();
	}

	private answer(what: keyof Answers, manifest: string): Promise<Answers[keyof Answers]> {
		const answer = this.last.then<Answers[keyof Answers]>(() =>
			what === 'n8n' ? this.n8n(manifest) : this.folder(manifest),
		);
		this.last = answer.catch(() => undefined);
		return answer;
	}

	private async n8n(manifest: string): Promise<KeptN8n> {
		const installation = await ensureN8n({ manifest });
		const own = (await this.answering(manifest)) ?? (await this.startAnew(manifest));
		const { userFolder } = own.options;
		const { url, logFile, pid } = own.n8n;
		return { installation, userFolder, url, logFile, pid };
	}

	/** The one that runs, unless it has ended or hangs. */
	private async answering(manifest: string): Promise<OwnN8n | undefined> {
		const own = this.running.get(manifest);
		if (own === undefined || (await isReady(own.n8n.url))) return own;
		// A busy one answers late, one that has ended never will.
		const answers = () => isReady(own.n8n.url).then((ready) => ready || !isRunning(own.n8n.pid));
		await until('n8n to answer', answers, { timeoutMs: 60_000 }).catch(() => undefined);
		if (await isReady(own.n8n.url)) return own;
		console.error(`n8n does not answer and is started anew. Its log ends:\n${tail(own.n8n.logFile)}`);
		await own.n8n.kill();
		return undefined;
	}

	private async startAnew(manifest: string): Promise<OwnN8n> {
		const env = traitsOf(namedVersions(manifest).n8n).hasAgents ? WITH_AGENTS : {};
		const own = await startNewN8n(manifest, { env }, this.ends);
		this.ends.add(() => own.n8n.stop());
		const client = await clientOf(own.n8n.url);
		await client.close();
		this.running.set(manifest, own);
		return own;
	}

	private async folder(manifest: string): Promise<string> {
		const folder = this.folders.get(manifest) ?? (await newFolder(this.ends));
		this.folders.set(manifest, folder);
		return folder;
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

async function ask<What extends keyof Answers>(what: What, manifest: string): Promise<Answers[What]> {
	const address = process.env[ADDRESS];
	if (address === undefined)
		throw new Error('Nobody keeps an n8n here: run it as a project of jest.config.js.');
	const query = new URLSearchParams({ manifest });
	// n8n may have to be installed first.
	const { statusCode, body } = await request(`${address}/${what}?${query}`, { headersTimeout: 0 });
	const text = await body.text();
	if (statusCode !== 200) throw new Error(text);
	return JSON.parse(text) as Answers[What];
}

/** An n8n that runs, and goes on running. */
export const keptN8n = (manifest: string): Promise<KeptN8n> => ask('n8n', manifest);

/** The folder of those that files start themselves, one after the other. */
export const keptFolder = (manifest: string): Promise<string> => ask('folder', manifest);
