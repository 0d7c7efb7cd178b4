/**
 * Judges the package as n8n's official scanner will after publishing: its rules on the sources and
 * on the packed tarball, inline disables ignored. Stricter in one thing: a warning also fails.
 *
 *     npm run test:package                builds first, and runs the tests of the package
 *     node test/package/scan.mjs FOLDER   a built package elsewhere
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { ESLint } from 'eslint';

import { packedFiles, scannerRules, sourceFiles } from './scannerRules.mjs';

/** Gives true when nothing was found. */
async function isClean(title, folder, files) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: scannerRules,
	});
	const results = await eslint.lintFiles(files);
	const sum = (field) => results.reduce((total, result) => total + result[field], 0);
	const [errors, warnings] = [sum('errorCount'), sum('warningCount')];
	console.log(`${title}: ${results.length} files, ${errors} errors, ${warnings} warnings`);
	if (errors + warnings === 0) return true;
	console.log((await eslint.loadFormatter('stylish')).format(results));
	return false;
}

function unpack(project, folder) {
	const npm = (...args) =>
		execFileSync('npm', args, { cwd: project, encoding: 'utf8', shell: process.platform === 'win32' });
	const [{ filename }] = JSON.parse(
		npm('pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder),
	);
	execFileSync('tar', ['-xzf', filename], { cwd: folder });
	return join(folder, 'package');
}

const project = resolve(process.argv[2] ?? '.');
const folder = mkdtempSync(join(tmpdir(), 'packed-'));
try {
	const clean = [
		await isClean('sources', project, sourceFiles),
		await isClean('tarball', unpack(project, folder), packedFiles),
	];
	process.exitCode = clean.includes(false) ? 1 : 0;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
