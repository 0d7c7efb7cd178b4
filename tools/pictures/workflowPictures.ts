/** Takes the documentation's pictures of a check and of two examples in use: `npm run docs:pictures`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator } from 'playwright-core';

import { createClock } from '../../sandbox/src/time/clock';
import { launchChromium } from '../chromium';
import type { Workflow } from '../n8n/n8nClient';
import { projectRoot } from '../n8n/paths';
import type { Scene } from '../n8n/scene';
import { OWNER } from '../n8n/scene';
import { Editor } from './editor';
import { withPalette } from './picture';
import { startReadersScene } from './readersScene';
import { drawSheet } from './sheetPicture';
import { askForApproval, CHECK, createCheck, createGoodCheck, fillLedger } from './workflowScenery';

const FOLDER = join(projectRoot, 'docs', 'images');
const LOOKS = ['light', 'dark'] as const;
type Look = (typeof LOOKS)[number];

async function take(what: Locator, name: string, look: Look): Promise<void> {
	const file = `${name}${look === 'dark' ? '-dark' : ''}.png`;
	const picture = withPalette(await what.screenshot({ animations: 'disabled' }));
	await writeFile(join(FOLDER, file), picture);
	console.log(`${file} ${Math.round(picture.length / 1024)} KB`);
}

async function takeApproval(address: string, look: Look): Promise<void> {
	const browser = await launchChromium();
	try {
		const page = await browser.newPage({
			viewport: { width: 940, height: 900 },
			deviceScaleFactor: 2,
			colorScheme: look,
		});
		// n8n takes its form's font from a server that not every machine can reach.
		await page.goto(address, { waitUntil: 'domcontentloaded' });
		await page.locator('.html > div').first().waitFor();
		await take(page.locator('body'), 'workflow-approval', look);
	} finally {
		await browser.close();
	}
}

/** Why a run has stopped, and what to do next. */
async function takeError(scene: Scene, look: Look): Promise<void> {
	const workflow = await createCheck(scene, 'order');
	const editor = await Editor.open(scene.n8n.url, OWNER, {
		viewport: { width: 1700, height: 430 },
		deviceScaleFactor: 1.5,
		colorScheme: look,
	});
	try {
		await editor.openWorkflow(workflow);
		await editor.openNode(CHECK);
		await editor.execute();
		await editor.output.getByTestId('node-error-message').waitFor();
		await editor.dismissToasts();
		await editor.page.addStyleTag({ content: WITHOUT_TABS });
		await take(editor.output, 'workflow-error', look);
	} finally {
		await editor.close();
	}
}

/** Lines of a sheet, and the letters that they become. */
async function takeSheet(look: Look): Promise<void> {
	const browser = await launchChromium();
	try {
		const page = await browser.newPage({
			viewport: { width: 1216, height: 600 },
			deviceScaleFactor: 2,
			colorScheme: look,
		});
		await page.setContent(await drawSheet());
		await take(page.locator('body'), 'sheet', look);
	} finally {
		await browser.close();
	}
}

/** Wide enough for the whole table beside the node's fields. */
const WIDTH = 2300;
/** The tabs at the edge of the window lead to the nodes around, and lie over the table. */
const WITHOUT_TABS = '[data-test-id="floating-nodes"] { visibility: hidden; }';

/** The table that a node gives out when it is executed in the editor. */
async function takeTable(
	scene: Scene,
	{ workflow, node, name, height }: { workflow: Workflow; node: string; name: string; height: number },
	look: Look,
): Promise<void> {
	const editor = await Editor.open(scene.n8n.url, OWNER, {
		viewport: { width: WIDTH, height },
		deviceScaleFactor: 1.5,
		colorScheme: look,
	});
	try {
		await editor.openWorkflow(workflow);
		await editor.openNode(node);
		await editor.executeStep();
		await editor.dismissToasts();
		await editor.output.getByText('Table', { exact: true }).click();
		await editor.page.addStyleTag({ content: WITHOUT_TABS });
		await take(editor.output, name, look);
	} finally {
		await editor.close();
	}
}

/** What a check shows first: the files of its letters; and the first of them, opened. */
async function takeLetter(scene: Scene, look: Look): Promise<void> {
	const editor = await Editor.open(scene.n8n.url, OWNER, {
		viewport: { width: 2100, height: 1260 },
		deviceScaleFactor: 1.5,
		colorScheme: look,
	});
	try {
		await editor.openWorkflow(await createGoodCheck(scene));
		await editor.openNode(CHECK);
		await editor.executeStep();
		await editor.dismissToasts();
		await editor.page.addStyleTag({ content: WITHOUT_TABS });
		await editor.viewFile(0);
		await take(editor.output, 'workflow-letter', look);
	} finally {
		await editor.close();
	}
}

async function main(): Promise<void> {
	const clock = createClock();
	const scene = await startReadersScene({ clock });
	try {
		for (const look of LOOKS) await takeSheet(look);
		for (const look of LOOKS) await takeError(scene, look);
		const check = { workflow: await createCheck(scene), node: CHECK, name: 'workflow-check', height: 760 };
		for (const look of LOOKS) await takeTable(scene, check, look);
		for (const look of LOOKS) await takeLetter(scene, look);
		const { workflow } = await fillLedger(scene, clock);
		const report = { workflow, node: 'Report', name: 'workflow-ledger', height: 620 };
		for (const look of LOOKS) await takeTable(scene, report, look);
		const address = await askForApproval(scene);
		for (const look of LOOKS) await takeApproval(address, look);
	} finally {
		await scene.stop();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
