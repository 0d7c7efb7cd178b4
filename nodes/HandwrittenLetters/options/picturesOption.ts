/** Whether a check shows the letters as pictures. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

export const MOST_PICTURES = 20;

export const picturesOption: INodeProperties = {
	displayName: 'Pictures',
	name: 'pictures',
	type: 'boolean',
	default: true,
	description: `Whether a check draws up to ${MOST_PICTURES} of its fine letters, each as the file "letter" of its item. Without this option, it draws them if all letters are fine.`,
};

/**
 * As soon as one item has a picture, n8n shows pictures first, and so hides what is to be corrected: unless
 * somebody has switched them on, there are none beside a letter that is not fine.
 */
export function wantsPictures(context: IExecuteFunctions, letters: Array<{ outcome: string }>): boolean {
	const isAllFine = letters.every(({ outcome }) => outcome === 'fine' || outcome === 'not_ordered');
	const { pictures = isAllFine } = context.getNodeParameter('options', 0, {});
	return pictures === true;
}
