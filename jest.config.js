const { availableParallelism } = require('node:os');

/**
 * `npm test` runs unit, explore and integration, without an n8n. What the others need is said by their folders:
 * see CONTRIBUTING.md (Tests in a real n8n).
 */
const shared = {
	testEnvironment: 'node',
	// Looked up in a test's context, it is slow enough to be most of what drawing a letter takes.
	sandboxInjectedGlobals: ['Math'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	// A dynamic import names the compiled file.
	moduleNameMapper: { '(.*/check/checkLetters)\\.js$': '$1' },
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/build/', '<rootDir>/tools/n8n/versions/'],
};

/** Packages that are loaded once per worker, for all test files: see test/support/environment.ts. */
const PACKAGES =
	'/node_modules/(@n8n|n8n-core|n8n-workflow|@fastify|abstract-level|ajv|ajv-formats|classic-level|commander|fast-check|fastify|fastify-type-provider-zod|fastq|heap-js|lossless-json|luxon|reflect-metadata|undici|upng-js|yaml|zod)/';
const quick = {
	...shared,
	testEnvironment: '<rootDir>/test/support/environment.ts',
	sandboxInjectedGlobals: [],
	transform: { ...shared.transform, [PACKAGES]: '<rootDir>/test/support/sharedPackages.cjs' },
	transformIgnorePatterns: [],
};

/** The explorer puts wrong functions in place of exported ones, which SWC does not let anybody do. */
const replaceable = {
	...quick,
	transform: { ...quick.transform, '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
};

/** Files that ask for an n8n that is kept for them: one for each generation in a run of jest. */
const withN8n = {
	...shared,
	globalSetup: '<rootDir>/test/support/keepN8n.ts',
	globalTeardown: '<rootDir>/test/support/endN8n.ts',
	setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts'],
};

module.exports = {
	// Many tests wait for a service that is slow on purpose: with a worker per core, cores would stand idle.
	maxWorkers: 2 * availableParallelism(),
	// A limit for tests that hang, generous for a busy machine; none that measures.
	testTimeout: 600_000,
	projects: [
		{
			...quick,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/unit/!(explore)/**/*.test.ts'],
		},
		{ ...replaceable, displayName: 'explore', testMatch: ['<rootDir>/test/unit/explore/*.test.ts'] },
		{
			...quick,
			displayName: 'integration',
			testMatch: ['<rootDir>/test/integration/**/*.test.ts'],
			setupFiles: ['<rootDir>/tools/engine/setup.ts'],
		},
		{ ...shared, displayName: 'browser', testMatch: ['<rootDir>/test/browser/*.test.ts'] },
		{ ...withN8n, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.test.ts'] },
		{
			...withN8n,
			displayName: 'e2e-n8n-1',
			testMatch: ['<rootDir>/test/e2e/both/*.test.ts'],
			globals: { n8nMajor: 1 },
		},
		{ ...withN8n, displayName: 'editor', testMatch: ['<rootDir>/test/editor/*.test.ts'] },
		{ ...shared, displayName: 'install', testMatch: ['<rootDir>/test/install/*.test.ts'] },
		{
			...shared,
			displayName: 'install-n8n-1',
			testMatch: ['<rootDir>/test/install/*.test.ts'],
			globals: { n8nMajor: 1 },
		},
		{ ...shared, displayName: 'queue', testMatch: ['<rootDir>/test/queue/*.test.ts'] },
		{ ...shared, displayName: 'queue-kills', testMatch: ['<rootDir>/test/queue/heavy/*.test.ts'] },
		{ ...withN8n, displayName: 'root', testMatch: ['<rootDir>/test/root/*.test.ts'] },
		{ ...shared, displayName: 'package', testMatch: ['<rootDir>/test/package/*.test.ts'] },
	],
};
