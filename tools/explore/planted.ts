/** The models on the nodes' own code with a fault planted in it, to see that an explorer finds it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

import { projectRoot } from '../n8n/paths';
import { FAULTS as EVENT_FAULTS } from './events/faults';
import type { Fault } from './fault';
import type { Model } from './models';
import { FAULTS as ORDER_FAULTS } from './order/faults';

export const FAULTS: Fault[] = [...ORDER_FAULTS, ...EVENT_FAULTS];

const COMPILED = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };

type Exports = Record<string, unknown>;
type Run = (require: (name: string) => unknown, exports: Exports) => void;

const loadPackage = createRequire(__filename);
const compiled = new Map<string, string>();

function compile(path: string, { file, now, then }: Fault): string {
	const isIt = path === join(projectRoot, 'nodes', file);
	const known = isIt ? undefined : compiled.get(path);
	if (known !== undefined) return known;
	const source = readFileSync(path, 'utf8');
	if (isIt && source.split(now).length !== 2) throw new Error(`Not there, or not once: ${now}`);
	const planted = isIt ? source.replace(now, () => then) : source;
	const { outputText } = transpileModule(planted, { compilerOptions: COMPILED });
	if (!isIt) compiled.set(path, outputText);
	return outputText;
}

/** Loads all sources anew; packages are everybody's. @throws where the fault cannot be planted. */
export function modelWith(fault: Fault): Model {
	const loaded = new Map<string, Exports>();
	const load = (path: string): Exports => {
		const known = loaded.get(path);
		if (known) return known;
		const exports: Exports = {};
		loaded.set(path, exports);
		const request = (name: string): unknown => {
			if (!name.startsWith('.')) return loadPackage(name);
			const target = resolve(dirname(path), name);
			return target.endsWith('.json') ? loadPackage(target) : load(`${target}.ts`);
		};
		// Not by `node:vm`: there, what Jest gives a test as globals would be missing.
		const run = Reflect.construct(Function, ['require', 'exports', compile(path, fault)]) as Run;
		run(request, exports);
		return exports;
	};
	const { MODELS } = load(join(projectRoot, 'tools/explore/models.ts')) as { MODELS: Model[] };
	const model = MODELS.find(({ name }) => name === fault.foundBy);
	if (!model) throw new Error(`There is no model "${fault.foundBy}"`);
	if (!loaded.has(join(projectRoot, 'nodes', fault.file))) throw new Error(`Not loaded: ${fault.file}`);
	return model;
}
