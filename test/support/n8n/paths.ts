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

/** Names the n8n version to run, and its lockfile. */
export const n8nManifestFolder = join(projectRoot, 'test', 'e2e', 'n8n');
