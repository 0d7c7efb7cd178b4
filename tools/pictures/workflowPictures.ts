/** Takes the documentation's pictures of two examples in use: `npm run docs:pictures`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator } from 'playwright-core';

import { createClock } from '../../sandbox/src/time/clock';
import { launchChromium } from '../chromium';
import type { Workflow } from '../n8n/n8nClient';
import { projectRoot } from '../n8n/paths';
import { OWNER, Scene } from '../n8n/scene';
import { Editor } from './editor';
import { withPalette } from './picture';
import { askForApproval, fillLedger } from './workflowScenery';

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

/** Wide enough for the whole table beside the node's fields. */
const WIDE = { width: 2300, height: 620 };

async function takeReport(scene: Scene, workflow: Workflow, look: Look): Promise<void> {
	const editor = await Editor.open(scene.n8n.url, OWNER, {
		viewport: WIDE,
		deviceScaleFactor: 1.5,
		colorScheme: look,
	});
	try {
		await editor.openWorkflow(workflow);
		await editor.openNode('Report');
		await editor.executeStep();
		await editor.dismissToasts();
		await editor.output.getByText('Table', { exact: true }).click();
		await take(editor.output, 'workflow-ledger', look);
	} finally {
		await editor.close();
	}
}

async function main(): Promise<void> {
	const clock = createClock();
	const scene = await Scene.start({ sandbox: { clock } });
	try {
		const { workflow } = await fillLedger(scene, clock);
		for (const look of LOOKS) await takeReport(scene, workflow, look);
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
