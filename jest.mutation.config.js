/** For `npm run test:mutation`: the tests that need no service, and those of the keys. */
const { projects, ...shared } = require('./jest.config.js');

const TESTS = {
	unit: ['<rootDir>/test/unit/{nodes,properties}/**/*.test.ts'],
	integration: ['<rootDir>/test/integration/nodes/keys.test.ts'],
};

module.exports = {
	...shared,
	projects: projects
		.filter(({ displayName }) => displayName in TESTS)
		.map((project) => ({ ...project, testMatch: TESTS[project.displayName] })),
};
