/** What the output pane says of a finished order: how many letters there are, and when they leave. */
import type { Batch, Card } from '../../contract/contract';
import type { ItemNames } from '../../words/itemNames';
import { count } from '../../words/itemNames';
import type { Answered } from '../service/result';

/** What came of a run, for the sentence above its output. */
export interface Report {
	answers: Answered[];
	failedItems: number;
	/** How long the run waited for the rate limit. */
	waitedMs: number;
	/** Tells the sandbox from the real service, which no notice in the panel could do. */
	host: string;
}

/** For example "3 letters ordered at api.example.com; estimated posting 2026-11-25." */
export function describeCards(report: Report): string {
	const { fresh, before } = sort<Card>(report.answers, ({ id }) => id);
	return join(
		before.length === 0
			? `${count(fresh.length, 'letter')} ordered at ${report.host}${failures(report)}`
			: `${fresh.length} ordered${failures(report)}; ${before.length} had been ordered before${since(before)} at ${report.host}`,
		estimate([...fresh, ...before]),
		waiting(report),
	);
}

/** For example ", on 2025-11-24", ", from 2025-11-24 to 2026-11-24". */
function since(cards: Card[]): string {
	const days = daysOf(cards.map(({ created_at: at }) => at));
	if (days.length === 0) return '';
	const [first, last] = [days[0], days.at(-1)];
	return first === last ? `, on ${first}` : `, from ${first} to ${last}`;
}

/** The answer to a batch names none of its letters (spec, Resources: Batch). */
export function describeBatches(report: Report): string {
	const { fresh, before } = sort<Batch>(report.answers, ({ batch_id: id }) => id);
	const number = (batches: Batch[], noun: string) =>
		count(
			batches.reduce((sum, { total_cards: total }) => sum + total, 0),
			noun,
		);
	const inBatches = (batches: Batch[]) => `in ${count(batches.length, 'batch', 'batches')}`;
	return join(
		before.length === 0
			? `${number(fresh, 'letter')} ordered ${inBatches(fresh)} at ${report.host}${failures(report)}`
			: `${number(fresh, 'new letter')}${failures(report)}; ${number(before, 'letter')} ${inBatches(before)} had been ordered before at ${report.host}`,
		'a batch returns no letter IDs: receive events to follow its letters',
		waiting(report),
	);
}

/** The answer names no letter (spec, Resources: Batch): their number is all there is to compare. */
export function doubtNumber({ request, body }: Answered, names: ItemNames): string | undefined {
	const { batch_id: id, total_cards: total } = body as Batch;
	const sent = request.letters.length;
	if (total === sent) return undefined;
	return `The service counts ${total} letters in batch ${id}, but ${sent} were sent (${names.of(request.itemIndexes)}). Ask the support of the letter service before you order any of them again.`;
}

/** Each resource once, though several items share it: new when it was for any of them. */
function sort<T>(answers: Answered[], idOf: (body: T) => string): { fresh: T[]; before: T[] } {
	const byId = new Map<string, { body: T; isNew: boolean }>();
	for (const { body, outcome } of answers) {
		const id = idOf(body as T);
		const isNew = byId.get(id)?.isNew === true || outcome === 'ordered';
		byId.set(id, { body: body as T, isNew });
	}
	const all = [...byId.values()];
	const those = (wanted: boolean) => all.filter(({ isNew }) => isNew === wanted).map(({ body }) => body);
	return { fresh: those(true), before: those(false) };
}

function estimate(cards: Card[]): string {
	const known = daysOf(cards.map(({ estimated_posting_at: at }) => at));
	if (known.length === 0) return 'no estimated posting yet';
	const [first, last] = [known[0], known.at(-1)];
	const days = first === last ? first : `${first} to ${last}`;
	const open = cards.length - known.length;
	return `estimated posting ${days}${open > 0 ? `, not known yet for ${open}` : ''}`;
}

/** In order, each as its item has it: another time zone would show another day. */
function daysOf(times: Array<string | null | undefined>): string[] {
	return times.flatMap((at) => (Number.isNaN(Date.parse(at ?? '')) ? [] : [(at ?? '').slice(0, 10)])).sort();
}

/** A wait of less than a second is nobody's concern. */
function waiting({ waitedMs }: Report): string {
	const seconds = Math.round(waitedMs / 1000);
	if (seconds === 0) return '';
	const time = seconds < 120 ? count(seconds, 'second') : count(Math.round(seconds / 60), 'minute');
	return `the run waited ${time} for the rate limit`;
}

const failures = ({ failedItems }: Report): string =>
	failedItems > 0 ? `, ${count(failedItems, 'item')} failed` : '';

const join = (...parts: string[]): string => `${parts.filter(Boolean).join('; ')}.`;
