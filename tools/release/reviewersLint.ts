/**
 * Lints what is published as n8n's reviewers do: `n8n-node lint` and `n8n-node cloud-support`, with n8n's own
 * configuration, in a folder of their own. They refuse a configuration such as ours, and n8n's rules are not
 * for tests, tools and the sandbox.
 */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { cachedFolder } from '../n8n/install/install';
import { npm, npmEnv } from '../n8n/install/npm';
import { projectRoot } from '../n8n/paths';
import { runToEnd } from '../n8n/process/childProcess';

const MANIFEST = join(projectRoot, 'tools', 'release', 'node-cli');
const PUBLISHED = ['package.json', 'nodes', 'credentials', 'icons'];
/** As n8n's template has it, word for word: both commands compare it. */
const CONFIGURATION = "import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n";

/** n8n's tool with all that it needs: once per lockfile, beside the installations of n8n. */
async function installed(): Promise<string> {
	const folder = await cachedFolder(MANIFEST, 'node-cli');
	if (existsSync(folder)) return folder;
	console.log(`Installing n8n's tool for nodes, once, into ${folder} (700 MB)`);
	const draft = await mkdtemp(`${folder}-`);
	await cp(MANIFEST, draft, { recursive: true });
	await runToEnd(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
		cwd: draft,
		env: npmEnv(),
		logFile: join(draft, 'npm.log'),
	});
	await rename(draft, folder);
	return folder;
}

async function lint(folder: string): Promise<string> {
	const modules = join(await installed(), 'node_modules');
	for (const name of PUBLISHED) await cp(join(projectRoot, name), join(folder, name), { recursive: true });
	await writeFile(join(folder, 'eslint.config.mjs'), CONFIGURATION);
	await symlink(modules, join(folder, 'node_modules'), 'dir');
	const program = join(modules, '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
	const logFile = join(folder, 'n8n-node.log');
	for (const command of ['lint', 'cloud-support']) {
		await runToEnd(process.execPath, [program, command], { cwd: folder, env: npmEnv(), logFile });
	}
	return await readFile(logFile, 'utf8');
}

async function main(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'reviewers-lint-'));
	try {
		const said = await lint(folder);
		console.log(said);
		// It ends well also where it finds that n8n Cloud would not take the package.
		if (!/Cloud support is \S*ENABLED/.test(said)) process.exitCode = 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
