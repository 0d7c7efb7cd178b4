/** Examples in use, as their users see them: a check, letters that wait for approval, a ledger after weeks. */
import { SAMPLE_ORDERS } from '../../sandbox/src/cards/sampleOrders';
import type { Clock } from '../../sandbox/src/time/clock';
import { ExampleWorkflow } from '../n8n/exampleRun';
import { nextPage } from '../n8n/forms';
import type { Workflow } from '../n8n/n8nClient';
import type { Scene } from '../n8n/scene';
import { until } from '../waiting';

const SILENT_DAYS = 14;
const LATER_DAYS = 20;
const DAY_SECONDS = 86_400;

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

/** Gives the address of the page that asks for approval. */
export async function askForApproval(scene: Scene): Promise<string> {
	const workflow = await ExampleWorkflow.create(scene, 'approve-before-it-leaves');
	await workflow.activate();
	const columns = ['order', 'name', 'street', 'complement', 'city', 'state', 'zip', 'message', 'style'];
	const shown = rows.filter((_, index) => index < 2 || index === WITH_ZERO);
	const lines = shown.map(({ external_id: order, ...row }, index) => {
		const cells: Record<string, string> = { order, ...row };
		if (index === 2) cells.zip = withoutZero(row.zip);
		return columns.map((column) => `"${String(cells[column]).replaceAll('"', '""')}"`).join(',');
	});
	const file = new File([[columns.join(','), ...lines].join('\n')], 'cartas.csv', { type: 'text/csv' });
	const waiting = (await workflow.submit('Upload a Spreadsheet', { Spreadsheet: file })) ?? '';
	await nextPage(waiting);
	return waiting;
}

/** The ledger three weeks later: one order of each kind that its report knows. */
export async function fillLedger(scene: Scene, clock: Clock): Promise<ExampleWorkflow> {
	const today = new Date(clock.now() + LATER_DAYS * DAY_SECONDS * 1000).toISOString();
	const orders = rows.map((row, index) =>
		index === WITH_ZERO ? { ...row, zip: withoutZero(row.zip) } : row,
	);
	const settings = { letters_per_month: 200, silent_days: SILENT_DAYS, today };
	const workflow = await ExampleWorkflow.create(scene, 'letter-ledger', {
		changes: {
			Settings: { jsonOutput: JSON.stringify(settings) },
			'New Orders': { jsonOutput: JSON.stringify({ orders }) },
		},
	});
	await workflow.listen('Letter Event');
	await workflow.run('Start');
	const letters = await scene.sandbox.cards();
	const advance = async (index: number, to: string): Promise<void> => {
		const letter = letters.find(({ external_id }) => external_id === rows[index]?.external_id);
		await scene.sandbox.control('POST', `/cards/${String(letter?.id)}/advance`, { to });
	};
	await advance(0, 'delivered');
	await advance(1, 'posted');
	await advance(2, 'returned');
	await advance(6, 'delivered');
	await orderAgain(scene, 4);
	clock.advance(LATER_DAYS * DAY_SECONDS);
	await advance(3, 'posted');
	await until('all events to be delivered', async () => {
		const path = '/deliveries';
		const { deliveries } = await scene.sandbox.control<{ deliveries: Array<{ status: string }> }>(
			'GET',
			path,
		);
		return deliveries.every(({ status }) => status === 'delivered');
	});
	await until('all executions to end', async () => (await workflow.unfinished()) === 0);
	return workflow;
}

/** What the ledger warns of: another program orders a letter under an External ID that has one. */
async function orderAgain(scene: Scene, index: number): Promise<void> {
	const { to } = SAMPLE_ORDERS[index] ?? {};
	const { message, external_id } = rows[index] ?? {};
	await scene.sandbox.order({ to, message, external_id }, 'of another program');
}
