/** Installs one version of n8n and runs the tests on it. */
import { ensureN8n } from '../install/install';
import { CommandError } from '../process/childProcess';
import type { ManifestOptions } from './manifest';
import { manifestFor } from './manifest';
import type { Selection, TestRun } from './runTests';
import { runTests } from './runTests';

export type Outcome = TestRun | { notInstalled: string };

export interface TryOptions extends ManifestOptions, Selection {
	/** Where this version is installed already. */
	folder?: string;
}

/** What npm says when a version, or one of its dependencies, is not there or does not fit. */
const REFUSALS = /npm error code (ETARGET|E404|ERESOLVE|ENOVERSIONS|EBADENGINE|EUSAGE)\b/;

/** @throws when the installation fails for a reason outside the version, such as the network */
export async function tryVersion(version: string, options: TryOptions): Promise<Outcome> {
	let manifest = options.folder;
	try {
		manifest ??= await manifestFor(version, options);
		await ensureN8n({ manifest });
	} catch (error) {
		if (!(error instanceof Error) || !REFUSALS.test(printed(error))) throw error;
		console.error(error.message);
		return { notInstalled: reasonOf(error) };
	}
	return await runTests(version, manifest, options);
}

/** As it stands in the table of versions. */
export function inWords(outcome: Outcome): string {
	if ('notInstalled' in outcome) return `cannot be installed: ${outcome.notInstalled}`;
	const [first] = outcome.failed;
	const passed = outcome.passed.length;
	if (first === undefined) {
		const left = outcome.skipped > 0 ? `; for newer versions only: ${outcome.skipped}` : '';
		return `all ${passed} tests passed${left}`;
	}
	return `${passed} tests passed, ${outcome.failed.length} failed; the first: ${first.test} (${first.reason})`;
}

export function reasonOf(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	const said = /npm error (?:code )?(?!A complete log)(.+)/.exec(printed(error))?.[1];
	return said ?? text.split('\n', 1)[0] ?? text;
}

/** npm names its code first, and an error's message holds only the end of its report. */
function printed(error: unknown): string {
	if (error instanceof CommandError) return error.log;
	if (!(error instanceof Error)) return String(error);
	return error.cause === undefined ? error.message : printed(error.cause);
}
