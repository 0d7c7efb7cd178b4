/**
 * Known vulnerabilities in what is published: what is bundled into the sandbox. The nodes have no
 * dependencies. Build first. What only builds and tests is left to Dependabot.
 *
 * Without an answer of the registry it passes, because a change can be tested offline; with `--release` it
 * fails.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const notices = readFileSync('sandbox/dist/THIRD_PARTY_LICENSES.txt', 'utf8');
const { vulnerabilities, message } = audit();
if (vulnerabilities === undefined) {
	console.log(`The registry does not say what is vulnerable: ${message ?? 'no reason given'}`);
	process.exit(process.argv.includes('--release') ? 1 : 0);
}

const isPublished = (path) => {
	const { version, dev, devOptional } = packages[path];
	const [, name] = path.split(/(?:^|\/)node_modules\/(?!.*node_modules\/)/);
	// A workspace is listed for what it only builds with.
	if (name === undefined) return false;
	return !(dev || devOptional) || notices.split('\n').some((line) => line.startsWith(`${name} ${version} (`));
};
const found = Object.values(vulnerabilities).filter(({ nodes }) => nodes.some(isPublished));
for (const { name, severity, range } of found) console.error(`${name} ${range} (${severity}) is published`);
if (found.length > 0) process.exit(1);
console.log('Nothing that is published is known to be vulnerable.');

/** npm exits with 1 when it finds something, and when it cannot ask. */
function audit() {
	try {
		return JSON.parse(execFileSync('npm', ['audit', '--json'], { encoding: 'utf8', stdio: 'pipe' }));
	} catch (error) {
		return JSON.parse(error.stdout);
	}
}
