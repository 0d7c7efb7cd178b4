/**
 * Builds the published package into dist/, the sandbox's into sandbox/dist/, the local tools (demo, benchmarks,
 * test support) into build/, and the example workflows that are made of TypeScript into examples/.
 */
const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { join } = require('node:path');
const { dest, parallel, series, src } = require('gulp');

const { writeOutputSchemas } = require('./tools/outputSchemas');

const run = (program, fault) => (done) => {
	execFile(process.execPath, program, (error, output, errors) => {
		if (output || errors) process.stdout.write(output + errors);
		done(error ? new Error(fault) : undefined);
	});
};
const compile = (project) =>
	run([require.resolve('typescript/bin/tsc'), '--project', project], `tsc found errors in ${project}`);
const named = (name, task) => Object.assign(task, { displayName: name });

/** It takes up to a minute, and `npm run demo` would say nothing meanwhile. */
const announce = (done) => {
	console.log('Building …');
	done();
};
const clean = () =>
	Promise.all(['dist', 'build', 'sandbox/dist'].map((path) => rm(path, { recursive: true, force: true })));
const compilePackage = named('compile package', compile('tsconfig.package.json'));
const compileTools = named('compile tools', compile('tsconfig.tools.json'));
/** Pictures are bytes: without `encoding: false` gulp 5 would read them as text. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
/** The codex files. */
const descriptions = () =>
	src(['nodes/**/*.json', '!nodes/**/picture/*.json'], { encoding: false }).pipe(dest('dist/nodes'));
const outputSchemas = (done) => {
	writeOutputSchemas(join(__dirname, 'dist'));
	done();
};

const examples = named(
	'make examples',
	run(['build/tools/examples/main.js'], 'build/tools/examples/main.js failed'),
);

/** A package of its own, with a build of its own. */
const buildSandbox = named('build sandbox', run(['sandbox/build.mjs'], 'sandbox/build.mjs failed'));

exports.default = series(
	announce,
	clean,
	parallel(compilePackage, series(compileTools, examples), buildSandbox, icons, descriptions),
	outputSchemas,
);
