/** Builds the sandbox into dist/: the program in one file, and what it serves beside it. */
import { access, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');

/** The console's faces; each package brings its licence (OFL 1.1), which is served beside it. */
const FONTS = {
	'instrument-sans': '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
	'geist-mono': '@fontsource/geist-mono/files/geist-mono-latin-400-normal.woff2',
	casual: '@fontsource/nothing-you-could-do/files/nothing-you-could-do-latin-400-normal.woff2',
	elegant: '@fontsource/alex-brush/files/alex-brush-latin-400-normal.woff2',
	classic: '@fontsource/playwrite-br/files/playwrite-br-latin-400-normal.woff2',
	playful: '@fontsource/indie-flower/files/indie-flower-latin-400-normal.woff2',
};

/** What the page at /docs loads, and the licences of what is bundled in it. */
const DOCS_FILES = [
	'favicon-32x32.png',
	'swagger-ui-bundle.js',
	'swagger-ui-bundle.js.LICENSE.txt',
	'swagger-ui.css',
];

/** The one package without a file for its licence: its package.json names the licence and the author. */
const WITHOUT_FILE = { 'abstract-logging': 'James Sumners' };

const { engines } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));

/** Nothing here asks zod for another language than English. */
const withoutLocales = {
	name: 'without-locales',
	setup({ onLoad }) {
		const filter = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.c?js$/;
		onLoad({ filter }, () => ({ contents: 'export {};' }));
	},
};

/**
 * Test runners put timers of their own in the place of these, which stand still until the test moves them.
 * The program takes the real ones before any of its code, and that of its packages, looks for them.
 */
const REAL_TIMERS = [
	"const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = require('node:timers');",
	"const { performance } = require('node:perf_hooks');",
	'const { queueMicrotask } = globalThis;',
	'const realNextTick = process.nextTick.bind(process);',
].join('\n');

const OLDEST_NODE = engines.node.replace('>=', '');
/** Before anything that an older Node does not have: its user reads one line in place of a stack. */
const NODE_CHECK = `{
	const [oldest, here] = ['${OLDEST_NODE}', process.versions.node].map((version) => version.split('.').map(Number));
	if (here[0] < oldest[0] || (here[0] === oldest[0] && here[1] < oldest[1])) {
		const message = \`handwritten-letters-sandbox needs Node ${OLDEST_NODE} or newer; this is Node \${here.join('.')}.\`;
		if (require.main !== module) throw new Error(message);
		console.error(message);
		process.exit(1);
	}
}`;

const bundleProgram = () =>
	build({
		entryPoints: { sandbox: join(here, 'src/main.ts') },
		outdir: dist,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20.19',
		minify: true,
		// For stack traces.
		keepNames: true,
		legalComments: 'none',
		metafile: true,
		plugins: [withoutLocales],
		banner: { js: ['#!/usr/bin/env node', NODE_CHECK, REAL_TIMERS].join('\n') },
		define: { 'process.nextTick': 'realNextTick' },
		logLevel: 'warning',
	});

const bundleConsole = () =>
	build({
		entryPoints: { console: join(here, 'console/main.tsx') },
		outdir: join(dist, 'console'),
		bundle: true,
		minify: true,
		sourcemap: false,
		target: 'es2023',
		metafile: true,
		external: ['/console/fonts/*'],
		logLevel: 'warning',
	});

/** The types of the library, which name no other package. */
async function declareTypes() {
	for (const name of ['index', 'signature', 'types']) {
		const fileName = join(here, 'src/library', `${name}.ts`);
		const { outputText, diagnostics = [] } = ts.transpileDeclaration(await readFile(fileName, 'utf8'), {
			fileName,
			reportDiagnostics: true,
		});
		for (const { messageText } of diagnostics)
			throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
		await writeFile(join(dist, `${name}.d.ts`), outputText);
	}
	const { components } = await controlDocument();
	const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components };
	const written = astToString(await openapiTS(document));
	await writeFile(join(dist, 'schemas.d.ts'), `${written}export type Schemas = components['schemas'];\n`);
}

/** As the program that has just been built serves it. */
async function controlDocument() {
	const sandbox = await require(join(dist, 'sandbox.js')).createSandbox();
	try {
		return await (await fetch(`${sandbox.origin}/_sandbox/openapi.json`)).json();
	} finally {
		await sandbox.close();
	}
}

/** The table of the options, which the program's help shows too. */
async function writeOptions() {
	const outfile = join(dist, 'options.cjs');
	const contents = "export { referenceRows } from './src/cli/startOptions';";
	await build({
		stdin: { contents, resolveDir: here },
		outfile,
		bundle: true,
		platform: 'node',
		format: 'cjs',
	});
	const rows = require(outfile).referenceRows().join('\n');
	await rm(outfile);
	const page = join(here, 'REFERENCE.md');
	const text = await readFile(page, 'utf8');
	await writeFile(
		page,
		text.replace(/^\| `--.*(\n\| `--.*)*/m, () => rows),
	);
}

/** The licences and notices of all that is bundled or copied, which want to be handed on with it. */
async function writeLicences(inputs) {
	const folders = new Set(
		inputs.map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0]),
	);
	folders.delete(undefined);
	const places = [...folders].map((folder) => join(process.cwd(), folder));
	places.push(dirname(require.resolve('swagger-ui-dist/package.json')));
	const texts = [];
	for (const place of places.sort()) {
		const { name, version, license } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
		texts.push(`${name} ${version} (${license})\n\n${await noticesIn(place, name)}\n`);
	}
	await writeFile(join(dist, 'THIRD_PARTY_LICENSES.txt'), texts.join(`\n${'-'.repeat(72)}\n\n`));
}

/** @throws when there is none: nothing is handed on without its licence */
async function noticesIn(place, name) {
	const files = (await readdir(place)).filter((entry) => /^(licen[cs]e|notice|copying)/i.test(entry)).sort();
	const texts = await Promise.all(
		files.map(async (file) => (await readFile(join(place, file), 'utf8')).trim()),
	);
	const author = WITHOUT_FILE[name];
	if (texts.length === 0 && author !== undefined) texts.push(await mitOf(author));
	const text = texts.join('\n\n');
	if (text === '')
		throw new Error(`${name} has no licence to hand on: look for it, and name it in build.mjs.`);
	return text;
}

/** The text of the licence, which is the same for all, under that author's name. */
async function mitOf(author) {
	const text = await readFile(join(here, 'LICENSE'), 'utf8');
	return text.trim().replace(/^Copyright .*$/m, `Copyright (c) ${author}`);
}

/** @throws when a file refers to one for its licence that is not there */
async function checkReferences() {
	for (const name of await readdir(dist, { recursive: true })) {
		if (!/\.(js|css)$/.test(name)) continue;
		const text = await readFile(join(dist, name), 'utf8');
		for (const [, file] of text.matchAll(/license information please see (\S+)/g)) {
			await access(join(dist, dirname(name), file)).catch(() => {
				throw new Error(`${name} refers to ${file} for licences, which is not in the build.`);
			});
		}
	}
}

async function copyConsolePage() {
	for (const name of ['index.html', 'icon.svg'])
		await cp(join(here, 'console', name), join(dist, 'console', name));
}

async function copyFonts() {
	const folder = join(dist, 'console', 'fonts');
	await mkdir(folder, { recursive: true });
	for (const [name, file] of Object.entries(FONTS)) {
		const path = require.resolve(file);
		await cp(path, join(folder, `${name}.woff2`));
		await cp(join(dirname(path), '..', 'LICENSE'), join(folder, `${name}.LICENSE.txt`));
	}
}

/** The data folder's native code, a build for each machine: its loader looks beside the program. */
async function copyDatabase() {
	const from = dirname(require.resolve('classic-level/package.json'));
	await cp(join(from, 'prebuilds'), join(dist, 'prebuilds'), { recursive: true });
}

async function copyDocsPage() {
	const from = dirname(require.resolve('swagger-ui-dist/package.json'));
	for (const name of DOCS_FILES) await cp(join(from, name), join(dist, 'docs', name));
}

await rm(dist, { recursive: true, force: true });
const [program, page] = await Promise.all([
	bundleProgram(),
	bundleConsole(),
	copyConsolePage(),
	copyFonts(),
	copyDatabase(),
	copyDocsPage(),
]);
await declareTypes();
await writeOptions();
await writeLicences([program, page].flatMap(({ metafile }) => Object.keys(metafile.inputs)));
await checkReferences();
