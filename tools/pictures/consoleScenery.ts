/** Fills a sandbox with the sample letters, spread over all statuses, as a busy week leaves them. */
import type { CardStatus } from '../../nodes/contract/contract';
import { stepsTo } from '../../sandbox/src/cards/lifecycle';
import { SAMPLE_ORDERS } from '../../sandbox/src/cards/sampleOrders';
import type { SandboxClient } from '../sandboxClient';

const STEP_SECONDS = 2.75 * 3600;

/** Where each sample order has got to by the end, the latest order last. */
const ENDS: readonly CardStatus[] = [
	'in_transit',
	'returned',
	'returned',
	'delivered',
	'delivered',
	'posted',
	'in_transit',
	'posted',
	'writing',
	'queued',
	'writing',
	'queued',
];

/** The ids of the letters, in the order of the sample orders. */
export async function setScene(sandbox: SandboxClient): Promise<string[]> {
	const ids: string[] = [];
	for (const [i, letter] of SAMPLE_ORDERS.entries()) {
		const id = await sandbox.order(letter, `sample-${i + 1}`);
		ids.push(id);
		for (const to of stepsTo('queued', ENDS[i] ?? 'queued')) {
			await sandbox.control('PUT', '/clock', { advanceSeconds: STEP_SECONDS });
			await sandbox.control('POST', `/cards/${id}/advance`, { to });
		}
		await sandbox.control('PUT', '/clock', { advanceSeconds: STEP_SECONDS / 3 });
	}
	return ids;
}
