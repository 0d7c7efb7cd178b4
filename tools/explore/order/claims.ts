/** What a run tells its user of each order: in its items by their outcome, else in the texts that n8n shows. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Outcome } from '../../../nodes/HandwrittenLetters/report/outcome';
import { ItemNames } from '../../../nodes/words/itemNames';

/** An id, or what is said instead. */
export type Claim =
	| { id: string; outcome?: 'ordered' | 'ordered_before' }
	| 'not known'
	| 'not created'
	| 'not sent'
	| 'ordered with other contents'
	| 'other contents'
	| 'nothing';

export interface Told {
	/** By the index of the item. */
	claims: Claim[];
	/** That whoever sends them again orders none a second time. */
	promises: boolean;
	/** An item's text says something else than its outcome. */
	contradiction?: boolean;
}

const PROMISE = /no second \w+ is created|orders none of these again/;

const SAID: Array<[claim: Claim, words: RegExp]> = [
	['not known', /not known whether|may have been ordered/],
	['not created', /not created|not ordered\b(?! a second)/],
	['ordered with other contents', /already ordered with different contents/],
	['other contents', /with other contents/],
];

const itemNames = new ItemNames([]);
/** "item", or whatever the texts call it. */
const [ITEM = ''] = itemNames.of([0]).split(' ');
/** Which order an error is about. */
const IT_IS = new RegExp(`^${ITEM}s? \\d`, 'i');
/** Sentences about that one. */
const ITS = /\b(?:[Tt]his|The) (?:letter|batch)\b|No second/;

/** Of a run that ended with an error, or of a line of the log. */
export function readError(text: string, count: number): Told {
	const rows = Array.from({ length: count }, (_none, index) => index);
	const sentences = text.split(/(?<=[.)]) (?![a-z])/);
	const subject = sentences.find((sentence) => IT_IS.test(sentence)) ?? '';
	const claims = rows.map((row): Claim => {
		const id = new RegExp(`\\b${itemNames.of([row])}: ([\\w]+)`).exec(text)?.[1];
		if (id !== undefined && /^(?:crd|bat)_/.test(id)) return { id };
		const own = sentences.filter((sentence) =>
			ITS.test(sentence) && !IT_IS.test(sentence) ? names(subject, row) || count === 1 : names(sentence, row),
		);
		return claimIn(own) ?? restOf(text);
	});
	return { claims, promises: PROMISE.test(text) };
}

/** What is said of all that are not named. */
function restOf(text: string): Claim {
	if (/(?:was|were) not sent\b/.test(text)) return 'not sent';
	return text.includes('had no ID when') ? 'not known' : 'nothing';
}

const claimIn = (sentences: string[]): Claim | undefined =>
	SAID.find(([, words]) => sentences.some((sentence) => words.test(sentence)))?.[0];

/** Names the row, alone or with others. */
function names(sentence: string, row: number): boolean {
	return new RegExp(`\\b${ITEM}s? (?:\\d+(?:, | and ))*${row + 1}\\b`, 'i').test(sentence);
}

/** What an outcome says of an order that has no id. */
const CLAIMS: Record<Outcome, Claim> = {
	ordered: 'nothing',
	ordered_before: 'nothing',
	fine: 'not created',
	to_correct: 'not created',
	not_ordered: 'not created',
	other_contents: 'other contents',
	unknown: 'not known',
};

/** Of a run that gave items: each of them tells of its own order. */
export function readItems(items: INodeExecutionData[], count: number): Told {
	const told: Told = { claims: Array.from({ length: count }, () => 'nothing'), promises: false };
	for (const { json, pairedItem } of items) {
		const pairs = [pairedItem].flat() as Array<{ item: number }>;
		const text = textOf(json);
		const said = claimIn([text]);
		const outcome = readItem(json);
		const isThat = outcome === 'other contents' && said === 'ordered with other contents';
		for (const { item } of pairs) told.claims[item] = isThat ? said : outcome;
		if (said !== undefined && said !== outcome && !isThat) told.contradiction = true;
		told.promises ||= PROMISE.test(text);
	}
	return told;
}

function readItem(json: IDataObject): Claim {
	const details = detailsOf(json);
	const outcome = details.outcome as Outcome | undefined;
	if (outcome === undefined) return 'nothing';
	const id = details.id ?? details.batch_id;
	if (outcome !== 'ordered' && outcome !== 'ordered_before') return CLAIMS[outcome];
	return typeof id === 'string' ? { id, outcome } : 'nothing';
}

/** On the error output, all stands among the details. */
function detailsOf(json: IDataObject): IDataObject {
	const { error } = json;
	return typeof error === 'object' && error !== null ? (error as { details: IDataObject }).details : json;
}

function textOf({ error, message }: IDataObject): string {
	if (error === undefined || error === null) return '';
	const said =
		typeof error === 'object'
			? (error as { message: string; description?: string })
			: { message: error, description: message as string };
	return [said.message, said.description].join(' ');
}
