/** Which runs there are: each call and each event of the baseline, with each fault that it may meet. */
import type { Attempt, Delivery, FaultRule, RecordedRequest } from '../library/types';

/** One run with one fault. */
export interface Trial {
	/** `POST /cards#2 lost-answer`, or `card.delivered#1 twice` */
	readonly name: string;
	readonly rule: FaultRule;
}

type CallFault = readonly [name: string, fault: FaultRule['fault']];
const READ_FAULTS: readonly CallFault[] = [
	['lost-answer', { cut: true }],
	['503', { status: 503 }],
	['429', { status: 429, retryAfter: 1 }],
];
/** A read has nothing to carry out before it fails. */
const CALL_FAULTS: readonly CallFault[] = [
	...READ_FAULTS,
	['accepted-then-500', { status: 500, after: true }],
];

const OUT_OF_ORDER = 'out_of_order';
const EVENT_FAULTS = {
	twice: 'duplicate',
	'out-of-order': OUT_OF_ORDER,
	late: 'late',
	forged: 'bad_signature',
	tampered: 'tampered',
	unsigned: 'unsigned',
	stale: 'stale',
} as const;

/** What nobody may take for an event of the service. */
const FORGED: ReadonlySet<string | null> = new Set(['bad_signature', 'tampered', 'unsigned', 'stale']);
export const isForged = ({ fault }: Attempt): boolean => FORGED.has(fault);

/** A letter's id is another one in each run. */
const operationOf = (path: string): string =>
	path
		.replace(/^\/v1/, '')
		.replace(/\?.*/, '')
		.replace(/^\/cards\/.+/, '/cards/');

/** Numbers each item among those of its name. */
function numbered<Item>(items: readonly Item[], nameOf: (item: Item) => string) {
	const seen = new Map<string, number>();
	return items.map((item) => {
		const name = nameOf(item);
		const nth = (seen.get(name) ?? 0) + 1;
		seen.set(name, nth);
		return { item, nth, place: `${name}#${String(nth)}` };
	});
}

function trialsOfCalls(calls: readonly RecordedRequest[]): Trial[] {
	const named = numbered(calls, ({ method, path }) => `${method} ${operationOf(path)}`);
	return named.flatMap(({ item: { method, path }, nth, place }) =>
		(method === 'GET' ? READ_FAULTS : CALL_FAULTS).map(([name, fault]) => ({
			name: `${place} ${name}`,
			rule: {
				on: { method: method === 'GET' ? 'GET' : 'POST', path: operationOf(path) },
				when: { nth },
				fault,
			},
		})),
	);
}

function trialsOfEvents(deliveries: readonly Delivery[]): Trial[] {
	const named = numbered(deliveries, ({ event, receiver }) =>
		receiver === 'main' ? event : `${event}@${receiver}`,
	);
	return named.flatMap(({ item, nth, place }, i) => {
		const { event, receiver, card_id: card } = item;
		const isOvertaken = deliveries
			.slice(i + 1)
			.some((later) => later.card_id === card && later.receiver === receiver);
		return Object.entries(EVENT_FAULTS)
			.filter(([, webhook]) => webhook !== OUT_OF_ORDER || isOvertaken)
			.map(([name, webhook]) => ({
				name: `${place} ${name}`,
				rule: { on: { event, receiver }, when: { nth }, fault: { webhook } },
			}));
	});
}

export function trialsOf(calls: readonly RecordedRequest[], deliveries: readonly Delivery[]): Trial[] {
	return [...trialsOfCalls(calls), ...trialsOfEvents(deliveries)];
}

/** The one of that name, else all whose names hold the text. */
export function chosen(trials: readonly Trial[], only: string | undefined): readonly Trial[] {
	if (only === undefined) return trials;
	const exact = trials.filter(({ name }) => name === only);
	return exact.length > 0 ? exact : trials.filter(({ name }) => name.includes(only));
}
