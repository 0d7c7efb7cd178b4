/** A real n8n without the package, whose npm hands out what the test publishes, and a sandbox beside it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { Cleanups } from '../../tools/cleanup';
import { ensureN8n } from '../../tools/n8n/install/install';
import { packPackage } from '../../tools/n8n/install/npm';
import { N8nClient } from '../../tools/n8n/n8nClient';
import { n8nManifestFolder, projectRoot } from '../../tools/n8n/paths';
import type { N8nOptions, RunningN8n } from '../../tools/n8n/process/n8nProcess';
import { startN8n } from '../../tools/n8n/process/n8nProcess';
import { freePort } from '../../tools/n8n/process/ports';
import { OWNER } from '../../tools/n8n/scenes/newN8n';
import { major } from '../../tools/n8n/scenes/scene';
import { SandboxClient } from '../../tools/sandboxClient';
import type { PackedVersion } from './packages';
import { PackageSource, packNextVersion } from './packages';

/** Nothing listens there: n8n reaches no server but those of the test. */
const NO_INTERNET = { HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1' };

export class InstallScene {
	private constructor(
		readonly sandbox: SandboxClient,
		readonly source: PackageSource,
		/** The packed `dist/`, and what might come after it. */
		readonly versions: { first: PackedVersion; next: PackedVersion },
		readonly client: N8nClient,
		private readonly options: N8nOptions,
		private n8n: RunningN8n,
		private readonly ends: Cleanups,
	) {}

	static async start(): Promise<InstallScene> {
		const ends = new Cleanups();
		try {
			const installation = await ensureN8n({ manifest: n8nManifestFolder(major) });
			const folder = await mkdtemp(join(tmpdir(), 'handwritten-letters-install-'));
			ends.add(() => rm(folder, { recursive: true, force: true }));
			const { name, version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
				name: string;
				version: string;
			};
			const first = { version, tarball: await packPackage(folder) };
			const next = await packNextVersion(first.tarball, join(folder, 'next'));
			const source = await PackageSource.create(join(folder, 'npm'), name, major);
			const sandbox = await SandboxClient.start();
			ends.add(sandbox.close);
			const options = {
				installation,
				userFolder: folder,
				port: await freePort(),
				env: { ...NO_INTERNET, PATH: [source.folder, process.env.PATH].join(delimiter) },
			};
			const n8n = await startN8n(options);
			const client = new N8nClient(n8n.url);
			ends.add(() => client.close());
			const scene = new InstallScene(sandbox, source, { first, next }, client, options, n8n, ends);
			ends.add(() => scene.n8n.stop());
			await client.setUpOwner(OWNER);
			return scene;
		} catch (error) {
			await ends.run().catch((failure: unknown) => console.error(failure));
			throw error;
		}
	}

	get url(): string {
		return this.n8n.url;
	}

	/** In order, as an administrator does. */
	async restartN8n(): Promise<void> {
		await this.n8n.stop();
		this.n8n = await startN8n(this.options);
	}

	async stop(): Promise<void> {
		await this.ends.run();
	}
}
