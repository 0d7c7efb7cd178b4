/** A real n8n of its own folder with the packed tarball installed, and the client of its owner. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Cleanups } from '../../cleanup';
import { ensureN8n } from '../install/install';
import { installBuilt } from '../install/npm';
import { N8nClient } from '../n8nClient';
import type { N8nOptions, RunningN8n } from '../process/n8nProcess';
import { startN8n } from '../process/n8nProcess';

/** Who owns every n8n started here. */
export const OWNER = { email: 'e2e@example.com', password: 'Handwritten1' };

export interface N8nWishes {
	port?: number;
	env?: Record<string, string>;
	namespace?: N8nOptions['namespace'];
	/** Where an n8n has run before: it goes on with what it has stored there. */
	folder?: string;
}

export interface OwnN8n {
	options: N8nOptions;
	n8n: RunningN8n;
}

/** A folder that n8n can start in, with what is built: build first. */
export async function newFolder(ends: Cleanups): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'handwritten-letters-e2e-'));
	ends.add(() => rm(folder, { recursive: true, force: true }));
	await installBuilt(folder);
	return folder;
}

/** Whoever started it ends it. */
export async function startNewN8n(manifest: string, wishes: N8nWishes, ends: Cleanups): Promise<OwnN8n> {
	const { folder, ...more } = wishes;
	const installation = await ensureN8n({ manifest });
	const options: N8nOptions = { ...more, installation, userFolder: folder ?? (await newFolder(ends)) };
	const n8n = await startN8n(options);
	// For its next starts too.
	options.port = Number(new URL(n8n.url).port);
	return { options, n8n };
}

/** Logged in as the owner, whom a new n8n does not have yet. */
export async function clientOf(url: string): Promise<N8nClient> {
	const client = new N8nClient(url);
	try {
		const { userManagement } = (await client.editorSettings()) as {
			userManagement: { showSetupOnFirstLoad?: boolean };
		};
		await (userManagement.showSetupOnFirstLoad ? client.setUpOwner(OWNER) : client.logIn(OWNER));
		return client;
	} catch (error) {
		await client.close();
		throw error;
	}
}
