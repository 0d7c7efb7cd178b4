/** Builds the sandbox into dist/: the program in one file, and what it serves beside it. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
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

/** What the page at /docs loads; the rest of the library's files it does not use. */
const DOCS_FILES = [
	'favicon-16x16.png',
	'favicon-32x32.png',
	'index.css',
	'swagger-ui-bundle.js',
	'swagger-ui-standalone-preset.js',
	'swagger-ui.css',
];

/** What is not bundled: native code, which npm fetches for the machine at hand. */
const { dependencies = {} } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));

const bundleProgram = () =>
	build({
		entryPoints: { sandbox: join(here, 'src/main.ts') },
		outdir: dist,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20.19',
		minifySyntax: true,
		minifyWhitespace: true,
		legalComments: 'none',
		metafile: true,
		external: Object.keys(dependencies),
		banner: { js: '#!/usr/bin/env node' },
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
	for (const name of ['index', 'types']) {
		const fileName = join(here, 'src/library', `${name}.ts`);
		const { outputText, diagnostics = [] } = ts.transpileDeclaration(await readFile(fileName, 'utf8'), {
			fileName,
			reportDiagnostics: true,
		});
		for (const { messageText } of diagnostics)
			throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
		await writeFile(join(dist, `${name}.d.ts`), outputText);
	}
}

/** The licences of all that is bundled, which want to be handed on with it. */
async function writeLicences(inputs) {
	const folders = new Set(
		inputs.map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0]),
	);
	folders.delete(undefined);
	const texts = [];
	for (const folder of [...folders].sort()) {
		const place = join(process.cwd(), folder);
		const { name, version, license } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
		const file = (await readdir(place)).find((entry) => /^licen[cs]e/i.test(entry));
		const text = file === undefined ? '' : (await readFile(join(place, file), 'utf8')).trim();
		texts.push(`${name} ${version} (${license})\n\n${text}\n`);
	}
	// Shipped inside @fastify/swagger-ui; TypeScript's licence is the same text.
	const apache = await readFile(require.resolve('typescript/LICENSE.txt'), 'utf8');
	texts.push(`swagger-ui (Apache-2.0), https://github.com/swagger-api/swagger-ui\n\n${apache.trim()}\n`);
	await writeFile(join(dist, 'THIRD_PARTY_LICENSES.txt'), texts.join(`\n${'-'.repeat(72)}\n\n`));
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

async function copyDocsPage() {
	const from = join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static');
	for (const name of DOCS_FILES) await cp(join(from, name), join(dist, 'docs', name));
}

await rm(dist, { recursive: true, force: true });
const [program, page] = await Promise.all([
	bundleProgram(),
	bundleConsole(),
	copyConsolePage(),
	copyFonts(),
	copyDocsPage(),
]);
await declareTypes();
await writeLicences([program, page].flatMap(({ metafile }) => Object.keys(metafile.inputs)));
