/** In place of a file of a package: what the context that all test files share has loaded of it. */
module.exports = {
	process: () => ({
		code: "module.exports = globalThis[Symbol.for('loads a module of a package')](__filename);",
	}),
	getCacheKey: () => '1',
};
