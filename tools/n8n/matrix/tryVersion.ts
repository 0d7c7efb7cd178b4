/** Installs one version of n8n and runs the tests on it. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';

import { ensureN8n, installationFolder } from '../install/install';
import { manifestFor } from './manifest';
import type { TestRun } from './runTests';
import { runTests } from './runTests';

export type Outcome = TestRun | { notInstalled: string };

export interface TryOptions {
	/** npm's `--before`. */
	before?: string;
	/** Only these test files. */
	files?: readonly string[];
}

export async function tryVersion(version: string, { before, files }: TryOptions = {}): Promise<Outcome> {
	let manifest: string;
	try {
		manifest = await manifestFor(version, before);
		await ensureN8n({ manifest });
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		return { notInstalled: reasonOf(error) };
	}
	return await runTests(version, manifest, files);
}

/** Leaves nothing of that version installed that was not there before: each n8n takes 2 to 3 GB. */
export async function tidily<T>(
	version: string,
	before: string | undefined,
	work: () => Promise<T>,
): Promise<T> {
	const manifest = await manifestFor(version, before).catch(() => undefined);
	const folder = manifest && (await installationFolder(manifest));
	const isNew = folder !== undefined && !existsSync(folder);
	try {
		return await work();
	} finally {
		if (isNew) await rm(folder, { recursive: true, force: true });
	}
}

/** As it stands in the table of versions. */
export function inWords(outcome: Outcome): string {
	if ('notInstalled' in outcome) return `cannot be installed: ${outcome.notInstalled}`;
	const [first] = outcome.failed;
	if (first === undefined) return `all ${outcome.passed} tests passed`;
	return `${outcome.passed} tests passed, ${outcome.failed.length} failed; the first: ${first.test} (${first.reason})`;
}

export function reasonOf(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	return /npm error (?:code )?(?!A complete log)(.+)/.exec(text)?.[1] ?? text.split('\n', 1)[0] ?? text;
}
