/** Writes what n8n's gallery asks for into `build/gallery/`, a folder for each template. */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { projectRoot } from '../n8n/paths';
import { GALLERY, readTemplate, templateNames } from './template';

const OUT = join(projectRoot, 'build', 'gallery');

async function main(): Promise<void> {
	await rm(OUT, { recursive: true, force: true });
	for (const name of await templateNames()) {
		const { title, description, workflow } = await readTemplate(name);
		const folder = join(OUT, name);
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, 'workflow.json'), `${JSON.stringify(workflow, null, 2)}\n`);
		await writeFile(join(folder, 'description.md'), `${description}\n`);
		await copyFile(join(GALLERY, `${name}.png`), join(folder, `${name}.png`));
		console.log(`build/gallery/${name}: ${title}`);
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
