import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeTable, TABLE_PATH } from '../../../../tools/handwriting/caveat';
import { projectRoot } from '../../../../tools/n8n/paths';

it('is what the npm package of the font gives: after a change, run tools/handwriting/main.ts', () => {
	expect(readFileSync(join(projectRoot, TABLE_PATH), 'utf8') === makeTable()).toBe(true);
});
