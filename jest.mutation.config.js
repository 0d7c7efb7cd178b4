/**
 * For `npm run test:mutation`. Jest runs anew for every mutant, with those of these tests that reach the
 * mutated file. So they are quick: neither n8n's engine, nor properties, nor thousands of cases. One
 * project, because Stryker's hooks reach no other.
 */
const { projects, ...shared } = require('./jest.config.js');

// Stryker's own environment stands in for Jest's, and for no other.
const { testEnvironment, sandboxInjectedGlobals, transform } = projects.find(
	({ displayName }) => displayName === 'package',
);

const TESTS = [
	...['assignKeys', 'claimDelivery', 'idempotencyKey', 'nextStep', 'pacer', 'passOn'],
	...['parameterReader', 'parseEvent', 'rateHeaders', 'rateWindow', 'runIdentity'],
	...['seenEvents', 'sending', 'textRules', 'verdict', 'verifySignature'],
];

module.exports = {
	...shared,
	testEnvironment,
	sandboxInjectedGlobals,
	transform,
	roots: ['<rootDir>/nodes', '<rootDir>/test'],
	testMatch: [`<rootDir>/test/unit/nodes/{${TESTS}}.test.ts`],
};
