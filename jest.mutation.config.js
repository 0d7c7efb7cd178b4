/**
 * For `npm run test:mutation`. Jest runs once for each mutant, so the tests are those that are quick and
 * know the mutated files; Stryker hooks into one project only.
 */
const { projects, ...shared } = require('./jest.config.js');

const [{ transform, testEnvironment }] = projects;

module.exports = {
	...shared,
	testEnvironment,
	transform,
	roots: ['<rootDir>/nodes', '<rootDir>/test'],
	testMatch: [
		'<rootDir>/test/unit/nodes/{assignKeys,claimDelivery,idempotencyKey,nextStep,pacer,parameterReader,parseEvent,releaseItem,runIdentity,seenEventLog,seenEvents,textRules,verdict,verifySignature}.test.ts',
	],
};
