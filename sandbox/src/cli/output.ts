/** What the verbs print: a line a person reads, or with --json the answer as it came. */
import type { ReceiverView } from '../client/controlClient';
import type { Attempt, Delivery, Letter, RecordedRequest } from '../library/types';
import { MAIN } from '../webhooks/receivers';

export interface Output {
	/** Each item as a line, or all of it as JSON. */
	show: <Item>(answer: Item | readonly Item[], line: (item: Item) => string, ifEmpty?: string) => void;
	/** A word on the whole, which is not part of the JSON. */
	note: (text: string) => void;
}

export function createOutput(isJson: boolean, print: (line: string) => void): Output {
	return {
		note: (text) => {
			if (!isJson) print(text);
		},
		show: (answer, line, ifEmpty = '') => {
			if (isJson) {
				print(JSON.stringify(answer, null, 2));
				return;
			}
			const items = Array.isArray(answer)
				? (answer as Parameters<typeof line>[0][])
				: [answer as Parameters<typeof line>[0]];
			if (items.length === 0) print(ifEmpty);
			for (const item of items) print(line(item));
		},
	};
}

/** Sandbox time, to the second. */
const timeOf = (at: string): string => at.slice(11, 19);

export function letterLine({ id, status, external_id: externalId, request: { to } }: Letter): string {
	return `${id}  ${status.padEnd(10)} ${to.name}, ${to.city}${externalId == null ? '' : ` (${externalId})`}`;
}

type Call = Pick<RecordedRequest, 'at' | 'method' | 'path' | 'status' | 'fault' | 'idempotency_key'>;

export function requestLine({ at, method, path, status, fault, idempotency_key: key }: Call): string {
	const notes = [fault === null ? '' : `fault ${fault}`, key === null ? '' : `key ${key}`];
	const outcome = status === null ? 'no answer' : String(status);
	return [timeOf(at), method.padEnd(4), path, '→', outcome, ...notes.filter(Boolean)].join(' ');
}

function outcomeOf({ status, error, fault, duration_ms: duration }: Attempt): string {
	const answer = status === null ? `no answer: ${error ?? ''}` : String(status);
	return `${answer} in ${String(duration)} ms${fault === null ? '' : `, fault ${fault}`}`;
}

type Sent = Pick<Delivery, 'event' | 'card_id' | 'receiver' | 'status' | 'next_attempt_at'> & {
	attempts: readonly Attempt[];
};

export function deliveryLine({
	event,
	card_id: card,
	receiver,
	attempts,
	status,
	next_attempt_at: next,
}: Sent): string {
	const last = attempts.at(-1);
	const outcome = last === undefined ? status : outcomeOf(last);
	const retry = next === null ? '' : `, again at ${timeOf(next)}`;
	const gaveUp = status === 'failed' ? ', given up' : '';
	const to = receiver === MAIN ? '' : ` ${receiver}:`;
	const time = last === undefined ? '--:--:--' : timeOf(last.at);
	return `${time} ${event} ${card} →${to} ${outcome}${retry}${gaveUp}`;
}

export function receiverLine({ name, url, events, allowSelfSigned }: ReceiverView): string {
	const certificate = allowSelfSigned ? ', any certificate' : '';
	return `${name}  ${url ?? 'no URL'}  (${events?.join(', ') ?? 'all events'}${certificate})`;
}
