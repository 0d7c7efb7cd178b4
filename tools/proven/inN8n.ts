/**
 * What `sandbox prove` runs of our own nodes in an n8n that runs already: one workflow orders a letter,
 * another one starts once it is delivered and orders one of thanks. It ends with 0 once both are there.
 *
 * Usage: node build/tools/proven/inN8n.js URL-OF-N8N
 */
import { ACTION, CREDENTIAL, TRIGGER } from '../n8n/examples';
import { LetterWorkflow } from '../n8n/letterRun';
import { N8nClient } from '../n8n/n8nClient';
import { startListening } from '../n8n/process/listening';
import { OWNER } from '../n8n/scenes/newN8n';
import type { Item } from '../n8n/scenes/scene';
import { inARow, LETTERS, node } from '../n8n/scenes/scene';
import { SandboxClient } from '../sandboxClient';
import { until } from '../waiting';

const EVENTS = ['card.delivered'];

const letter = (own: Item): Item => ({
	resource: 'card',
	operation: 'create',
	orderingMode: 'order',
	addressLine1: 'Rua das Laranjeiras, 210',
	city: 'Rio de Janeiro',
	state: 'RJ',
	zip: '22240-003',
	message: 'Obrigado!',
	...own,
});

const order = letter({ name: 'Ana', externalId: '={{ $json.id }}' });

const thanks = letter({
	name: 'Bento',
	externalId: '={{ $json.data.external_id }}-thanks',
	options: { orderOnLetterEvents: true },
});
const thanking = inARow(
	'Thanks',
	node('Delivered', TRIGGER, 2, 0, { events: EVENTS }),
	node(LETTERS, ACTION, 1, 1, thanks),
);

async function main(url: string, { SANDBOX_URL = '' }: NodeJS.ProcessEnv): Promise<void> {
	const sandbox = SandboxClient.at(SANDBOX_URL, () => Promise.resolve());
	const client = new N8nClient(url);
	await client.logIn(OWNER);
	const credential = await client.createCredential('Proved', CREDENTIAL, sandbox.credential);
	const scene = { client, credential, n8n: { url }, sandbox };
	const { workflow, url: receiver } = await startListening(scene, thanking);
	await sandbox.control('PUT', '/receivers/main', { url: receiver, events: EVENTS });
	const ordering = await LetterWorkflow.create(scene, { parameters: order });
	const { status, output } = await client.finished(await ordering.start([{ id: 'order-1' }]));
	if (status !== 'success') throw new Error(`The order ended with ${status}`);
	const [{ id } = {}] = output(LETTERS);
	await sandbox.control('POST', `/cards/${String(id)}/advance`, { to: 'delivered' });
	await until('the execution that thanks', async () => (await client.countExecutions(workflow)) > 0);
	await client.close();
}

main(process.argv[2] ?? '', process.env).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
