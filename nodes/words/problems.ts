/** What must be corrected before anything is sent, in words that name items as people see them. */
import { shorten } from './excerpt';
import { groupBy } from './groupBy';
import type { ItemNames } from './itemNames';
import { capitalize } from './itemNames';
import type { Fault, Problem } from './refusal';
import { inFull, Refusal } from './refusal';

/** For example `Postal Code (CEP) must have 8 digits, but is "123"`. */
export function describeFault(fault: Fault): string {
	const { given, hint } = fault;
	const but = given === undefined ? '' : `, but is ${shorten(given, LONGEST_VALUE)}`;
	return `${describeKind(fault)}${but}${describeHint(hint)}`;
}

/** What is wrong, whatever was given. */
function describeKind({ field, ...fault }: Fault): string {
	return shorten([field, inFull(fault)].filter(Boolean).join(' '), LONGEST_FAULT);
}

const describeHint = (hint?: string): string => (hint === undefined ? '' : `. ${hint}`);

const LONGEST_VALUE = 60;
const LONGEST_ID = 40;
const LONGEST_FAULT = 240;
/** People read one paragraph, and n8n's editor makes one of the list. */
const MOST_FAULTS = 6;

/** For example "Item 2 (line 3, External ID P-2002)". */
export function nameItem(
	{ itemIndex, externalId }: Pick<Problem, 'itemIndex' | 'externalId'>,
	names: ItemNames,
): string {
	const line = names.lineOf(itemIndex);
	const known = [
		...(line === undefined ? [] : [`line ${line}`]),
		...(externalId === undefined ? [] : [`External ID ${shorten(externalId, LONGEST_ID)}`]),
	];
	return `Item ${itemIndex + 1}${names.roundOf([itemIndex])}${known.length === 0 ? '' : ` (${known.join(', ')})`}`;
}

/** For example "Item 2: State is empty", "Item 2 was not fine in the check". */
function describeProblem(problem: Problem, names: ItemNames): string {
	const colon = isOfItem(problem) ? '' : ':';
	return `${nameItem(problem, names)}${colon} ${describeFault(problem)}`;
}

/** Said of the item itself, not of a field or of the run. */
const isOfItem = ({ field, text }: Problem): boolean => field === undefined && /^[a-z]/.test(text);

const isOneItem = (problems: readonly Problem[]): boolean =>
	problems.every(({ itemIndex }) => itemIndex === problems[0]?.itemIndex);

/** Everything wrong with the input, found before the first request. */
export function refuseItems(problems: readonly Problem[], names: ItemNames): Refusal {
	return new Refusal(summarize(problems, names), undefined, problems);
}

/** As messages name it, which n8n logs. */
export const withoutValues = (problem: Problem): Problem => ({
	...problem,
	externalId: undefined,
	found: undefined,
	given: undefined,
});

/** In one sentence, without a full stop, and without what a recipient's fields say: n8n logs it. */
export function summarize(problems: readonly Problem[], names: ItemNames): string {
	const [first] = problems;
	if (first === undefined) return '';
	const unquoted = withoutValues(first);
	if (problems.length === 1) return withoutStop(describeProblem(unquoted, names));
	if (isOneItem(problems)) return `${nameItem(unquoted, names)} has ${problems.length} fields to correct`;
	const items = new Set(problems.map(({ itemIndex }) => itemIndex)).size;
	return `${items} items have fields to correct`;
}

/** What stands below a sentence: the problems it does not say itself, and at the end the next step. */
export function describeBelow(
	sentence: string,
	problems: readonly Problem[],
	names: ItemNames,
	advice: string,
): string {
	const [first] = problems;
	if (first === undefined) return advice;
	const { externalId, found, given } = first;
	const whose =
		externalId !== undefined && isOneItem(problems) ? `External ID ${shorten(externalId, LONGEST_ID)}.` : '';
	const isSaid =
		problems.length === 1 &&
		(found ?? given) === undefined &&
		sentence.startsWith(summarize(problems, names));
	const list = isSaid ? '' : listProblems(problems, names);
	return [whose, list, advice].filter(Boolean).join('\n');
}

const withoutStop = (text: string): string => text.replace(/\.$/, '');

/**
 * What several items have in common is said once. Of more than six such faults, the five most frequent are
 * said and the others counted: never the last one of a few.
 * @param isNamed Whether the reader knows which item the problems of a single one are in.
 */
export function listProblems(
	problems: readonly Problem[],
	names: ItemNames,
	isNamed = isOneItem(problems),
): string {
	const groups = groupByFault(problems);
	const said = groups.length > MOST_FAULTS ? groups.slice(0, MOST_FAULTS - 1) : groups;
	const rest = groups.slice(said.length).flat();
	return [
		// n8n's editor shows the lines as one: only the full stop ends them there.
		...said.map((group) => `${withoutStop(describeGroup(group, isNamed, names))}.`),
		...(rest.length > 0 ? [describeRest(rest)] : []),
	].join('\n');
}

function describeRest(rest: readonly Problem[]): string {
	const items = new Set(rest.map(({ itemIndex }) => itemIndex)).size;
	const where = items === 1 ? '' : ` in ${items} items`;
	return `And ${rest.length} more${where}.`;
}

/** The most frequent fault first. */
function groupByFault(problems: readonly Problem[]): Problem[][] {
	const groups = groupBy(problems, ({ field, text, found, hint }) =>
		JSON.stringify([field, text, found, hint]),
	);
	return [...groups.values()].sort((one, other) => other.length - one.length);
}

const MOST_PLACES = 3;

/** For example "Postal Code (CEP) must have 8 digits: items 7, 12, 20 and 9 more". */
function describeGroup(group: Problem[], inOneItem: boolean, names: ItemNames): string {
	const [first, another] = group as [Problem, ...Problem[]];
	if (first.inAll === true || (inOneItem && another === undefined)) return describeFault(first);
	if (another === undefined) return describeProblem(first, names);
	const kind = describeKind(first);
	const places = namePlaces(group, names);
	const both = isOfItem(first) ? `${capitalize(places)}: ${kind}` : `${kind}: ${places}`;
	return `${both}${describeHint(first.hint)}`;
}

function namePlaces(group: Problem[], names: ItemNames): string {
	const itemIndexes = [...new Set(group.map(({ itemIndex }) => itemIndex))];
	return itemIndexes.length === names.count
		? `all ${names.count} items${names.roundOf(itemIndexes)}`
		: names.of(itemIndexes, MOST_PLACES);
}

/** What an expression gave, for a text that names it. */
export function quoteValue(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'nothing';
	return shorten(JSON.stringify(value), LONGEST_VALUE);
}
