import type { CodeNode, Item } from '../codeNode';
import { results } from './results';
import type { Campaign, Listed } from './types';
import type { Words } from './words/words';

// Into the list goes what it does not know yet; a row without an External ID has no place in it.
export function whatBecameOfEach({ $ }: CodeNode<unknown, Campaign>, words: Words): Array<Item<Listed>> {
	const leftOut = $('Ordered Before')
		.all()
		.filter(({ json }) => json.outcome === 'left_out')
		.map(({ json }) => json.external_id);
	const news = results({ $ }, words).filter(
		({ state, external_id, outcome }) =>
			state !== 'before' &&
			external_id !== '' &&
			// What somebody has left out stays so until it is ordered.
			!(leftOut.includes(external_id) && ['not_chosen', 'to_correct'].includes(outcome)),
	);
	return news.map(({ account, row, name, external_id, letter_id, outcome, outcome_date, status, date }) => ({
		json: { account, row, name, external_id, letter_id, outcome, outcome_date, status, date },
	}));
}
