/** Loads the modules of packages into a context as Node loads them, each once. */
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import type { Context } from 'node:vm';
import { compileFunction, runInContext } from 'node:vm';

interface Module {
	exports: unknown;
	id: string;
	filename: string;
	require: (id: string) => unknown;
	children: Module[];
	paths: string[];
	loaded: boolean;
}

const GIVEN = ['module', 'exports', 'require', '__dirname', '__filename'];

/** @returns what a file exports, by its path */
export function loaderOfPackages(context: Context): (file: string) => unknown {
	const modules = new Map<string, Module>();
	const parse = runInContext('JSON.parse', context) as (text: string) => unknown;

	function requireFrom(file: string): (id: string) => unknown {
		const nodes = createRequire(file);
		const require = (id: string): unknown => {
			if (isBuiltin(id)) return nodes(id);
			const path = nodes.resolve(id);
			// Neither binaries nor ES modules run in the context: these are Node's own.
			return /\.(mjs|node)$/.test(path) ? nodes(path) : load(path);
		};
		return Object.assign(require, { resolve: nodes.resolve, cache: {}, extensions: {}, main: undefined });
	}

	function load(file: string): unknown {
		const known = modules.get(file);
		if (known) return known.exports;
		const exports = runInContext('({})', context) as unknown;
		const require = requireFrom(file);
		const module: Module = {
			exports,
			id: file,
			filename: file,
			require,
			children: [],
			paths: [],
			loaded: false,
		};
		modules.set(file, module);
		try {
			const text = readFileSync(file, 'utf8');
			if (file.endsWith('.json')) module.exports = parse(text);
			else {
				const run = compileFunction(text.replace(/^#!.*/, ''), GIVEN, {
					filename: file,
					parsingContext: context,
				}) as (...given: unknown[]) => void;
				run.call(exports, module, exports, require, dirname(file), file);
			}
			module.loaded = true;
		} catch (error) {
			modules.delete(file);
			throw error;
		}
		return module.exports;
	}

	return load;
}
