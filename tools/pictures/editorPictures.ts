/** Takes the documentation's pictures of n8n's editor: `npm run docs:pictures`. */
import type { Locator } from 'playwright-core';

import { runProgram } from '../boundedProgram';
import { CREDENTIAL } from '../n8n/examples';
import { OwnScene } from '../n8n/scenes/ownScene';
import type { Scene } from '../n8n/scenes/scene';
import { until } from '../waiting';
import { Editor } from './editor';
import { createThankYou, createTrigger, RETURNED, SEND } from './editorScenery';
import type { Look } from './picture';
import { LONGEST_MS, LOOKS, readersPorts, takePicture } from './picture';
import { sheetLetters } from './sheetPicture';

/** Of a set-up that can receive. */
const PUBLIC_ADDRESS = 'https://n8n.example.com/';
/** The fields and the output, without the input, are as wide as a page of the documents. */
const SIZE = { width: 1570, height: 705 };
/** A window's edge lies between two pixels, and the shade behind it would show. */
const EDGE = { x: -1, y: -1 };
/** From the order to the event, by the sandbox's clock. */
const ON_ITS_WAY_SECONDS = 6 * 86_400;
const LETTER = { ...sheetLetters[2], external_id: 'P-1003' };

/** Of an open node: its fields and its output, without the input. */
const fieldsAndOutput = (panel: Locator): Locator[] => [
	panel.getByTestId('node-parameters').locator('xpath=../..'),
	panel.getByTestId('output-panel'),
];

/** Down to what the mode does, which lies below the edge of a window that begins with the name. */
const FROM_THE_MESSAGE_ON = `document.querySelector('[data-test-id="parameter-input-message"]')
	.closest('.parameter-item').scrollIntoView()`;

const inEditor = (
	scene: Scene,
	look: Look,
	viewport: typeof SIZE,
	work: (editor: Editor) => Promise<void>,
): Promise<void> => Editor.use(scene.n8n.url, { viewport, deviceScaleFactor: 2, colorScheme: look }, work);

/** A published workflow has ordered its letters: the state that we recommend. */
async function takeOrder(scene: Scene, look: Look): Promise<void> {
	// One External ID is one letter: in the second look, the letters would have been ordered before.
	await scene.reset();
	const workflow = await createThankYou(scene, 'checkInEditor', { field: 'seconds', secondsInterval: 1 });
	await scene.client.activate(workflow);
	const id = await until('the first execution', async () => {
		const ended = await scene.client.executions(workflow);
		return ended.filter(({ status }) => status === 'success').at(-1)?.id;
	});
	await scene.client.deactivate(workflow);
	await inEditor(scene, look, SIZE, async (editor) => {
		await editor.page.goto(`${scene.n8n.url}/workflow/${workflow.id}/executions/${id}`);
		await editor.openNode(SEND);
		await editor.output.getByText('queued').first().waitFor();
		await editor.page.evaluate(FROM_THE_MESSAGE_ON);
		await takePicture(editor.page, {
			name: 'editor-card-create',
			look,
			parts: fieldsAndOutput(editor.panel),
			margin: EDGE,
		});
	});
}

/** n8n makes it less high than what it holds. */
const WHOLE_DIALOG = '.el-dialog { height: 870px !important; max-height: none !important; }';

async function takeCredential(scene: Scene, look: Look): Promise<void> {
	const credential = await scene.client.createCredential('Letter service', CREDENTIAL, {
		...scene.sandbox.credential,
		allowedHttpRequestDomains: 'none',
	});
	const workflow = await createThankYou({ client: scene.client, credential });
	await inEditor(scene, look, { width: 1200, height: 960 }, async (editor) => {
		await editor.openWorkflow(workflow);
		await editor.openNode(SEND);
		const dialog = await editor.openCredential();
		await editor.page.addStyleTag({ content: WHOLE_DIALOG });
		await dialog.getByText('Connection tested successfully').waitFor();
		await takePicture(editor.page, { name: 'editor-credential', look, parts: [dialog], margin: EDGE });
	});
}

/** A letter that comes back, in the open trigger. */
async function takeTrigger(scene: Scene, look: Look): Promise<void> {
	const workflow = await createTrigger(scene);
	await inEditor(scene, look, { ...SIZE, height: 650 }, async (editor) => {
		await editor.openWorkflow(workflow);
		await editor.openNode(RETURNED);
		await editor.panel.getByText('Webhook URLs', { exact: true }).click();
		const shown = await editor.panel.getByText(/\/webhook-test\//).innerText();
		const url = `${scene.n8n.url}${new URL(shown.trim()).pathname}`;
		const card = await scene.sandbox.order(LETTER, `returned-${look}`);
		await scene.sandbox.control('PUT', '/clock', { advanceSeconds: ON_ITS_WAY_SECONDS });
		await scene.sandbox.control('PUT', '/receivers/main', { url });
		await editor.execute();
		await editor.panel.getByText('Listening for test event').waitFor();
		await scene.sandbox.control('POST', `/cards/${card}/advance`, { to: 'returned' });
		await editor.output.getByText('dedupe_key').first().waitFor();
		await editor.dismissToasts();
		await editor.output.getByText('Schema', { exact: true }).click();
		await editor.panel.getByRole('radio', { name: 'Production URL' }).click();
		const parts = fieldsAndOutput(editor.panel);
		await takePicture(editor.page, { name: 'editor-trigger', look, parts, margin: EDGE });
	});
}

async function main(): Promise<void> {
	const scene = await OwnScene.start({ ...readersPorts(), env: { N8N_WEBHOOK_URL: PUBLIC_ADDRESS } });
	try {
		for (const look of LOOKS) {
			await takeOrder(scene, look);
			await takeCredential(scene, look);
			await takeTrigger(scene, look);
		}
	} finally {
		await scene.stop();
	}
}

runProgram(main, LONGEST_MS);
