/** The nodes' own code with a fault planted in it, to see that an explorer finds it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

import { projectRoot } from '../n8n/paths';

export interface Fault {
	name: string;
	/** Below `nodes/`. */
	file: string;
	/** Must be there, once. */
	now: string;
	then: string;
}

type Exports = Record<string, unknown>;

const load = createRequire(__filename);
const compiled = new Map<string, string>();

function compile(path: string, { file, now, then }: Fault): string {
	const source = readFileSync(path, 'utf8');
	const isIt = path === join(projectRoot, 'nodes', file);
	if (isIt && source.split(now).length !== 2) throw new Error(`Not there, or not once: ${now}`);
	const known = isIt ? undefined : compiled.get(path);
	if (known !== undefined) return known;
	const options = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
	const text = transpileModule(isIt ? source.replace(now, () => then) : source, {
		compilerOptions: options,
	}).outputText;
	if (!isIt) compiled.set(path, text);
	return text;
}

/** Loads modules of one folder of `nodes/` anew; what they use beyond it is everybody's. */
export function withFault(folder: string, fault: Fault): (file: string) => Exports {
	const root = join(projectRoot, 'nodes', folder);
	const loaded = new Map<string, Exports>();
	const loadFrom = (path: string): Exports => {
		const known = loaded.get(path);
		if (known) return known;
		const module: { exports: Exports } = { exports: {} };
		loaded.set(path, module.exports);
		const request = (name: string): unknown => {
			if (!name.startsWith('.')) return load(name);
			const target = `${resolve(dirname(path), name)}.ts`;
			if (target.startsWith(root)) return loadFrom(target);
			// Compiled, when this is.
			return load(join(__dirname, '../..', relative(projectRoot, target).replace(/\.ts$/, '')));
		};
		// eslint-disable-next-line @typescript-eslint/no-implied-eval
		const run = new Function('require', 'exports', compile(path, fault)) as (
			require: typeof request,
			exports: Exports,
		) => void;
		run(request, module.exports);
		return module.exports;
	};
	return (file) => loadFrom(join(root, file));
}
