/** After the last file of a run of jest that needs n8n: it is ended. */
import type { N8nKeeper } from '../../tools/n8n/scenes/keptN8n';

export default async function endN8n(): Promise<void> {
	await (globalThis as { keeper?: N8nKeeper }).keeper?.stop();
}
