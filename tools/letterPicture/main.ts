/** Makes again what the picture of a letter is drawn from: its handwriting, and its scenery. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../n8n/paths';
import { makeTable, TABLE_PATH } from './caveat';
import { makeScenery, SCENERY_PATH } from './scenery';

async function main(): Promise<void> {
	writeFileSync(join(projectRoot, TABLE_PATH), makeTable());
	writeFileSync(join(projectRoot, SCENERY_PATH), await makeScenery());
}

void main();
