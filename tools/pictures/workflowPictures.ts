/** Takes the documentation's pictures of a check and of two examples in use: `npm run docs:pictures`. */
import type { Locator, Page } from 'playwright-core';

import { createClock } from '../../sandbox/src/time/clock';
import { runProgram } from '../boundedProgram';
import { launchChromium } from '../chromium';
import type { Workflow } from '../n8n/n8nClient';
import type { Scene } from '../n8n/scene';
import { OWNER } from '../n8n/scene';
import type { CampaignPage } from './campaignScenery';
import { Campaign } from './campaignScenery';
import { Editor } from './editor';
import type { Look } from './picture';
import { LONGEST_MS, LOOKS, savePicture } from './picture';
import { startReadersScene } from './readersScene';
import { drawSheet } from './sheetPicture';
import { CHECK, createCheck, createGoodCheck } from './workflowScenery';

const take = async (what: Locator, name: string, look: Look): Promise<void> =>
	await savePicture(await what.screenshot({ animations: 'disabled' }), name, look);

/** A page outside n8n's editor. */
async function takePage(
	name: string,
	look: Look,
	viewport: { width: number; height: number },
	load: (page: Page) => Promise<void>,
): Promise<void> {
	const browser = await launchChromium();
	try {
		const page = await browser.newPage({ viewport, deviceScaleFactor: 2, colorScheme: look });
		await load(page);
		await take(page.locator('body'), name, look);
	} finally {
		await browser.close();
	}
}

/** A page of the campaign, as much of it as a window shows. */
const takeCampaign = (name: string, { url, login }: CampaignPage, look: Look): Promise<void> =>
	takePage(name, look, { width: 1180, height: 980 }, async (page) => {
		await page.setExtraHTTPHeaders(login);
		// n8n takes its form's font from a server that not every machine can reach.
		await page.goto(url, { waitUntil: 'domcontentloaded' });
		await page.locator('.html li, main table').first().waitFor();
		await page.addStyleTag({ content: 'body { height: 980px; overflow: hidden; }' });
	});

/** Lines of a sheet, and the letters that they become. */
const takeSheet = (look: Look): Promise<void> =>
	takePage('sheet', look, { width: 1216, height: 600 }, async (page) => page.setContent(await drawSheet()));

/** What a node has put out, once somebody has done with it what the picture needs. */
async function takeOutput(
	scene: Scene,
	{ workflow, node, name, ...viewport }: Shot,
	look: Look,
	execute: (editor: Editor) => Promise<void>,
): Promise<void> {
	const looks = { viewport, deviceScaleFactor: 1.5, colorScheme: look };
	const editor = await Editor.open(scene.n8n.url, OWNER, looks);
	try {
		await editor.openWorkflow(workflow);
		await editor.openNode(node);
		await execute(editor);
		await editor.page.addStyleTag({ content: WITHOUT_TABS });
		await take(editor.output, name, look);
	} finally {
		await editor.close();
	}
}

interface Shot {
	workflow: Workflow;
	node: string;
	name: string;
	width: number;
	height: number;
}

/** Why a run has stopped, and what to do next. */
async function takeError(scene: Scene, look: Look): Promise<void> {
	const workflow = await createCheck(scene, 'order');
	const shot = { workflow, node: CHECK, name: 'workflow-error', width: 1700, height: 430 };
	await takeOutput(scene, shot, look, async (editor) => {
		await editor.execute();
		await editor.output.getByTestId('node-error-message').waitFor();
		await editor.dismissToasts();
	});
}

/** Wide enough for the whole table beside the node's fields. */
const WIDTH = 2300;
/** The tabs at the edge of the window lead to the nodes around, and lie over the table. */
const WITHOUT_TABS = '[data-test-id="floating-nodes"] { visibility: hidden; }';

/** The table that a node gives out when it is executed in the editor. */
const takeTable = (scene: Scene, shot: Omit<Shot, 'width'>, look: Look): Promise<void> =>
	takeOutput(scene, { ...shot, width: WIDTH }, look, async (editor) => {
		await editor.executeStep();
		await editor.dismissToasts();
		await editor.output.getByText('Table', { exact: true }).click();
	});

/** What a check shows first: the files of its letters; and the first of them, opened. */
async function takeLetter(scene: Scene, look: Look): Promise<void> {
	const workflow = await createGoodCheck(scene);
	const shot = { workflow, node: CHECK, name: 'workflow-letter', width: 2100, height: 1260 };
	await takeOutput(scene, shot, look, async (editor) => {
		await editor.executeStep();
		await editor.dismissToasts();
		await editor.viewFile(0);
	});
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
		const campaign = await Campaign.start(scene, clock);
		for (const look of LOOKS) await takeCampaign('campaign-proof', campaign.proof, look);
		const list = await campaign.afterWeeks();
		for (const look of LOOKS) await takeCampaign('campaign-list', list, look);
	} finally {
		await scene.stop();
	}
}

runProgram(main, LONGEST_MS);
