import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../n8n/paths';

/** What shows that n8n and a letter service do so: a test in n8n's engine, or in a real n8n. */
export interface Evidence {
	step: RegExp;
	/** Below test/. */
	file: string;
	/** The beginning of its name, as it stands there. */
	test: string;
}

export function isThere({ file, test }: Evidence): boolean {
	const names = readFileSync(join(projectRoot, 'test', file), 'utf8').split(/\bit(?:\.each)?[<(]/);
	return names.some((text) => text.includes(`'${test}`));
}
