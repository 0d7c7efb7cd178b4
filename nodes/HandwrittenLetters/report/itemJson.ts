/** The JSON of an output item: what became of a letter, who it is for, and what is to be corrected in it. */
import type { IDataObject, INode } from 'n8n-workflow';

import { escapeHidden } from '../../contract/visibleText';
import type { ItemNames } from '../../words/itemNames';
import { describeFault } from '../../words/problems';
import type { Problem } from '../../words/refusal';
import type { Outcome } from './outcome';

/** Why an item is skipped: it is not ordered, and needs no correction. */
export const EMPTY_ITEM = 'The item is empty';

/** What every item of an order or a check says, in the order in which n8n's table shows it. */
export function toItemJson(
	outcome: Outcome,
	json: IDataObject,
	{ problems = [], warnings = [] }: { problems?: string[]; warnings?: string[] } = {},
): IDataObject {
	return {
		outcome,
		id: null,
		external_id: null,
		status: null,
		estimated_posting_at: null,
		...json,
		problems: problems.map(escapeHidden),
		warnings: warnings.map(escapeHidden),
	};
}

/** Who it is, for whoever corrects it. */
export function describeItem(
	itemIndex: number,
	names: ItemNames,
	{ name, externalId }: { name?: string; externalId?: string } = {},
): IDataObject {
	const line = names.lineOf(itemIndex);
	return {
		item: itemIndex + 1,
		...(line !== undefined && { line }),
		name: name ?? null,
		external_id: externalId ?? null,
	};
}

interface ShownError {
	message: string;
	description?: string | null;
}

/**
 * A failed item under Continue On Fail, or one of a check that has something to correct. n8n would keep
 * nothing but the message of an error object. For the error output it is one key: by its keys n8n knows
 * what is for it, and it adds the input's fields, of which a letter's `message` must not be lost.
 */
export function toFailedJson(
	{ onError }: INode,
	outcome: Outcome | 'not_read',
	{ message, description }: ShownError,
	details: IDataObject,
	{ problems = [], warnings = [] }: { problems?: string[]; warnings?: string[] } = {},
): IDataObject {
	const all = outcome === 'not_read' ? details : { outcome, ...details, problems, warnings };
	const below = description ?? message;
	if (onError === 'continueErrorOutput') return { error: { message, description: below, details: all } };
	const { id = null, external_id = null } = details;
	return {
		...(outcome !== 'not_read' && toItemJson(outcome, { id, external_id }, { problems, warnings })),
		error: message,
		message: below,
		details: all,
	};
}

/** More are counted. */
const MOST_PROBLEMS = 20;

/** An item of which something is to be corrected, for a workflow that shows what. */
export function toProblemJson(
	node: INode,
	error: ShownError,
	itemIndex: number,
	problems: Problem[],
	names: ItemNames,
): IDataObject {
	const named = problems.slice(0, MOST_PROBLEMS);
	const more = problems.length - named.length;
	const fields = named.map((problem) => ({
		field: problem.field ?? null,
		text: describeFault({ ...problem, field: undefined }),
	}));
	const details = {
		...describeItem(itemIndex, names, problems[0]),
		fields,
		...(more > 0 && { more_problems: more }),
	};
	return toFailedJson(node, 'to_correct', error, details, { problems: named.map(describeFault) });
}
