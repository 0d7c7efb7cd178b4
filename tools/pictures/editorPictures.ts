/** Takes the documentation's pictures of n8n's editor: `npm run docs:pictures`. */
import { runProgram } from '../boundedProgram';
import type { Scene } from '../n8n/scene';
import { OWNER } from '../n8n/scene';
import type { Area } from './editor';
import { Editor } from './editor';
import { createThankYou, RETURNED, SEND } from './editorScenery';
import type { Look } from './picture';
import { LONGEST_MS, LOOKS, savePicture } from './picture';
import { startReadersScene } from './readersScene';

/** Of a set-up that can receive. */
const PUBLIC_ADDRESS = 'https://n8n.example.com/';
const SIZE = { width: 1280, height: 760 };
/** A window's edge lies between two pixels, and the shade behind it would show. */
const EDGE = { x: -1, y: -1 };

async function take(editor: Editor, name: string, clip: Area, look: Look): Promise<void> {
	await editor.page.evaluate('document.fonts.ready.then(() => undefined)');
	await savePicture(await editor.page.screenshot({ clip, animations: 'disabled' }), `editor-${name}`, look);
}

/** A letter that comes back, in the open trigger. */
async function receive(scene: Scene, editor: Editor): Promise<void> {
	const shown = await editor.panel.getByText(/\/webhook-test\//).innerText();
	const url = `${scene.n8n.url}${new URL(shown.trim()).pathname}`;
	await scene.sandbox.control('PUT', '/receivers/main', { url });
	await editor.execute();
	await editor.panel.getByText('Listening for test event').waitFor();
	await scene.sandbox.control('POST', '/events', { event: 'card.returned' });
	await editor.output.getByText('dedupe_key').first().waitFor();
	await editor.dismissToasts();
}

/** Every picture in one look; a workflow that another window has changed can only be read for a while. */
async function takeAll(scene: Scene, look: Look): Promise<void> {
	// One External ID is one letter: in the second look, the letters would have been ordered before.
	await scene.sandbox.control('POST', '/reset');
	const workflow = await createThankYou(scene, 'order');
	const editor = await Editor.open(scene.n8n.url, OWNER, {
		viewport: SIZE,
		deviceScaleFactor: 2,
		colorScheme: look,
	});
	try {
		await editor.openWorkflow(workflow);
		await editor.openNode(SEND);
		await editor.executeStep();
		await editor.dismissToasts();
		await take(editor, 'card-create', await editor.areaOf(editor.panel, EDGE), look);

		// Tall enough for the whole dialog.
		await editor.page.setViewportSize({ ...SIZE, height: 900 });
		const dialog = await editor.openCredential();
		await dialog.getByText('Connection tested successfully').waitFor();
		await take(editor, 'credential', await editor.areaOf(dialog, EDGE), look);
		// Closes the node behind the dialog too.
		await editor.page.keyboard.press('Escape');
		await editor.panel.waitFor({ state: 'hidden' });
		await editor.page.setViewportSize(SIZE);

		await editor.openNode(RETURNED);
		await editor.panel.getByText('Webhook URLs', { exact: true }).click();
		await receive(scene, editor);
		await editor.output.getByText('Schema', { exact: true }).click();
		await editor.panel.getByRole('radio', { name: 'Production URL' }).click();
		await take(editor, 'trigger', await editor.areaOf(editor.panel, EDGE), look);
	} finally {
		await editor.close();
	}
}

async function main(): Promise<void> {
	const scene = await startReadersScene({ env: { N8N_WEBHOOK_URL: PUBLIC_ADDRESS } });
	try {
		for (const look of LOOKS) await takeAll(scene, look);
	} finally {
		await scene.stop();
	}
}

runProgram(main, LONGEST_MS);
