/**
 * Expressions whose value can differ on every try, such as `$now`: a retry then sends other contents
 * under the same key, which the service rejects, or the same letter under another key.
 */
import type { INode } from 'n8n-workflow';
import { ExpressionParser } from 'n8n-workflow';

import { batchScheduleAt } from '../letter/batchFields';
import { keyOption } from '../letter/letterFields';
import { letterPanels } from '../letter/letterPanel';

/** `$today` is the same for a whole day. */
const CHANGING = /\$now\b|\$execution\.id\b|\bMath\.random\b|\b(?:Date|DateTime)\.now\b|\bnew Date\(\s*\)/;

/** Of the fields that become part of a letter or of its key. */
const labels = new Map(
	[...letterPanels, batchScheduleAt, keyOption].map(({ name, displayName }) => [name, displayName]),
);

/** One sentence for each such field. */
export function changingValueWarnings({ parameters }: Pick<INode, 'parameters'>): string[] {
	const { additionalFields: added, options, ...fields } = parameters;
	return Object.entries({ ...fields, ...(added as object), ...(options as object) }).flatMap(
		([name, value]) => {
			const label = labels.get(name);
			const found = codeIn(value).match(CHANGING)?.[0];
			if (label === undefined || found === undefined) return [];
			const isKey = name === keyOption.name || name === 'externalId';
			const harm = isKey ? 'order the letter again' : 'reject the letter as different';
			return [
				`${label} uses ${found}, which can differ on a retry: the service would then ${harm}. Take the value from a node before this one.`,
			];
		},
	);
}

/** An External ID that names the place of an item, or all items at once, is no letter's own. */
export function doubtfulIdWarnings({ parameters }: Pick<INode, 'parameters'>, items: number): string[] {
	const { externalId } = parameters;
	const place = codeIn(externalId).match(/\$itemIndex\b|\brow_number\b/)?.[0];
	if (place !== undefined) {
		return [
			`External ID uses ${place}, which is the item's place in the list: in another list, that is another letter. ${OWN_NUMBER}`,
		];
	}
	const isFixed = typeof externalId === 'string' && externalId.trim() !== '' && !externalId.startsWith('=');
	return isFixed && items > 1 ? [`External ID is the same for all items. ${OWN_NUMBER}`] : [];
}

const OWN_NUMBER = 'Take a number of the letter itself, such as the order number.';

/** What n8n evaluates in a raw parameter, however deep. */
function codeIn(value: unknown): string {
	if (typeof value === 'object' && value !== null) return Object.values(value).map(codeIn).join('\n');
	if (typeof value !== 'string' || !value.startsWith('=')) return '';
	const chunks = ExpressionParser.splitExpression(value.slice(1));
	return chunks.flatMap(({ type, text }) => (type === 'code' ? [text] : [])).join('\n');
}
