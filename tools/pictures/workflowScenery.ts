/** Letters that are checked, as the user of an example sees them. */
import { SAMPLE_ORDERS } from '../../sandbox/src/cards/sampleOrders';
import { ExampleWorkflow } from '../n8n/exampleRun';
import type { Workflow } from '../n8n/n8nClient';
import type { Scene } from '../n8n/scene';

/** Letters of a shop, one row each. */
const rows = SAMPLE_ORDERS.slice(0, 7).map(({ to, message, style }, index) => ({
	external_id: `pedido-${20871 + index}`,
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
export const CHECK = 'Send Letter';

/** A letter to correct, then some that are fine, two of them to the same address. */
export async function createCheck(scene: Scene, orderingMode = 'check'): Promise<Workflow> {
	const zip = withoutZero(rows[WITH_ZERO]?.zip ?? '');
	const letters = [
		{ ...rows[WITH_ZERO], zip },
		rows[1],
		{ ...rows[1], external_id: 'pedido-20880', name: 'Família Brandão' },
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

/** Three letters that are fine: a check draws them. */
export async function createGoodCheck(scene: Scene): Promise<Workflow> {
	const letters = [rows[1], rows[0], rows[2]].map((row) => ({ ...row, order: row?.external_id }));
	const { workflow } = await ExampleWorkflow.create(scene, 'send-three-letters', {
		changes: {
			Recipients: { jsonOutput: JSON.stringify({ letters }) },
			[CHECK]: { orderingMode: 'check', message: '={{ $json.message }}' },
		},
	});
	return workflow;
}
