/** What n8n's settings for community packages do to this one, as docs/compatibility.md says. */
import { name } from '../../package.json';
import { ACTION } from '../../tools/n8n/examples';
import type { Scene } from '../../tools/n8n/scene';
import { LETTERS } from '../../tools/n8n/scene';
import { letterItem, letterParameters } from '../support/letters';
import { withScene } from '../support/withScene';

jest.setTimeout(300_000);

/** Nothing listens there: n8n reaches no server but the sandbox. */
const NO_INTERNET = { HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1' };
const env: Record<string, string> = { ...NO_INTERNET };

let scene: Scene;

withScene(
	(started) => {
		scene = started;
	},
	{ env },
);

const DEFAULTS = {
	N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_COMMUNITY_PACKAGES_PREVENT_LOADING: 'false',
};

/** The same n8n, with its package and its data, started again with the setting. */
const restartWith = (setting: Partial<typeof DEFAULTS>) =>
	scene.crashN8n(() => Promise.resolve(void Object.assign(env, DEFAULTS, setting)));

const sendLetter = () => scene.run(letterParameters, { items: [letterItem('Ana Souza').json] });

async function stillSends(): Promise<void> {
	const { status, output } = await sendLetter();
	expect(status).toBe('success');
	expect(output(LETTERS)).toMatchObject([{ status: 'queued' }]);
}

it('N8N_COMMUNITY_PACKAGES_ENABLED=false: the editor offers no packages, and the installed one runs', async () => {
	expect(await scene.client.editorSettings()).toMatchObject({ communityNodesEnabled: true });
	await restartWith({ N8N_COMMUNITY_PACKAGES_ENABLED: 'false' });
	expect(await scene.client.editorSettings()).toMatchObject({ communityNodesEnabled: false });
	await stillSends();
});

it('N8N_UNVERIFIED_PACKAGES_ENABLED=false: n8n refuses to install it, and the installed one runs', async () => {
	await restartWith({ N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' });
	await expect(scene.client.installPackage(name)).rejects.toThrow(
		/unverified community packages is forbidden/,
	);
	await stillSends();
});

it('N8N_COMMUNITY_PACKAGES_PREVENT_LOADING=true: its nodes are unknown, and back without it', async () => {
	await restartWith({ N8N_COMMUNITY_PACKAGES_PREVENT_LOADING: 'true' });
	expect(await scene.client.nodeTypes()).not.toContain(ACTION);
	await expect(sendLetter()).rejects.toThrow(/Unrecognized node type/);
	await restartWith({});
	expect(await scene.client.nodeTypes()).toContain(ACTION);
	await stillSends();
});
