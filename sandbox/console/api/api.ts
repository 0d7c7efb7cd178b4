/** The control API, one function per call. The console does nothing that `curl` could not do. */
import { words } from '../words/words';
import type {
	CardEventName,
	CardStatus,
	Delivery,
	FaultRule,
	JournalEntry,
	Letter,
	LetterPage,
	Limits,
	Mistake,
	ReceiverSettings,
	Speed,
	State,
} from './model';

type Query = Record<string, string | number | undefined>;

function withQuery(path: string, query: Query): string {
	const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
	const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
	return given.length === 0 ? path : `${path}?${text.toString()}`;
}

export class RefusedError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
	let answer: Response;
	try {
		answer = await fetch(path, { method, ...init });
	} catch {
		throw new Error(words.ui.noAnswer);
	}
	if (answer.ok) return answer;
	const text = await answer.text();
	let message = `${answer.status} ${answer.statusText}`;
	try {
		const { error } = JSON.parse(text) as { error: { code: string; message: string } };
		const known: Readonly<Record<string, string>> = words.refusals;
		message = known[error.code] ?? error.message;
	} catch {
		// Not the service's envelope: the status has to do.
	}
	throw new RefusedError(answer.status, message);
}

const json = (body: unknown): RequestInit => ({
	body: JSON.stringify(body),
	headers: { 'Content-Type': 'application/json' },
});

async function read<T>(path: string, query: Query = {}): Promise<T> {
	return (await (await send('GET', withQuery(`/_sandbox${path}`, query))).json()) as T;
}

async function write(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<void> {
	await send(method, `/_sandbox${path}`, body === undefined ? {} : json(body));
}

const one = (kind: string, id: string) => `/${kind}/${encodeURIComponent(id)}`;

export interface LetterQuery {
	readonly status?: CardStatus;
	readonly search: string;
	readonly limit: number;
	readonly offset: number;
}

export const api = {
	state: () => read<State>('/state'),
	letters: ({ status, search, limit, offset }: LetterQuery) =>
		read<LetterPage>('/cards', { status, search, limit, offset }),
	letter: (id: string) => read<Letter>(one('cards', id)),
	advance: (id: string, to?: CardStatus) =>
		write('POST', `${one('cards', id)}/advance`, to === undefined ? {} : { to }),
	deliveries: (query: { limit: number; card?: string; status?: string; text?: string; only?: string }) =>
		read<{ deliveries: readonly Delivery[]; total: number }>('/deliveries', query),
	redeliver: (id: string) => write('POST', `${one('deliveries', id)}/redeliver`),
	/** Those that make this signature; null where none is known. */
	mistakesIn: async (id: string, signature: string): Promise<readonly Mistake[] | null> => {
		const answer = await send('POST', `/_sandbox${one('deliveries', id)}/signature`, json({ signature }));
		return ((await answer.json()) as { mistakes: readonly Mistake[] | null }).mistakes;
	},
	sendEvent: (event: CardEventName, card?: string, receiver?: string) =>
		write('POST', '/events', { event, card, receiver }),
	requests: (query: { limit: number; text: string; only: string }) =>
		read<{ requests: readonly JournalEntry[]; total: number }>('/requests', query),
	setFaults: (rules: readonly FaultRule[]) => write('PUT', '/faults', { rules }),
	setLimits: (limits: Limits) => write('PUT', '/limits', limits),
	setReceiver: (name: string, settings: ReceiverSettings) => write('PUT', one('receivers', name), settings),
	removeReceiver: (name: string) => write('DELETE', one('receivers', name)),
	setHeaderPrefix: (headerPrefix: string) => write('PUT', '/webhook', { headerPrefix }),
	advanceClock: (advanceSeconds: number) => write('PUT', '/clock', { advanceSeconds }),
	setSpeed: (speed: Speed) => write('PUT', '/clock', { speed }),
	reset: () => write('POST', '/reset'),
	/** The one call to the service itself, as a customer would make it. */
	orderLetter: async (apiKey: string, key: string, order: object): Promise<void> => {
		const init = json(order);
		const headers = {
			...(init.headers as Record<string, string>),
			Authorization: `Bearer ${apiKey}`,
			'Idempotency-Key': key,
		};
		await send('POST', '/v1/cards', { ...init, headers });
	},
};
