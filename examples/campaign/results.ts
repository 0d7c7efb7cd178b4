import type { CodeNode } from '../codeNode';
import { rowsToLeaveOut } from './rowsToLeaveOut';
import type { Campaign, Judged, Listed, Ordered, Row } from './types';
import type { Words } from './words/words';

export interface Result extends Listed {
	state: Judged['state'];
	why: string;
	source: Row['source'];
}

// What is not known in this language is shown in the words of the node.
function say(error: string, { codes, known, other }: Words['errors']): string {
	const [pattern, said] = known.find(([one]) => one.test(error)) ?? [];
	if (pattern === undefined || said === undefined) return other(error);
	const [, code] = pattern.exec(error) ?? [];
	if (!code) return said;
	return `${said}: ${Object.hasOwn(codes, code) ? codes[code] : code}`;
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

const NOT_ORDERED = {
	correct: 'to_correct',
	before: 'ordered_before',
	look: 'not_chosen',
	fine: 'not_chosen',
};

// Of each row of the sheet: what became of it, and why.
export function results({ $ }: Pick<CodeNode<unknown, Campaign>, '$'>, words: Words): Result[] {
	const rows = $('Read the Rows').all();
	const { letters } = $('Make the Proof').first().json;
	const approved = $('What Was Approved').all();
	const answers = $('Order the Letters').all();
	const ordered = new Map(answers.map(({ json }, index) => [approved[index]?.json.item, json]));
	const except = $('Proof').first().json[words.questions.except];
	const left = rowsToLeaveOut(String(except ?? ''), letters).rows;
	const { account } = $('Check the Letters').first().json;
	const now = new Date().toISOString();
	const all = letters.map(({ item, row_number, order, state, problems }): Result => {
		const answer = ordered.get(item);
		const why = answer === undefined ? problems : sayWhy(answer, words.errors);
		const { name, source } = rows[item - 1]?.json as Row;
		return {
			account,
			row: row_number,
			name,
			external_id: order,
			outcome:
				answer?.outcome ??
				(left.has(row_number ?? 0) && state !== 'before' ? 'left_out' : NOT_ORDERED[state]),
			state,
			letter_id: answer?.id ?? '',
			outcome_date: answer?.created_at ?? now,
			status: answer?.status ?? '',
			date: answer?.created_at ?? null,
			why: [...new Set(why.filter(Boolean))].join(' · '),
			source,
		};
	});
	return all.filter(({ row, outcome }) => row !== null || !['not_chosen', 'to_correct'].includes(outcome));
}
