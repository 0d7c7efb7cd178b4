/** Where things are, whether this runs from the sources or compiled under build/. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

function findProjectRoot(): string {
	let folder = __dirname;
	while (!existsSync(join(folder, 'package-lock.json')) || !existsSync(join(folder, 'examples'))) {
		const parent = dirname(folder);
		if (parent === folder) throw new Error(`There is no project folder above ${__dirname}.`);
		folder = parent;
	}
	return folder;
}

export const projectRoot = findProjectRoot();

/** n8n 2, or the generation before. */
export type N8nMajor = 1 | 2;

/** Names the version of that n8n, the Node it runs on, and its lockfile. */
export function n8nManifestFolder(major: N8nMajor): string {
	return join(projectRoot, 'tools', 'n8n', 'versions', `n8n-${major}`);
}
