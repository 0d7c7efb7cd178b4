/** What n8n's settings for community packages do to this one, as docs/compatibility.md says. */
import { name } from '../../../package.json';
import { ACTION } from '../../../tools/n8n/examples';
import type { OwnScene } from '../../../tools/n8n/scenes/ownScene';
import { LETTERS } from '../../../tools/n8n/scenes/scene';
import { letterItem, letterParameters } from '../../support/letters';
import { withOwnN8n } from '../../support/withScene';

/** Nothing listens there: n8n reaches no server but the sandbox. */
const NO_INTERNET = { HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1' };

const DEFAULTS = {
	N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_COMMUNITY_PACKAGES_PREVENT_LOADING: 'false',
};

/** Of the n8n that runs; each test but the first starts it again, with its package and its data. */
const env: Record<string, string> = {
	...NO_INTERNET,
	...DEFAULTS,
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
};

let scene: OwnScene;

withOwnN8n(
	(started) => {
		scene = started;
	},
	{ env },
);

const restartWith = async (setting: Partial<typeof DEFAULTS>): Promise<void> => {
	Object.assign(env, DEFAULTS, setting);
	await scene.restartN8n();
};

const sendLetter = () => scene.run(letterParameters, { items: [letterItem('Ana Souza').json] });

async function stillSends(): Promise<void> {
	const { status, output } = await sendLetter();
	expect(status).toBe('success');
	expect(output(LETTERS)).toMatchObject([{ status: 'queued' }]);
}

it('N8N_UNVERIFIED_PACKAGES_ENABLED=false: n8n refuses to install it, and the installed one runs', async () => {
	expect(await scene.client.editorSettings()).toMatchObject({ communityNodesEnabled: true });
	await expect(scene.client.installPackage(name)).rejects.toThrow(
		/unverified community packages is forbidden/,
	);
	await stillSends();
});

it('N8N_COMMUNITY_PACKAGES_PREVENT_LOADING=true: its nodes are unknown', async () => {
	await restartWith({ N8N_COMMUNITY_PACKAGES_PREVENT_LOADING: 'true' });
	expect(await scene.client.nodeTypes()).not.toContain(ACTION);
	await expect(sendLetter()).rejects.toThrow(/Unrecognized node type/);
});

it('back without it; N8N_COMMUNITY_PACKAGES_ENABLED=false: the editor offers no packages, the installed one runs', async () => {
	await restartWith({ N8N_COMMUNITY_PACKAGES_ENABLED: 'false' });
	expect(await scene.client.nodeTypes()).toContain(ACTION);
	expect(await scene.client.editorSettings()).toMatchObject({ communityNodesEnabled: false });
	await stillSends();
});
