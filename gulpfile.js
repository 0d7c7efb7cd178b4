/**
 * Builds the published package into dist/, and the local tools (sandbox with its console, demo, test
 * support) into build/.
 */
const { execFile } = require('node:child_process');
const { cp, mkdir, rm } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const { dest, parallel, series, src } = require('gulp');

const compile = (project) => (done) => {
	execFile(
		process.execPath,
		[require.resolve('typescript/bin/tsc'), '--project', project],
		(error, output) => {
			if (output) process.stdout.write(output);
			done(error ? new Error(`tsc found errors in ${project}`) : undefined);
		},
	);
};
const named = (name, task) => Object.assign(task, { displayName: name });

const clean = () => Promise.all(['dist', 'build'].map((path) => rm(path, { recursive: true, force: true })));
const compilePackage = named('compile package', compile('tsconfig.package.json'));
const compileTools = named('compile tools', compile('tsconfig.tools.json'));
/** Pictures are bytes: without `encoding: false` gulp 5 would read them as text. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
/** The codex, and what each operation gives: n8n's editor offers the fields before the first run. */
const descriptions = () => src('nodes/**/*.json', { encoding: false }).pipe(dest('dist/nodes'));

const CONSOLE = 'build/sandbox/console';
/** The console's faces; each package brings its licence (OFL 1.1), which is served beside it. */
const FONTS = {
	'instrument-sans': '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
	'geist-mono': '@fontsource/geist-mono/files/geist-mono-latin-400-normal.woff2',
	casual: '@fontsource/nothing-you-could-do/files/nothing-you-could-do-latin-400-normal.woff2',
	elegant: '@fontsource/alex-brush/files/alex-brush-latin-400-normal.woff2',
	classic: '@fontsource/playwrite-br/files/playwrite-br-latin-400-normal.woff2',
	playful: '@fontsource/indie-flower/files/indie-flower-latin-400-normal.woff2',
};

const bundleConsole = named('bundle console', () =>
	require('esbuild').build({
		entryPoints: { console: 'sandbox/console/main.tsx' },
		outdir: CONSOLE,
		bundle: true,
		minify: true,
		sourcemap: false,
		target: 'es2023',
		external: ['/console/fonts/*'],
		logLevel: 'warning',
	}),
);
const consolePage = () => src('sandbox/console/*.{html,svg}', { encoding: false }).pipe(dest(CONSOLE));
const consoleFonts = named('console fonts', async () => {
	const folder = join(CONSOLE, 'fonts');
	await mkdir(folder, { recursive: true });
	for (const [name, file] of Object.entries(FONTS)) {
		const path = require.resolve(file);
		await cp(path, join(folder, `${name}.woff2`));
		await cp(join(dirname(path), '..', 'LICENSE'), join(folder, `${name}.LICENSE.txt`));
	}
});
const buildConsole = parallel(bundleConsole, consolePage, consoleFonts);

exports.clean = clean;
exports.console = buildConsole;
exports.package = series(clean, parallel(compilePackage, icons, descriptions));
exports.default = series(
	clean,
	parallel(compilePackage, compileTools, buildConsole, icons, descriptions),
);
