#!/usr/bin/env node
/**
 * Stands in for npm on n8n's PATH: hands out the packages listed in packages.json beside it, as the
 * registry would. Everything but that is done by the npm that comes next on the PATH.
 */
const { spawnSync } = require('node:child_process');
const { copyFileSync, readFileSync } = require('node:fs');
const { basename, delimiter, join } = require('node:path');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { name, latest, tarballs, views } = readJson(join(__dirname, 'packages.json'));

/** n8n names a package as "name@version" or "name@tag". */
function specifierOf(text) {
	if (!text.startsWith(`${name}@`)) fail(`npm error code E404: there is only ${name}, not ${text}`);
	return text.slice(name.length + 1);
}

function fail(text) {
	console.error(text);
	process.exit(1);
}

function found(table, specifier) {
	return table[specifier] ?? fail(`npm error code E404: there is no ${name}@${specifier}`);
}

const [command, ...args] = process.argv.slice(2);
if (command === 'view') {
	console.log(JSON.stringify(found(views, specifierOf(args[0]))));
} else if (command === 'pack') {
	const specifier = specifierOf(args[0]);
	const tarball = found(tarballs, specifier === 'latest' ? latest : specifier);
	copyFileSync(tarball, basename(tarball));
	console.log(basename(tarball));
} else if (command === 'outdated') {
	const current = readJson('package.json').dependencies[name];
	if (current !== undefined && current !== latest) {
		console.log(JSON.stringify({ [name]: { current, wanted: latest, latest } }));
		process.exit(1);
	}
} else {
	const PATH = process.env.PATH.split(delimiter).filter((folder) => folder !== __dirname);
	const env = { ...process.env, PATH: PATH.join(delimiter) };
	process.exit(spawnSync('npm', [command, ...args], { env, stdio: 'inherit' }).status ?? 1);
}
