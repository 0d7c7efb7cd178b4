/** What must be corrected before anything is sent, in words that name rows as people see them. */
import type { Fault, Problem } from '../../shared/failures/refusal';
import { Refusal } from '../../shared/failures/refusal';

export const NOTHING_SENT = 'Nothing was sent.';

/** "Postal Code (CEP) must have 8 digits", "cards[1].to.zip must have 8 digits" */
export function describeFault(fault: Fault & { index?: number }): string {
	const field = fieldOf(fault);
	return field === undefined ? fault.text : `${field} ${fault.text}`;
}

/** The label on the screen, or the path in a JSON list: `cards[1].to.zip`. */
export function fieldOf({ index, field }: Pick<Problem, 'index' | 'field'>): string | undefined {
	const path = [index === undefined ? '' : pathOf(index), field].filter(Boolean).join('.');
	return path === '' ? undefined : path;
}

/** Where a letter stands in the JSON list it was given in. */
export const pathOf = (index: number): string => `cards[${index}]`;

/** People count rows from 1: "Row 2 (External ID P-2002): Postal Code (CEP) must have 8 digits". */
function describeProblem(problem: Problem): string {
	const { itemIndex, externalId } = problem;
	const id = externalId === undefined ? '' : ` (External ID ${externalId})`;
	return `Row ${itemIndex + 1}${id}: ${describeFault(problem)}`;
}

/** Everything wrong with the input, found before the first request. */
export function refuseItems(problems: readonly Problem[]): Refusal {
	const [, another] = problems;
	const advice = another === undefined ? undefined : 'Correct them and run again.';
	return new Refusal(describeProblems(problems).message, advice, problems);
}

/** Without a full stop. `list` names several problems one by one. */
export function describeProblems(problems: readonly Problem[]): { message: string; list?: string } {
	const [first] = problems;
	if (problems.length === 1 && first !== undefined) return { message: withoutStop(describeProblem(first)) };
	const rows = new Set(problems.map(({ itemIndex }) => itemIndex)).size;
	const message = `${rows === 1 ? 'A row has' : `${rows} rows have`} fields to correct`;
	return { message, list: listProblems(problems) };
}

const withoutStop = (text: string): string => text.replace(/\.$/, '');

/** How many are named; the rest is counted. */
export const MOST_PROBLEMS = 20;

export function listProblems(problems: readonly Problem[]): string {
	// n8n's editor shows the lines as one: only the full stop ends them there.
	const lines = problems.slice(0, MOST_PROBLEMS).map((one) => `${withoutStop(describeProblem(one))}.`);
	const more = problems.length - lines.length;
	return [...lines, ...(more > 0 ? [`and ${more} more.`] : [])].join('\n');
}

/** What an expression gave, for a text that names it. */
export function quoteValue(value: unknown): string {
	return value === undefined || value === null || value === '' ? 'nothing' : JSON.stringify(value);
}
