/** What the verbs print: a line a person reads, or with --json the answer as it came. */
import type { ReceiverView } from '../client/controlClient';
import type { Attempt, Delivery, Letter, RecordedMessage, RecordedRequest } from '../library/types';
import { MAIN } from '../webhooks/receivers';

export interface Output {
	/** Each item as a line, or all of it as JSON. */
	show: <Item>(answer: Item | readonly Item[], line: (item: Item) => string, ifEmpty?: string) => void;
	/** One of many that come in time: a line each, as JSON too. */
	one: <Item>(item: Item, line: (item: Item) => string) => void;
	/** A word on the whole, which is not part of the JSON. */
	note: (text: string) => void;
}

export function createOutput(isJson: boolean, print: (line: string) => void): Output {
	return {
		one: (item, line) => {
			print(isJson ? JSON.stringify(item) : line(item));
		},
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

/** Sandbox time, to the second, in UTC. */
const timeOf = (at: string): string => `${at.slice(11, 19)}Z`;

/** What moves a terminal's cursor, colours it or turns its text round, in names and whatever else is sent. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** On one line. */
export const printable = (text: string): string =>
	text.replaceAll(UNPRINTABLE, (sign) =>
		sign === '\n' ? '\\n' : `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
	);

export function letterLine({ id, status, external_id: externalId, request: { to } }: Letter): string {
	const note = externalId == null ? '' : ` (${externalId})`;
	return printable(`${id}  ${status.padEnd(10)} ${to.name}, ${to.city}${note}`);
}

type Call = Pick<
	RecordedRequest,
	'at' | 'method' | 'path' | 'status' | 'fault' | 'error' | 'idempotency_key'
>;

const LONGEST_REASON = 300;

/** On one line, however long a refused value is. */
function reason(error: string): string {
	const line = error.replaceAll(/\s+/g, ' ');
	return line.length <= LONGEST_REASON ? line : `${line.slice(0, LONGEST_REASON)}…`;
}

export function requestLine({ at, method, path, status, fault, error, idempotency_key: key }: Call): string {
	const notes = [
		error === null ? '' : reason(error),
		fault === null ? '' : `(fault ${fault})`,
		key === null ? '' : `(key ${key})`,
	];
	const outcome = status === null ? 'no answer' : String(status);
	return printable([timeOf(at), method.padEnd(4), path, '→', outcome, ...notes.filter(Boolean)].join(' '));
}

function messageText(message: RecordedMessage): string {
	const headers = Object.entries(message.headers).map(([name, value]) => `  ${name}: ${String(value)}`);
	const body = message.not_read ? ['  (not read)'] : indented(message.body);
	return [...headers, '', ...body].map(printable).join('\n');
}

/** JSON in its usual layout; anything else, and JSON that was cut, as it is. */
function indented(body: string | null): string[] {
	if (body === null) return ['  (no body)'];
	let text = body;
	try {
		text = JSON.stringify(JSON.parse(body), null, 2);
	} catch {
		// Not JSON.
	}
	return text.split('\n').map((line) => `  ${line}`);
}

/** All that is known of one letter. */
export function letterText(letter: Letter): string {
	const timeline = letter.events.map(({ type, at }) => `  ${at}  ${type}`);
	const order = indented(JSON.stringify(letter.request));
	const tracking = letter.tracking_code == null ? [] : [`tracking code ${letter.tracking_code}`];
	const lines = [...tracking, '', 'Timeline', ...timeline, '', 'Order', ...order];
	return [letterLine(letter), ...lines.map(printable)].join('\n');
}

const KEY_BELONGS = 'Send it as "Authorization: Bearer KEY".';
const WHY_KEY: Readonly<Record<string, (where: string) => string>> = {
	no_key: () => `There is no API key. ${KEY_BELONGS}`,
	no_scheme: () => `The Authorization header has no scheme. ${KEY_BELONGS}`,
	other_scheme: (where) =>
		`The Authorization header has another scheme${where && ` (${where})`}. ${KEY_BELONGS}`,
	other_header: (where) => `The key came in the header ${where}. ${KEY_BELONGS}`,
	in_query: (where) => `The key came in the query, as ${where}. ${KEY_BELONGS}`,
	wrong_key: () => 'The header is right, but the key is none of this sandbox.',
};

function whyLines(why: RecordedRequest['why']): string[] {
	if (why === null) return [];
	const { code, where = '', first = null, differences = [] } = why;
	if (code !== 'other_contents') return [`Why: ${WHY_KEY[code]?.(where) ?? code}`];
	if (first === null) return ['Why: the first call under this key is no longer kept.'];
	const changes = differences.map(
		(one) => `  ${one.path}: ${one.first ?? '(none)'} → ${one.now ?? '(none)'}`,
	);
	return [`Why: it differs from the first call under this key, ${first}`, ...changes];
}

/** All that is known of one call. */
export function requestText(call: RecordedRequest): string {
	const { request, answer } = call;
	const gone = '  Only the newest 1,000 calls are kept with headers and body.';
	const none = '  None: a fault destroyed the connection.';
	const answerText = answer === null ? none : messageText(answer);
	return [
		requestLine(call),
		`request_id ${call.request_id}`,
		...whyLines(call.why).map(printable),
		'',
		'Request',
		request === null ? gone : messageText(request),
		'',
		'Answer',
		request === null ? gone : answerText,
	].join('\n');
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
	return printable(`${time} ${event} ${card} →${to} ${outcome}${retry}${gaveUp}`);
}

export function receiverLine({ name, url, events, allowSelfSigned }: ReceiverView): string {
	const certificate = allowSelfSigned ? ', any certificate' : '';
	return printable(`${name}  ${url ?? 'no URL'}  (${events?.join(', ') ?? 'all events'}${certificate})`);
}
