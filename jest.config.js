/** Two suites: `npm test` runs unit and integration; `npm run test:e2e` needs a real n8n and runs alone. */
const shared = {
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/build/', '<rootDir>/test/e2e/n8n/'],
};

module.exports = {
	projects: [
		{ ...shared, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.test.ts'] },
		{
			...shared,
			displayName: 'integration',
			testMatch: ['<rootDir>/test/integration/**/*.test.ts'],
			setupFiles: ['<rootDir>/test/support/setup.ts'],
		},
		{ ...shared, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/*.test.ts'] },
	],
};
