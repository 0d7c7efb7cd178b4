const { availableParallelism } = require('node:os');

/**
 * `npm test` runs unit, explore and integration. `npm run test:e2e` needs a real n8n and runs alone: every
 * suite on n8n 2, and what both generations must do also on n8n 1. `npm run test:queue` also needs
 * Redis and PostgreSQL, and so does the project queue-kills, which takes some minutes. `npm run test:browser` needs a
 * Chromium, `npm run test:editor` both a Chromium and n8n 2, `npm run test:install` a Chromium and both
 * generations, `npm run test:root` root on Linux and n8n 2.
 */
const shared = {
	testEnvironment: 'node',
	// Looked up in a test's context, it is slow enough to be most of what drawing a letter takes.
	sandboxInjectedGlobals: ['Math'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/build/', '<rootDir>/tools/n8n/versions/'],
};

/** The explorer puts wrong functions in place of exported ones, which SWC does not let anybody do. */
const replaceable = { ...shared, transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] } };

module.exports = {
	// Many tests wait for a service that is slow on purpose: with a worker per core, cores would stand idle.
	maxWorkers: 2 * availableParallelism(),
	// A limit for tests that hang, generous for a busy machine; none that measures.
	testTimeout: 30_000,
	projects: [
		{
			...shared,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/unit/!(explore)/**/*.test.ts'],
		},
		{ ...replaceable, displayName: 'explore', testMatch: ['<rootDir>/test/unit/explore/*.test.ts'] },
		{
			...shared,
			displayName: 'integration',
			testMatch: ['<rootDir>/test/integration/**/*.test.ts'],
			setupFiles: ['<rootDir>/tools/engine/setup.ts'],
		},
		{ ...shared, displayName: 'browser', testMatch: ['<rootDir>/test/browser/*.test.ts'] },
		{ ...shared, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/*.test.ts'] },
		{
			...shared,
			displayName: 'e2e-n8n-1',
			testMatch: [
				'<rootDir>/test/e2e/{agents,attacks,campaign,checking,examples,hostileInput,identity,letterEvents,n8n,notMeant,orderingMode,sandbox,sending,thrownAway,waitingPages,whoOrders}.test.ts',
			],
			globals: { n8nMajor: 1 },
		},
		{ ...shared, displayName: 'editor', testMatch: ['<rootDir>/test/editor/*.test.ts'] },
		{ ...shared, displayName: 'install', testMatch: ['<rootDir>/test/install/*.test.ts'] },
		{
			...shared,
			displayName: 'install-n8n-1',
			testMatch: ['<rootDir>/test/install/*.test.ts'],
			globals: { n8nMajor: 1 },
		},
		{ ...shared, displayName: 'queue', testMatch: ['<rootDir>/test/queue/*.test.ts'] },
		{ ...shared, displayName: 'queue-kills', testMatch: ['<rootDir>/test/queue/heavy/*.test.ts'] },
		{ ...shared, displayName: 'root', testMatch: ['<rootDir>/test/root/*.test.ts'] },
		{ ...shared, displayName: 'package', testMatch: ['<rootDir>/test/package/*.test.ts'] },
	],
};
