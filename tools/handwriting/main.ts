/** Makes the table of letters again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../n8n/paths';
import { makeTable, TABLE_PATH } from './caveat';

writeFileSync(join(projectRoot, TABLE_PATH), makeTable());
