/**
 * The rules by which n8n judges a community package, taken from its official scanner: the one place
 * where `npm run lint` and `npm run test:package` get them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The scanner makes a temporary folder as soon as it is loaded, and leaves it behind. Its rules
 * take every file for a sample of their own tests where NODE_ENV is `test`, as jest sets it.
 */
async function loadScanner() {
	const { TMPDIR, NODE_ENV } = process.env;
	const folder = mkdtempSync(join(tmpdir(), 'scanner-'));
	Object.assign(process.env, { TMPDIR: folder, NODE_ENV: '' });
	try {
		const scanner = await import('@n8n/scan-community-package/scanner/scanner.mjs');
		return { rules: await scanner.buildScanConfig(), sourceFiles: scanner.SOURCE_FILE_PATTERNS };
	} finally {
		restore({ TMPDIR, NODE_ENV });
		rmSync(folder, { recursive: true, force: true });
	}
}

function restore(variables) {
	for (const [name, value] of Object.entries(variables)) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
}

const scanner = await loadScanner();

export const scannerRules = scanner.rules;

/** What the scanner reads of the repository that the package was built from. */
export const sourceFiles = scanner.sourceFiles;

/** What it reads of the published tarball (its `analyzePackageByName`). */
export const packedFiles = ['**/*.js', 'package.json'];
