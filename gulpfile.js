/** Builds the published package into dist/ and the local tools (sandbox, demo, test support) into build/. */
const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
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
const codex = () => src('nodes/**/*.node.json', { encoding: false }).pipe(dest('dist/nodes'));

exports.clean = clean;
exports.package = series(clean, parallel(compilePackage, icons, codex));
exports.default = series(clean, parallel(compilePackage, compileTools, icons, codex));
