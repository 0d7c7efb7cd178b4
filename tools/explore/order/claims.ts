/** What a run tells its user of each order, read from the texts that n8n shows. */
import type { INodeExecutionData } from 'n8n-workflow';

import { ItemNames } from '../../../nodes/HandwrittenLetters/input/itemNames';

/** An id, or what is said instead. */
export type Claim = { id: string } | 'not known' | 'not created' | 'not sent' | 'other contents' | 'nothing';

export interface Told {
	/** By the index of the item. */
	claims: Claim[];
	/** That whoever sends them again orders none a second time. */
	promises: boolean;
}

const PROMISE = /no second \w+ is created|creates no second \w+|orders none of these again/;

const SAID: Array<[claim: Claim, words: RegExp]> = [
	['not known', /not known whether/],
	['not created', /not created/],
	['other contents', /different contents/],
];

const itemNames = new ItemNames([]);
/** "item", or whatever the texts call it. */
const [ITEM = ''] = itemNames.of([0]).split(' ');
/** Which order an error is about. */
const IT_IS = new RegExp(`^${ITEM}s? \\d`, 'i');

/** Of a run that ended with an error, or of a line of the log. */
export function readError(text: string, count: number): Told {
	const rows = Array.from({ length: count }, (_none, index) => index);
	const sentences = text.split(/(?<=[.)]) (?![a-z])/);
	const subject = sentences.find((sentence) => IT_IS.test(sentence)) ?? '';
	const claims = rows.map((row): Claim => {
		const id = new RegExp(`\\b${itemNames.of([row])}: ([\\w]+)`).exec(text)?.[1];
		if (id !== undefined) return { id };
		const own = sentences.filter((sentence) =>
			/[Tt]his (?:letter|batch)|No second/.test(sentence)
				? names(subject, row) || count === 1
				: names(sentence, row),
		);
		return claimIn(own) ?? restOf(text);
	});
	return { claims, promises: PROMISE.test(text) };
}

/** What is said of all that are not named. */
function restOf(text: string): Claim {
	if (/(?:was|were) not sent\b/.test(text)) return 'not sent';
	return text.includes('had no ID yet') ? 'not known' : 'nothing';
}

const claimIn = (sentences: string[]): Claim | undefined =>
	SAID.find(([, words]) => sentences.some((sentence) => words.test(sentence)))?.[0];

/** Names the row, alone or with others. */
function names(sentence: string, row: number): boolean {
	return new RegExp(`\\b${ITEM}s? (?:\\d+(?:, | and ))*${row + 1}\\b`, 'i').test(sentence);
}

/** Of a run that gave items: each of them tells of its own order. */
export function readItems(items: INodeExecutionData[], count: number): Told {
	const told: Told = { claims: Array.from({ length: count }, () => 'nothing'), promises: false };
	for (const { json, pairedItem } of items) {
		const pairs = [pairedItem].flat() as Array<{ item: number }>;
		const id = json.id ?? json.batch_id;
		const text = JSON.stringify([json.error ?? '', json.message ?? '']);
		const earlier = /(?:with the same key was ordered before: |different contents \()(\w+)/.exec(text)?.[1];
		for (const { item } of pairs) {
			if (typeof id === 'string') told.claims[item] = { id };
			else if (earlier !== undefined) told.claims[item] = { id: earlier };
			else told.claims[item] = claimIn([text]) ?? restOf(text);
		}
		told.promises ||= PROMISE.test(text);
	}
	return told;
}
