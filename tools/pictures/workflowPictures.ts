/** Takes the documentation's pictures of a check and of two examples in use: `npm run docs:pictures`. */
import type { Locator } from 'playwright-core';

import { drawLetter } from '../../nodes/HandwrittenLetters/check/picture/drawLetter';
import { SAMPLE_ORDERS } from '../../sandbox/src/cards/sampleOrders';
import { createClock } from '../../sandbox/src/time/clock';
import { runProgram } from '../boundedProgram';
import { ExampleWorkflow } from '../n8n/exampleRun';
import type { Workflow } from '../n8n/n8nClient';
import { OwnScene } from '../n8n/scenes/ownScene';
import type { Scene } from '../n8n/scenes/scene';
import { until } from '../waiting';
import type { CampaignPage } from './campaignScenery';
import { Campaign } from './campaignScenery';
import { Editor } from './editor';
import type { Look } from './picture';
import { LONGEST_MS, LOOKS, readersPorts, savePicture, takePage, takePicture } from './picture';
import { drawSheet, sheetLetters } from './sheetPicture';

/** Of a page of the documents, so that what is small here can still be read there. */
const PAGE_WIDTH = 880;

/** A page of the campaign, as much of it as a window shows. */
const takeCampaign = (name: string, { url, login }: CampaignPage, look: Look): Promise<void> =>
	takePage({ name, look, width: PAGE_WIDTH, height: 940 }, async (page) => {
		await page.setExtraHTTPHeaders(login);
		// n8n takes its form's font from a server that not every machine can reach.
		await page.goto(url, { waitUntil: 'domcontentloaded' });
		await page.locator('.html li, main table').first().waitFor();
		await page.addStyleTag({ content: 'body { height: 940px; overflow: hidden; }' });
	});

/** Lines of a sheet, and the letters that they become. */
const takeSheet = (look: Look): Promise<void> =>
	takePage({ name: 'sheet', look, width: PAGE_WIDTH }, async (page) => page.setContent(await drawSheet()));

/** The first letter of the sheet, as a check draws it. */
async function takeLetter(): Promise<void> {
	const [first] = sheetLetters;
	if (first) await savePicture(await drawLetter(first), 'letter', 'light');
}

/** Letters of a shop, one row each. */
const rows = SAMPLE_ORDERS.slice(0, 7).map(({ to, message, style }, index) => ({
	external_id: `P-${1001 + index}`,
	name: to.name,
	street: to.address_line1,
	complement: to.address_line2 ?? '',
	city: to.city,
	state: to.state,
	zip: to.zip,
	message: message ?? `${to.name},\n\nobrigada pela sua compra. Volte sempre.\n\nCom carinho,\nMarina`,
	style: style ?? '',
}));

/** The one whose postal code begins with a zero, which a spreadsheet drops. */
const WITH_ZERO = rows.findIndex(({ zip }) => zip.startsWith('0'));
const withoutZero = (zip: string): string => zip.replace(/\D/g, '').slice(1);

/** The node of an example that only checks here. */
const CHECK = 'Send Letter';

/** A letter to correct, then some that are fine, two of them to the same address. */
async function createCheck(scene: Scene, orderingMode: string): Promise<Workflow> {
	const zip = withoutZero(rows[WITH_ZERO]?.zip ?? '');
	const letters = [
		{ ...rows[WITH_ZERO], zip },
		rows[1],
		{ ...rows[1], external_id: 'P-1010', name: 'Família Brandão' },
		rows[0],
	].map((row) => ({ ...row, order: row?.external_id }));
	const { workflow } = await ExampleWorkflow.create(scene, 'send-three-letters', {
		changes: {
			Recipients: { jsonOutput: JSON.stringify({ letters }) },
			[CHECK]: { orderingMode },
		},
	});
	return workflow;
}

/** What a node has put out, once somebody has done with it what the picture needs. */
async function takeOutput(
	scene: Scene,
	{ name, look, orderingMode }: { name: string; look: Look; orderingMode: string },
	execute: (editor: Editor) => Promise<Locator>,
): Promise<void> {
	// The output beside the node's fields is as wide as a page of the documents.
	const looks = { viewport: { width: 1900, height: 900 }, deviceScaleFactor: 2, colorScheme: look };
	const workflow = await createCheck(scene, orderingMode);
	await Editor.use(scene.n8n.url, looks, async (editor) => {
		await editor.openWorkflow(workflow);
		await editor.openNode(CHECK);
		const last = await execute(editor);
		await editor.page.addStyleTag({ content: WITHOUT_TABS });
		const [top, end] = [await editor.output.boundingBox(), await last.boundingBox()];
		const height = end && top ? end.y + end.height + MARGIN - top.y : undefined;
		await takePicture(editor.page, { name, look, parts: [editor.output], height });
	});
}

const MARGIN = 8;
/** The tabs at the edge of the window lead to the nodes around, and lie over the output. */
const WITHOUT_TABS = '[data-test-id="floating-nodes"] { visibility: hidden; }';

/** Why a run has stopped, and what to do next. */
const takeError = (scene: Scene, look: Look): Promise<void> =>
	takeOutput(scene, { name: 'workflow-error', look, orderingMode: 'order' }, async (editor) => {
		await editor.execute();
		const message = editor.output.getByTestId('node-error-message');
		await message.waitFor();
		// It comes a moment later, and would lie over the message.
		await until('the message in the corner', async () => (await editor.errorToasts()).length > 0);
		await editor.dismissToasts();
		return editor.output.getByTestId('node-error-description').or(message).last();
	});

/** What a check says: of all letters, and of the one to correct. */
const takeCheck = (scene: Scene, look: Look): Promise<void> =>
	takeOutput(scene, { name: 'workflow-check', look, orderingMode: 'checkInEditor' }, async (editor) => {
		await editor.executeStep();
		await editor.dismissToasts();
		await editor.output.getByText('Schema', { exact: true }).click();
		return editor.output.getByText('A spreadsheet may have dropped').last();
	});

async function main(): Promise<void> {
	const clock = createClock();
	const scene = await OwnScene.start(readersPorts({ clock }));
	try {
		await takeLetter();
		for (const look of LOOKS) await takeSheet(look);
		for (const look of LOOKS) await takeError(scene, look);
		for (const look of LOOKS) await takeCheck(scene, look);
		const campaign = await Campaign.start(scene, clock);
		for (const look of LOOKS) await takeCampaign('campaign-proof', campaign.proof, look);
		const list = await campaign.afterWeeks();
		for (const look of LOOKS) await takeCampaign('campaign-list', list, look);
	} finally {
		await scene.stop();
	}
}

runProgram(main, LONGEST_MS);
