/** What must be corrected before anything is sent, in words that name rows as people see them. */
import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** What keeps a letter from being sent as it is. */
export interface Fault {
	/** The label on the screen, or the path in the JSON, for example `cards[1].to.zip`. */
	field?: string;
	/** Goes on after the field, without a full stop, for example `must have 8 digits`. */
	text: string;
}

/** A fault and the row it is found in. */
export interface Problem extends Fault {
	itemIndex: number;
	/** How people find the row again. */
	externalId?: string;
}

/** People count rows from 1: "Row 2 (External ID P-2002): Postal Code (CEP) must have 8 digits". */
function describeProblem(problem: Problem): string {
	const { itemIndex, externalId } = problem;
	const id = externalId === undefined ? '' : ` (External ID ${externalId})`;
	return `Row ${itemIndex + 1}${id}: ${describeFault(problem)}`;
}

/** "Postal Code (CEP) must have 8 digits" */
export function describeFault({ field, text }: Fault): string {
	return field === undefined ? text : `${field} ${text}`;
}

/** Everything wrong with the input, found before the first request. */
export function toValidationError(node: INode, problems: Problem[]): NodeOperationError {
	const { message, description } = describeProblems(problems, NOTHING_SENT);
	return new NodeOperationError(node, message, { description, itemIndex: problems[0]?.itemIndex });
}

/** What became of rows with a problem, and what to do now. */
export interface Fate {
	said: string;
	advice: string;
}

export const NOTHING_SENT: Fate = { said: 'Nothing was sent.', advice: 'Correct it and run again.' };

/** The other rows of the run have left, and most keys are made anew for each run. */
export const ROW_NOT_SENT: Fate = {
	said: 'This row was not sent.',
	advice:
		'Correct it and run only this row again: a new run orders every row it gets, unless Duplicate Protection is set to By External ID or By a Key of Your Own.',
};

export function describeProblems(
	problems: Problem[],
	{ said, advice }: Fate,
): { message: string; description: string } {
	const [first] = problems;
	if (problems.length === 1 && first !== undefined) {
		const message = `${withoutStop(describeProblem(first))}. ${said}`;
		return { message, description: advice };
	}
	const rows = new Set(problems.map(({ itemIndex }) => itemIndex)).size;
	const message = `${rows === 1 ? 'A row has' : `${rows} rows have`} fields to correct. ${said}`;
	return { message, description: listProblems(problems) };
}

const withoutStop = (text: string): string => text.replace(/\.$/, '');

/** How many are named; the rest is counted. */
export const MOST_PROBLEMS = 20;

function listProblems(problems: Problem[]): string {
	// n8n's editor shows the lines as one: only the full stop ends them there.
	const lines = problems.slice(0, MOST_PROBLEMS).map((one) => `${withoutStop(describeProblem(one))}.`);
	const more = problems.length - lines.length;
	return [...lines, ...(more > 0 ? [`and ${more} more.`] : [])].join('\n');
}
