/**
 * What stops a run that would order or change something: the editor and agents, by Ordering Mode; letter events,
 * which start every published workflow that listens to them, also the one that ordered the letter; and too many
 * letters, with those that the execution has ordered before.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readData, readStart } from '../../n8n/run';
import type { Task } from '../../n8n/run';
import { count } from '../../words/itemNames';
import { Refusal } from '../../words/refusal';
import { hasOwnKeys } from '../letter/assignKeys';
import { KEY_LABEL } from '../letter/letterFields';
import type { Found } from '../letter/letters';
import type { Options } from './options';
import { LETTER_EVENTS_LABEL, MAX_LETTERS_LABEL } from './options';
import { readIntent } from './orderingMode';

/**
 * For what changes something and cannot be checked beforehand.
 * @throws Refusal where an order would not leave either
 */
export function refuseUnlessOrdering(context: IExecuteFunctions, options: Options): void {
	const intent = readIntent(context);
	if (intent.does === 'check') {
		throw new Refusal('Nothing was sent, because this run only checks', intent.note ?? intent.notice);
	}
	refuseOnLetterEvents(context, options);
}

const TRIGGER = '.handwrittenLettersTrigger';
const isLetterTrigger = (type: string | undefined): boolean => type?.endsWith(TRIGGER) === true;

const PROBLEM = 'The events of this letter would start the workflow again, which orders the next letter';
const ADVICE = `If it is meant, add the option ${LETTER_EVENTS_LABEL}, and put a Filter on data.external_id before this node, so that the events of the new letter order nothing`;

/** @throws Refusal where the events of the letters would start the run again */
export function refuseOnLetterEvents(context: IExecuteFunctions, { orderOnLetterEvents }: Options): void {
	if (!orderOnLetterEvents && startedByLetterEvent(context)) throw new Refusal(PROBLEM, `${ADVICE}.`);
}

/** n8n 2 also tells it to the workflows that a run calls; n8n 1 knows only what started the run itself. */
function startedByLetterEvent(context: IExecuteFunctions): boolean {
	const told = context.getExecutionContext()?.triggerNode?.type;
	if (told !== undefined) return isLetterTrigger(told);
	const start = readStart(context);
	return context
		.getParentNodes(context.getNode().name)
		.some(({ name, type }) => name === start && isLetterTrigger(type));
}

/**
 * An error output that leads back to the node: what may have been ordered comes with the key of its first round.
 * @throws Refusal where a letter would get another one
 */
export function refuseUnnamedLetters(context: IExecuteFunctions, found: Found[]): void {
	const isUnknown = detailsIn(ownRuns(context)).some(({ outcome }) => outcome === 'unknown');
	const isUnnamed = ({ requests }: Found) => requests.some(({ key }) => key?.comesAgain === 'withRun');
	if (!isUnknown || hasOwnKeys(context) || !found.some(isUnnamed)) return;
	throw new Refusal(
		'An earlier round of this node may have ordered a letter, so this round orders none without an External ID',
		`Set the option ${KEY_LABEL} to {{ $json.error.details.idempotency_key ?? '' }}, so that a letter of the error output keeps its key, or give each letter an External ID.`,
	);
}

/** How many letters a run has, those to correct included: they were meant to be ordered. */
const countLetters = (found: Found[]): number =>
	new Set(
		found
			.flatMap(({ requests, problems }) => [...requests.flatMap(({ letters }) => letters), ...problems])
			.map(({ itemIndex }) => itemIndex),
	).size;

/** @throws Refusal when the run may not order as many, with what earlier rounds of the node have ordered */
export function refuseTooMany(context: IExecuteFunctions, found: Found[], { maxLetters }: Options): void {
	const letters = countLetters(found);
	const before = countIn(ownRuns(context));
	if (letters + before <= maxLetters) return;
	const problems = found.flatMap((one) => one.problems);
	const wrong = new Set(problems.map(({ itemIndex }) => itemIndex)).size;
	const toCorrect = wrong === 0 ? '' : ` (${wrong} of them to correct)`;
	const earlier = before === 0 ? '' : ` beside the ${before} of earlier rounds`;
	throw new Refusal(
		`This run would order ${count(letters, 'letter')}${toCorrect}${earlier}, but ${MAX_LETTERS_LABEL} is ${maxLetters}`,
		`If you want to order all of them, raise ${MAX_LETTERS_LABEL} under Options. If not, look for the node before this one that gives too many items.`,
		problems,
	);
}

/** The same in a check. */
export function limitWarnings(found: Found[], { maxLetters }: Options): string[] {
	const letters = countLetters(found);
	if (letters <= maxLetters) return [];
	return [
		`This run has ${letters} letters, but ${MAX_LETTERS_LABEL} is ${maxLetters}: an order would be rejected`,
	];
}

/** How many letters the execution has ordered so far, by any node. */
export const countOrdered = (context: IExecuteFunctions): number =>
	countIn(Object.values(readData(context).resultData?.runData ?? {}).flat());

/** By this node alone. */
const ownRuns = (context: IExecuteFunctions): Task[] =>
	readData(context).resultData?.runData?.[context.getNode().name] ?? [];

/** Each once, though later nodes hand the items on. The answer to a batch names none of its letters. */
function countIn(runs: Task[]): number {
	const letters = new Map<string, number>();
	for (const { outcome, id, batch_id: batchId, total_cards: total } of detailsIn(runs)) {
		if (outcome !== 'ordered') continue;
		if (typeof batchId === 'string') letters.set(batchId, Number(total));
		else if (typeof id === 'string') letters.set(id, 1);
	}
	return [...letters.values()].reduce((sum, count) => sum + count, 0);
}

function detailsIn(runs: Task[]): IDataObject[] {
	const items = runs.flatMap(({ data }) => (data?.main ?? []).flatMap((output) => output ?? []));
	return items.map(({ json }) => detailsOf(json));
}

/** An item of the error output has it among its details. */
function detailsOf(json: IDataObject = {}): IDataObject {
	const { error } = json;
	const details = typeof error === 'object' && error !== null && 'details' in error ? error.details : json;
	return (details ?? {}) as IDataObject;
}
