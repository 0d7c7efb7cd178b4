/** Takes the documentation's pictures of n8n's editor: `npm run docs:pictures`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { projectRoot } from '../n8n/paths';
import { OWNER, Scene } from '../n8n/scene';
import { withPalette } from '../picture';
import { Editor, type Area } from './editor';
import { createThankYou, RETURNED, SEND } from './scenery';

const FOLDER = join(projectRoot, 'docs', 'images');
/** The ports that readers will have. */
const PORTS = { sandbox: { port: 4010 }, n8nPort: 5678 };

async function take(editor: Editor, name: string, clip: Area): Promise<void> {
	await editor.page.evaluate('document.fonts.ready.then(() => undefined)');
	const file = withPalette(await editor.page.screenshot({ clip, animations: 'disabled' }));
	await writeFile(join(FOLDER, `${name}.png`), file);
	console.log(`${name}.png ${Math.round(file.length / 1024)} KB`);
}

async function main(): Promise<void> {
	const scene = await Scene.start(PORTS);
	try {
		const workflow = await createThankYou(scene);
		const look = { viewport: { width: 1280, height: 760 }, deviceScaleFactor: 2 };
		const editor = await Editor.open(scene.n8n.url, OWNER, look);
		try {
			await editor.openWorkflow(workflow);
			await editor.openNode(SEND);
			await editor.executeStep();
			await editor.dismissToasts();
			await take(editor, 'editor-card-create', await editor.areaOf(editor.panel));
			// Tall enough for the whole dialog.
			await editor.page.setViewportSize({ width: 1280, height: 900 });
			const dialog = await editor.openCredential();
			await dialog.getByText('Connection tested successfully').waitFor();
			await take(editor, 'editor-credential', await editor.areaOf(dialog));
			// Closes the node behind the dialog too.
			await editor.page.keyboard.press('Escape');
			await editor.panel.waitFor({ state: 'hidden' });
			await editor.page.setViewportSize({ width: 1280, height: 760 });
			await take(editor, 'editor-workflow', await editor.areaOf(editor.nodes, { x: 130, y: 70 }));
			await editor.openNode(RETURNED);
			await editor.panel.getByText('Webhook URLs').click();
			await editor.panel.getByText('Production URL', { exact: true }).click();
			await take(editor, 'editor-trigger', await editor.areaOf(editor.panel));
		} finally {
			await editor.close();
		}
	} finally {
		await scene.stop();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
