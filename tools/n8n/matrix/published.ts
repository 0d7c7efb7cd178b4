/** The versions of n8n that its registry offers, in their order. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { npm, npmEnv } from '../install/npm';

/** Negative when `one` is the older. */
export function compareVersions(one: string, other: string): number {
	const [left, right] = [one, other].map((version) => version.split('.').map(Number));
	for (let part = 0; part < 3; part += 1) {
		const difference = (left?.[part] ?? 0) - (right?.[part] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}

/** Oldest first; no release candidates. */
export async function publishedVersions(): Promise<string[]> {
	const { stdout } = await promisify(execFile)(npm, ['view', 'n8n', 'versions', '--json'], {
		env: npmEnv(),
		maxBuffer: 2 ** 24,
	});
	const versions = JSON.parse(stdout) as string[];
	return versions.filter((version) => /^\d+\.\d+\.\d+$/.test(version)).sort(compareVersions);
}
