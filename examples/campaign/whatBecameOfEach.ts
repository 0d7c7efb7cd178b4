import type { CodeNode, Item } from '../codeNode';
import type { Result } from './resultPage';
import { resultPage } from './resultPage';
import type { Campaign, Listed, Ordered, Row } from './types';
import type { Words } from './words/words';

// What is not known in this language is shown in the words of the node.
function say(error: string, { codes, known, other }: Words['errors']): string {
	const [pattern, said] = known.find(([one]) => one.test(error)) ?? [];
	if (pattern === undefined || said === undefined) return other(error);
	const [, code] = pattern.exec(error) ?? [];
	return code ? `${said}: ${codes[code] ?? code}` : said;
}

// Of an answer that is an error: what happened, then the words of the service. The row says which item it is.
function sayWhy({ error, problems = [], details }: Ordered, errors: Words['errors']): string[] {
	const message = typeof error === 'string' ? error : error?.message;
	const happened = [message ?? '', ...problems].filter(Boolean);
	return [
		...happened.map((text) => say(text.replace(/^Item \d+(?: \([^)]*\))?: /, ''), errors)),
		...(details?.message ? [errors.service(details.message)] : []),
	];
}

const NOT_ORDERED = { correct: 'to_correct', before: 'ordered_before', look: 'left_out', fine: 'left_out' };

export function whatBecameOfEach(
	{ $input, $ }: CodeNode<Ordered, Campaign>,
	words: Words,
): Array<Item<Listed & { page: string; unwritten: string }>> {
	const rows = $('Read the Rows').all();
	const { letters } = $('Make the Proof').first().json;
	const approved = $('What Was Approved').all();
	const ordered = new Map($input.all().map(({ json }, index) => [approved[index]?.json.item, json]));

	// Of each row of the sheet: what became of it, and why.
	const all = letters.map(({ item, row_number, order, state, problems }): Result => {
		const answer = ordered.get(item);
		const why = answer === undefined ? problems : sayWhy(answer, words.errors);
		const { name, source } = rows[item - 1]?.json as Row;
		return {
			row: row_number,
			name,
			external_id: order,
			outcome: answer?.outcome ?? NOT_ORDERED[state],
			state,
			letter_id: answer?.id ?? '',
			status: answer?.status ?? '',
			date: answer?.created_at ?? null,
			why: [...new Set(why.filter(Boolean))].join(' · '),
			source,
		};
	});
	const isShown = ({ row, outcome }: Result) => row !== null || !['left_out', 'to_correct'].includes(outcome);
	const results = all.filter(isShown);
	const page = resultPage(results, words);

	// Into the list goes what it does not know yet; a row without an External ID has no place in it.
	const news = results.filter(({ state, external_id }) => state !== 'before' && external_id !== '');
	return news.map(({ row, name, external_id, outcome, letter_id, status, date }) => ({
		json: {
			row,
			name,
			external_id,
			letter_id,
			outcome,
			status,
			date,
			page,
			unwritten: words.result.unwritten,
		},
	}));
}
