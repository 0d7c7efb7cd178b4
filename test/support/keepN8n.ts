/** Before the first file of a run of jest that needs n8n: somebody to keep it, for `endN8n.ts`. */
import { N8nKeeper } from '../../tools/n8n/scenes/keptN8n';

export default async function keepN8n(): Promise<void> {
	(globalThis as { keeper?: N8nKeeper }).keeper = await N8nKeeper.start();
}
