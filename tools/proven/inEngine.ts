/**
 * What `sandbox prove` runs of our own nodes, in n8n's engine: the node orders two letters, and for each
 * delivered one the trigger starts a run that orders one of thanks. It ends with 0 once all four are there.
 */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../engine/engine';
import { runActionNode } from '../engine/engine';
import { startTrigger } from '../engine/engineWebhook';
import { SandboxClient } from '../sandboxClient';
import { until } from '../waiting';

const NAMES = ['Ana', 'Bento'];

const parameters: INodeParameters = {
	resource: 'card',
	operation: 'create',
	orderingMode: 'order',
	name: '={{ $json.name }}',
	addressLine1: 'Rua das Laranjeiras, 210',
	city: 'Rio de Janeiro',
	state: 'RJ',
	zip: '22240-003',
	message: 'Obrigado!',
	externalId: '={{ $json.id }}',
};

async function order(settings: NodeSettings): Promise<string[]> {
	const { outputs, error } = await runActionNode(settings);
	if (error !== undefined) throw new Error(error.message);
	return (outputs[0] ?? []).map(({ json }) => json.id as string);
}

async function main(): Promise<void> {
	const { SANDBOX_URL = '' } = process.env;
	const sandbox = SandboxClient.at(SANDBOX_URL, () => Promise.resolve());
	const { credential } = sandbox;
	const thanks: Array<Promise<string[]>> = [];
	const thank = (items: INodeExecutionData[]) => {
		const event = items[0]?.json as { event: string; data: { external_id: string } };
		if (event.event !== 'card.delivered') return;
		const { external_id: id } = event.data;
		thanks.push(
			order({
				parameters: { ...parameters, options: { orderOnLetterEvents: true } },
				credential,
				items: [{ json: { name: `Da parte de ${id}`, id: `${id}-thanks` } }],
				letterTrigger: 'starts',
			}),
		);
	};
	const trigger = await startTrigger({
		parameters: { events: ['card.shipped', 'card.delivered'] },
		credential,
		database: {
			storeExecution: async (items) => {
				thank(items);
				await Promise.resolve();
			},
		},
	});
	await sandbox.control('PUT', '/receivers/main', {
		url: trigger.url,
		events: ['card.shipped', 'card.delivered'],
	});
	const items = NAMES.map((name) => ({ json: { name, id: `order-${name}` } }));
	for (const id of await order({ parameters, credential, items })) {
		await sandbox.control('POST', `/cards/${id}/advance`, { to: 'delivered' });
	}
	await until('both letters of thanks', () => Promise.resolve(thanks.length >= NAMES.length));
	await Promise.all(thanks);
	await trigger.close();
}

// n8n's engine leaves timers behind.
main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
