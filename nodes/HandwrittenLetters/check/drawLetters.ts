/** Draws the letters of a check, each for its item. */
import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import { isAgentTool } from '../../n8n/agentTool';
import { MOST_PICTURES, wantsPictures } from '../options/picturesOption';
import type { Described } from './describeLetters';
import { drawLetter } from './picture/drawLetter';

export async function drawLetters(
	context: IExecuteFunctions,
	items: Described[],
): Promise<Map<Described, IBinaryKeyData>> {
	const files = new Map<Described, IBinaryKeyData>();
	// n8n hands no files to an agent.
	if (isAgentTool(context) || !wantsPictures(context, items)) return files;
	// One after the other: each takes some milliseconds and megabytes.
	for (const item of items) {
		if (item.card === undefined) continue;
		if (files.size === MOST_PICTURES) break;
		// Not the recipient's name: a file's name goes into lists, mails and folders.
		const name = `letter-${item.itemIndex + 1}.png`;
		const letter = await context.helpers.prepareBinaryData(await drawLetter(item.card), name, 'image/png');
		files.set(item, { letter });
	}
	return files;
}
