/** A copy of the sources, compiled, in which one fault at a time is planted. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

import type { Exploration } from './explore';
import type { PlantedFault } from './plantedFaults';

const COPIED = ['nodes', 'tools/explore', 'tools/virtualClock.ts'];

export class Copy {
	private constructor(
		private readonly root: string,
		private readonly folder: string,
	) {}

	/** @param root of the project; the copy finds its packages above itself */
	static async make(root: string): Promise<Copy> {
		const copy = new Copy(root, path.join(root, 'build/planted'));
		await rm(copy.folder, { recursive: true, force: true });
		for (const one of COPIED)
			await cp(path.join(root, one), path.join(copy.folder, one), { recursive: true });
		const files = await readdir(copy.folder, { recursive: true });
		for (const file of files.filter((name) => name.endsWith('.ts'))) {
			await copy.compile(file, await readFile(path.join(copy.folder, file), 'utf8'));
		}
		return copy;
	}

	/** What the fault's model finds first. */
	async explore({ file, find, put, model }: PlantedFault): Promise<Exploration> {
		const place = path.join('nodes', file);
		const source = await readFile(path.join(this.root, place), 'utf8');
		await this.compile(
			place,
			source.replace(find, () => put),
		);
		try {
			const main = path.join(this.folder, 'tools/explore/main.js');
			const { stdout } = await promisify(execFile)(process.execPath, [main, model]);
			return JSON.parse(stdout) as Exploration;
		} finally {
			await this.compile(place, source);
		}
	}

	private async compile(file: string, source: string): Promise<void> {
		const { outputText } = transpileModule(source, {
			compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true },
		});
		const target = path.join(this.folder, file.replace(/\.ts$/, '.js'));
		await mkdir(path.dirname(target), { recursive: true });
		await writeFile(target, outputText);
	}
}
