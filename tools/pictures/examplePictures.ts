/** Takes a picture of each example on n8n's canvas, for its page or n8n's gallery: `npm run docs:pictures`. */
import { runProgram } from '../boundedProgram';
import { Cleanups } from '../cleanup';
import { GALLERY, templateNames } from '../gallery/template';
import { exampleNames, readExample } from '../n8n/examples';
import type { WorkflowNode } from '../n8n/n8nClient';
import { OwnScene } from '../n8n/scenes/ownScene';
import type { Scene } from '../n8n/scenes/scene';
import { Editor } from './editor';
import { LONGEST_MS, takePicture } from './picture';

/** Large enough that n8n shows the longest and the highest of them in readable size. */
const SIZE = { width: 2600, height: 1900 };
const NOTE = 'n8n-nodes-base.stickyNote';
/** Room for the names below the outer nodes. */
const MARGIN = { x: 84, y: 58 };
/** Nodes stand this much closer than in the editor, so that their names can be read at a page's width. */
const CLOSER = 0.82;
/** One that differs from its original in words only. */
const TRANSLATION = 'campaign.pt-BR';

/** n8n marks a node whose credential or table is still to be chosen. */
const WITHOUT_MARKS = '[data-test-id="node-issues"] { visibility: hidden; }';

async function take(scene: Scene, editor: Editor, name: string, inGallery: boolean): Promise<void> {
	const { nodes, ...example } = await readExample(name);
	const shown = nodes
		.filter((node) => node.type !== NOTE)
		.map(({ position: [x, y], ...node }): WorkflowNode => ({ ...node, position: [x * CLOSER, y] }));
	await editor.openWorkflow(await scene.client.createWorkflow({ ...example, nodes: shown }));
	await editor.page.addStyleTag({ content: WITHOUT_MARKS });
	await editor.page.waitForFunction(
		'[...document.images].every((one) => one.complete && one.naturalWidth > 0)',
	);
	const place = inGallery ? { name, folder: GALLERY } : { name: `example-${name}` };
	await takePicture(editor.page, { ...place, look: 'light', parts: [editor.nodes], margin: MARGIN });
}

async function main(): Promise<void> {
	const ends = new Cleanups();
	try {
		const scene = await OwnScene.start();
		ends.add(() => scene.stop());
		const editor = await Editor.open(scene.n8n.url, { viewport: SIZE, colorScheme: 'light' });
		ends.add(() => editor.close());
		const inGallery = await templateNames();
		for (const name of await exampleNames()) {
			if (name !== TRANSLATION) await take(scene, editor, name, inGallery.includes(name));
		}
	} finally {
		await ends.run();
	}
}

runProgram(main, LONGEST_MS);
