/**
 * The package as users install it: in n8n's editor, Settings → Community nodes. Installed, updated by
 * the editor's Update without and with a restart of n8n, uninstalled and installed again, while two
 * workflows with both nodes are published.
 */
import { Cleanups } from '../../tools/cleanup';
import { ACTION, CREDENTIAL, TRIGGER } from '../../tools/n8n/examples';
import { major } from '../../tools/n8n/scenes/scene';
import { Editor } from '../../tools/pictures/editor';
import { until } from '../../tools/waiting';
import { INSTALLING_MS } from '../support/withScene';
import { CommunityNodesPage } from './communityNodes';
import { InstallScene } from './installScene';
import { NEW_PARAMETER } from './packages';
import { panelValues } from './panelValues';
import { EVENTS, LETTERS, PublishedWorkflow } from './workflows';

jest.setTimeout(300_000);

/** What n8n shows in the place of a node that it does not know. */
const UNRECOGNIZED = /unrecognized|install this node|unknown/i;

const ends = new Cleanups();
let scene: InstallScene;
let editor: Editor;
let page: CommunityNodesPage;
let orders: PublishedWorkflow;
let lookUps: PublishedWorkflow;

/** Events that both workflows have seen before the update. */
const seen = new Map<PublishedWorkflow, string>();
/** Runs of `orders` that began before the update: each has ordered one of its two letters. */
const failed: string[] = [];
/** What the panels of the nodes showed before the update. */
let saved: Array<Record<string, string>>;

beforeAll(async () => {
	scene = await InstallScene.start();
	ends.add(() => scene.stop());
	editor = await Editor.open(scene.url);
	ends.add(() => editor.close());
	page = new CommunityNodesPage(editor.page, scene.url, scene.source.name);
}, INSTALLING_MS);

afterAll(async () => {
	await ends.run();
});

afterEach(async () => {
	expect(await editor.errorToasts()).toEqual([]);
});

/** What the panels of all our nodes show in the editor. */
async function shownValues(): Promise<Array<Record<string, string>>> {
	const values = [];
	for (const { workflow } of [orders, lookUps]) {
		await editor.openWorkflow(workflow);
		for (const name of [EVENTS, LETTERS]) {
			expect(await editor.iconOf(name)).toBe('handwrittenLetters.svg');
			await editor.openNode(name);
			expect(await editor.panel.innerText()).not.toMatch(UNRECOGNIZED);
			values.push(await panelValues(editor.panel));
			await editor.closeNode();
		}
	}
	return values;
}

/** A run of `orders` of whose two letters the service refuses the second. */
async function failingRun(): Promise<string> {
	const refuseSecond = { on: { method: 'POST' }, when: { every: 2 }, fault: { status: 422 } };
	await scene.sandbox.control('PUT', '/faults', { rules: [refuseSecond] });
	const { id, status } = await orders.run();
	expect(status).toBe('error');
	await scene.sandbox.control('PUT', '/faults', { rules: [] });
	return id;
}

/** The ids of the letters of a run, all of them among those the service has. */
async function lettersOf(id: string): Promise<string[]> {
	const { status, output } = await scene.client.finished(id);
	expect(status).toBe('success');
	const ids = output(LETTERS).map((letter) => String(letter.id));
	const known = (await scene.sandbox.cards()).map((letter) => letter.id);
	expect(known).toEqual(expect.arrayContaining(ids));
	return ids;
}

/** Everything that users expect to be as it was. */
async function expectUnchanged(): Promise<void> {
	expect(await scene.client.nodeTypes()).toEqual(expect.arrayContaining([ACTION, TRIGGER]));
	for (const [workflow, event] of seen) {
		expect(await workflow.deliver(event)).toBe(200);
		// Had the event started an execution again, there would be two.
		expect((await workflow.run()).status).toBe('success');
	}
	const before = await scene.sandbox.letters();
	const retried = await scene.client.retry(failed.pop() ?? '');
	expect(new Set(await lettersOf(retried)).size).toBe(2);
	expect(await scene.sandbox.letters()).toBe(before + 1);
	const expected = saved.map((values) => ({ ...values, [NEW_PARAMETER]: 'unchanged' }));
	expect(await shownValues()).toEqual(expected);
}

it('is installed', async () => {
	await scene.source.publish(scene.versions.first);
	await page.install(scene.versions.first.version);
	expect(await scene.client.nodeTypes()).toEqual(expect.arrayContaining([ACTION, TRIGGER]));
});

it('runs in two published workflows', async () => {
	const credential = await scene.client.createCredential('Sandbox', CREDENTIAL, scene.sandbox.credential);
	orders = await PublishedWorkflow.orders(scene.client, scene.url, credential);
	lookUps = await PublishedWorkflow.lookUps(scene.client, scene.url, credential);
	for (const workflow of [orders, lookUps]) {
		const event = workflow.newEvent();
		expect((await workflow.run(event)).status).toBe('success');
		seen.set(workflow, event);
	}
	for (let runs = 0; runs < 3; runs += 1) failed.push(await failingRun());
	saved = await shownValues();
	expect(saved[0]).toMatchObject({ events: 'Letter Returned', tolerance: '120' });
	expect(saved[1]).toMatchObject({ message: 'Oi {{ $json.name }}!', value: 'again', deadline: '2' });
});

it('is updated without a restart, while a run is under way and events arrive', async () => {
	await scene.source.publish(scene.versions.next);
	const busy = { on: { method: 'POST' }, when: { every: 1 }, fault: { status: 429, retryAfter: 1 } };
	await scene.sandbox.control('PUT', '/faults', { rules: [busy] });
	const underWay = await orders.start();
	await until(
		'a letter to be held back',
		async () => (await scene.sandbox.requests()).at(-1)?.status === 429,
	);
	const before = await lookUps.count();
	const statuses = await lookUps.deliverUntil(page.update(scene.versions.next.version));
	await scene.sandbox.control('PUT', '/faults', { rules: [] });
	expect(new Set(await lettersOf(underWay)).size).toBe(2);
	expect(statuses.filter((status) => status !== 200)).toEqual([]);
	await lookUps.allEnded(before + statuses.length);
	expect(await lookUps.count(['error', 'crashed'])).toBe(0);
	await expectUnchanged();
});

it('goes on after a restart of n8n', async () => {
	await scene.restartN8n();
	await expectUnchanged();
});

it('is uninstalled and installed again', async () => {
	await page.uninstall();
	const types = await scene.client.nodeTypes();
	for (const type of [ACTION, TRIGGER]) expect(types).not.toContain(type);
	const event = lookUps.newEvent();
	// The service delivers again whatever is not answered 200.
	expect(await lookUps.deliver(event)).toBe(major === 1 ? 500 : 400);
	await page.install(scene.versions.next.version);
	await expectUnchanged();
	expect((await lookUps.run(event)).status).toBe('success');
});
