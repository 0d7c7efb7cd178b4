/** Takes the pictures of the gallery's templates on n8n's canvas: `npm run docs:pictures`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { GALLERY, NOTE, templateNames } from '../gallery/template';
import { readExample, withCredential } from '../n8n/examples';
import { OWNER, Scene } from '../n8n/scene';
import { Editor } from './editor';
import { withPalette } from './picture';

/** Wide enough that n8n shows the longest of them in readable size. */
const SIZE = { width: 2600, height: 900 };
const MARGIN = { x: 60, y: 60 };

async function take(scene: Scene, name: string): Promise<void> {
	const { nodes, ...example } = withCredential(await readExample(name), scene.credential);
	const workflow = await scene.client.createWorkflow({
		...example,
		nodes: nodes.filter((node) => node.name !== NOTE),
	});
	const editor = await Editor.open(scene.n8n.url, OWNER, { viewport: SIZE, colorScheme: 'light' });
	try {
		await editor.openWorkflow(workflow);
		await editor.page.evaluate('document.fonts.ready.then(() => undefined)');
		const clip = await editor.areaOf(editor.nodes, MARGIN);
		const picture = withPalette(await editor.page.screenshot({ clip, animations: 'disabled' }));
		await writeFile(join(GALLERY, `${name}.png`), picture);
		console.log(`${name}.png ${Math.round(picture.length / 1024)} KB`);
	} finally {
		await editor.close();
	}
}

async function main(): Promise<void> {
	const scene = await Scene.start();
	try {
		for (const name of await templateNames()) await take(scene, name);
	} finally {
		await scene.stop();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
