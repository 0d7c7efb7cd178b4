import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../n8n/paths';

/**
 * What shows that n8n and a letter service do so: of a step, the file below test/, and the beginning of the
 * name of a test in n8n's engine, or in a real n8n, as it stands there.
 */
export type Evidence = [step: RegExp, file: string, test: string];

export function isThere([, file, test]: Evidence): boolean {
	const names = readFileSync(join(projectRoot, 'test', file), 'utf8').split(/\bit(?:\.each)?[<(]/);
	return names.some((text) => ["'", '`'].some((quote) => text.includes(quote + test)));
}
