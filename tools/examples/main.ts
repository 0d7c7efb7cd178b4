/** Writes the example workflows that are made of TypeScript. */
import { writeFileSync } from 'node:fs';

import { makeExamples } from './makeExamples';

void makeExamples().then((files) => {
	for (const { path, text } of files) writeFileSync(path, text);
});
