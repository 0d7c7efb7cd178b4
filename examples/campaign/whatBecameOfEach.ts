import type { CodeNode, Item } from '../codeNode';
import { results } from './results';
import type { Campaign, Listed } from './types';
import type { Words } from './words/words';

// Into the list goes what it does not know yet; a row without an External ID has no place in it.
export function whatBecameOfEach({ $ }: CodeNode<unknown, Campaign>, words: Words): Array<Item<Listed>> {
	const news = results({ $ }, words).filter(
		({ state, external_id }) => state !== 'before' && external_id !== '',
	);
	return news.map(({ row, name, external_id, outcome, letter_id, status, date }) => ({
		json: { row, name, external_id, letter_id, outcome, status, date },
	}));
}
