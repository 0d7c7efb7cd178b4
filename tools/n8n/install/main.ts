/** Installs the n8n that a manifest names, by default that of n8n 2: `node build/tools/n8n/install/main.js FOLDER`. */
import { ensureN8n } from './install';

ensureN8n({ manifest: process.argv[2] }).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
