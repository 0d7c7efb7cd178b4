/** Takes the pictures of the gallery's templates on n8n's canvas: `npm run docs:pictures`. */
import { runProgram } from '../boundedProgram';
import { GALLERY, templateNames } from '../gallery/template';
import { LOGIN } from '../n8n/exampleRun';
import { readExample, withCredential } from '../n8n/examples';
import type { Credential } from '../n8n/n8nClient';
import { OWNER, Scene } from '../n8n/scene';
import { Editor } from './editor';
import { LONGEST_MS, savePicture } from './picture';

/** Large enough that n8n shows the longest and the highest of them in readable size. */
const SIZE = { width: 2600, height: 1900 };
const SEND_EMAIL = 'n8n-nodes-base.emailSend';
const NOTE = 'n8n-nodes-base.stickyNote';
const MARGIN = { x: 110, y: 60 };

async function take(scene: Scene, name: string, mail: Credential, login: Credential): Promise<void> {
	const { nodes, ...example } = withCredential(await readExample(name), scene.credential);
	const shown = nodes
		.filter((node) => node.type !== NOTE)
		.map((node) => ({
			...node,
			...(node.type === SEND_EMAIL && { credentials: { smtp: mail } }),
			...(node.parameters.authentication === 'basicAuth' && { credentials: { httpBasicAuth: login } }),
		}));
	const workflow = await scene.client.createWorkflow({ ...example, nodes: shown });
	const editor = await Editor.open(scene.n8n.url, OWNER, { viewport: SIZE, colorScheme: 'light' });
	try {
		await editor.openWorkflow(workflow);
		await editor.page.evaluate('document.fonts.ready.then(() => undefined)');
		await editor.page.waitForFunction(
			'[...document.images].every((one) => one.complete && one.naturalWidth > 0)',
		);
		const clip = await editor.areaOf(editor.nodes, MARGIN);
		await savePicture(await editor.page.screenshot({ clip, animations: 'disabled' }), name, 'light', GALLERY);
	} finally {
		await editor.close();
	}
}

async function main(): Promise<void> {
	const scene = await Scene.start();
	try {
		const mail = await scene.client.createCredential('SMTP account', 'smtp', { host: 'mail.example' });
		const login = await scene.client.createCredential('Login', 'httpBasicAuth', LOGIN);
		for (const name of await templateNames()) await take(scene, name, mail, login);
	} finally {
		await scene.stop();
	}
}

runProgram(main, LONGEST_MS);
