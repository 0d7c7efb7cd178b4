/**
 * The ledger over two months in which everything goes wrong: calls fail and break off, events come
 * twice, out of order, wrongly signed or never, n8n is killed twice, and another program orders letters
 * under the same External IDs. At the end the ledger's report is compared with the sandbox's letters,
 * one by one.
 */
import { request } from 'undici';

import type { CardStatus } from '../../nodes/contract/contract';
import { createClock } from '../../sandbox/src/time/clock';
import { ExampleWorkflow } from '../../tools/n8n/exampleRun';
import { FINAL } from '../../tools/n8n/execution';
import type { Scene } from '../../tools/n8n/scene';
import { traits } from '../../tools/n8n/scene';
import { until } from '../../tools/waiting';
import { withScene } from '../support/withScene';
import type { LedgerOrder } from './examples/ledger';
import { ledgerChanges, ledgerOrder } from './examples/ledger';

jest.setTimeout(3_600_000);

const ORDERS = 400;
const SILENT_DAYS = 14;
const DAYS = 60;
const DAY_SECONDS = 86_400;
/** Steps of the service's time: n8n is there, or it is down until each event has been given up. */
const SOON_SECONDS = 60;
const WHILE_DOWN_SECONDS = 2 * 3_600;
/** A busy machine takes long; nothing here is measured. */
const LONG_WAIT = { timeoutMs: 1_200_000 };
/** Fast enough for a test; days are the same in n8n as here. */
const ENV = { N8N_EXPRESSION_ENGINE: 'legacy', GENERIC_TIMEZONE: 'UTC' };

const FAULTS = [
	{ on: { method: 'POST' }, when: { every: 29 }, fault: { status: 503 } },
	{ on: { method: 'POST' }, when: { every: 41 }, fault: { cut: true } },
	{ on: { method: 'GET' }, when: { every: 37 }, fault: { reset: true } },
	{ when: { every: 5 }, fault: { webhook: 'out_of_order' } },
	{ when: { every: 7 }, fault: { webhook: 'duplicate' } },
	{ when: { every: 13 }, fault: { webhook: 'bad_signature' } },
	{ when: { every: 17 }, fault: { webhook: 'stale' } },
];

interface Letter {
	id: string;
	external_id: string;
	status: CardStatus;
	events: Array<{ at: string }>;
}

interface Delivery {
	card_id: string;
	status: string;
	attempts: Array<{ status: number | null; answer: string | null }>;
}

const clock = createClock();
let scene: Scene;
let ledger: ExampleWorkflow;

withScene(
	(started) => {
		scene = started;
	},
	{ sandbox: { clock }, env: ENV },
);

const EVENT = 'Letter Event';
const idOf = (index: number): string => `P-${String(index).padStart(4, '0')}`;
const indexOf = (externalId: string): number => Number(externalId.slice(2));
/** A spreadsheet dropped the zero at the beginning of its CEP. */
const isBad = (index: number): boolean => index % 100 === 50;
const orders: LedgerOrder[] = Array.from({ length: ORDERS }, (_none, index) =>
	ledgerOrder(idOf(index), isBad(index) ? { zip: '1310100' } : {}),
);

/** Where each letter is at the end, by its order; the last ones of these set off late. */
const FATES: CardStatus[] = [
	'delivered',
	'delivered',
	'returned',
	'posted',
	'in_transit',
	'writing',
	'queued',
	'posted',
];
const SETS_OFF_LATE = FATES.length - 1;
const fateOf = (index: number): number => index % FATES.length;
/** When letters move: most of them while n8n is down. */
const MOVES = ['before', 'down', 'down', 'down', 'after'] as const;
const moves = (when: (typeof MOVES)[number]) => (index: number) =>
	MOVES[Math.floor(index / FATES.length) % MOVES.length] === when && fateOf(index) !== SETS_OFF_LATE;

/** Orders of which another program orders a second letter: at three moments, and one nobody hears of. */
const AGAIN = [0, 1, 2].map((moment) =>
	Array.from({ length: 13 }, (_none, index) => idOf(moment * 120 + index * 9 + 3)),
);
const UNHEARD = idOf(397);
const isUnheard = ({ id, external_id }: Letter): boolean => external_id === UNHEARD && secondLetters.has(id);

const letters = async (): Promise<Letter[]> =>
	(await scene.sandbox.control<{ cards: Letter[] }>('GET', '/cards')).cards;
const deliveries = async (): Promise<Delivery[]> =>
	(await scene.sandbox.control<{ deliveries: Delivery[] }>('GET', '/deliveries')).deliveries;

const createLedger = (today: string): Promise<ExampleWorkflow> =>
	ExampleWorkflow.create(scene, 'letter-ledger', {
		changes: ledgerChanges(orders, { letters_per_month: ORDERS, silent_days: SILENT_DAYS, today }),
	});

/** The letters that another program ordered. */
const secondLetters = new Set<string>();

async function orderAgain(externalId: string): Promise<void> {
	const { baseUrl, apiKey } = scene.sandbox.credential;
	const { name, street, city, state, zip, message } = ledgerOrder(externalId);
	const send = (): Promise<string | undefined> =>
		request(`${baseUrl}/cards`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${apiKey}`,
				'content-type': 'application/json',
				'idempotency-key': `of another program: ${externalId}`,
			},
			body: JSON.stringify({
				to: { name, address_line1: street, city, state, zip },
				message,
				external_id: externalId,
			}),
		}).then(
			async ({ statusCode, body }) => {
				const text = await body.text();
				return statusCode === 201 ? (JSON.parse(text) as Letter).id : undefined;
			},
			() => undefined,
		);
	secondLetters.add(await until(`a second letter of ${externalId}`, send));
}

async function moveTo(isMeant: (index: number) => boolean): Promise<void> {
	for (const { id, external_id: externalId, status } of await letters()) {
		const index = indexOf(externalId);
		const to = FATES[fateOf(index)] ?? status;
		if (to === status || secondLetters.has(id) || !isMeant(index)) continue;
		await scene.sandbox.control('POST', `/cards/${id}/advance`, { to });
	}
}

/** Lets the service's time pass, up to where no event is on its way any more. */
async function nothingPending(stepSeconds: number): Promise<void> {
	await until(
		'all deliveries to end',
		async () => {
			clock.advance(stepSeconds);
			return (await deliveries()).every(({ status }) => status !== 'pending');
		},
		LONG_WAIT,
	);
}

/** What a user does after a crash: "Retry execution" of every event that was cut off. */
async function retryCrashed(): Promise<number> {
	const events = async () =>
		(await scene.storedExecutions(ledger.workflow)).filter(
			(execution) => execution.startedWith(EVENT) !== undefined,
		);
	const ended = await until(
		'all events to be worked off',
		async () => {
			const all = await events();
			return all.every(({ status }) => FINAL.includes(status)) ? all : undefined;
		},
		LONG_WAIT,
	);
	const crashed = ended.filter(({ status }) => status === 'crashed');
	for (const { id } of crashed) await ledger.retry(String(id));
	return crashed.length;
}

/** What the report says of an order, and what it has to say from what the service knows. */
interface Row {
	order: string;
	letters: string[];
	/** The day of the last event of the letter that is shown. */
	since: string;
	what: string;
	note: unknown;
}

const lastEvent = ({ events }: Letter): string => events.at(-1)?.at ?? '';

function becameOf([letter, second]: Letter[], today: string): Pick<Row, 'what' | 'note'> {
	if (letter === undefined) return { what: 'Not ordered', note: expect.stringMatching(/8 digits/) };
	if (second !== undefined) return { what: 'Ordered twice', note: expect.any(String) };
	if (letter.status === 'delivered') return { what: 'Delivered', note: 'Nothing to do.' };
	if (letter.status === 'returned') return { what: 'Returned', note: 'Ask for a new address.' };
	const silentSince = new Date(Date.parse(today) - SILENT_DAYS * DAY_SECONDS * 1000).toISOString();
	if (lastEvent(letter) >= silentSince) return { what: 'On its way', note: 'Nothing to do.' };
	return { what: 'Stuck', note: `Still ${letter.status}. Ask the letter service.` };
}

/** Letters of which n8n has taken an event. While it starts, it answers 200 and takes none. */
const heardOf = async (): Promise<Set<string>> =>
	new Set(
		(await deliveries())
			.filter(({ attempts }) =>
				attempts.some(({ status, answer }) => status === 200 && !answer?.includes('starting up')),
			)
			.map(({ card_id }) => card_id),
	);

/** Ordered right before n8n is killed: an event may take effect and its answer be lost with n8n. */
const isInFlight = ({ external_id: externalId }: Letter): boolean => AGAIN[1]?.includes(externalId) === true;

/**
 * The API has no list of letters: one that another program ordered is known from its events alone.
 * Of two letters the report may show either, whichever n8n heard of first.
 */
async function truth(reported: ReportItem[], today: string): Promise<Row[]> {
	const shown = new Set(reported.map(({ letter }) => letter));
	const named = new Set(reported.flatMap((item) => rowOf(item).letters));
	const heard = await heardOf();
	const isKnown = (letter: Letter): boolean =>
		!secondLetters.has(letter.id) || heard.has(letter.id) || (isInFlight(letter) && named.has(letter.id));
	const known = (await letters()).filter(isKnown);
	const byOrder = new Map<string, Letter[]>(orders.map(({ external_id }) => [external_id, []]));
	for (const letter of known) byOrder.get(letter.external_id)?.push(letter);
	return [...byOrder].map(([order, its]) => {
		const first = its.find(({ id }) => shown.has(id)) ?? its[0];
		return {
			order,
			letters: its.map(({ id }) => id).sort(),
			since: first ? lastEvent(first).slice(0, 10) : '',
			...becameOf(its, today),
		};
	});
}

type ReportItem = Record<'what' | 'order' | 'since' | 'letter' | 'note', string>;

function rowOf({ order, what, letter, since, note }: ReportItem): Row {
	const second = /^A second letter, (\S+),/.exec(note)?.[1] ?? '';
	return { order, letters: [letter, second].filter(Boolean).sort(), since, what, note };
}

/** Of the others, n8n leaves events behind that it has answered 200 and not begun. */
const itWhereAllBegin = traits.beginsStoredRuns ? it : it.skip;

itWhereAllBegin(
	`${ORDERS} orders, two kills and ${DAYS} days later the report is what the service knows`,
	async () => {
		ledger = await createLedger(new Date(clock.now()).toISOString());
		await ledger.listen(EVENT);
		await scene.sandbox.control('PUT', '/faults', { rules: FAULTS });

		// n8n is killed with the orders in flight, and stays away until the service has given its events up.
		await scene.client.run(ledger.workflow, 'Start');
		await until('half of the letters', async () => (await letters()).length > ORDERS / 2, LONG_WAIT);
		await scene.crashN8n(async () => {
			await nothingPending(WHILE_DOWN_SECONDS);
			await Promise.all((AGAIN[0] ?? []).map(orderAgain));
		});
		await nothingPending(SOON_SECONDS);
		let crashed = await retryCrashed();
		expect((await ledger.run('Start', LONG_WAIT)).status).toBe('success');
		const ordered = orders.filter((_order, index) => !isBad(index)).map(({ external_id }) => external_id);
		const own = (await letters()).filter(({ id }) => !secondLetters.has(id));
		expect(own.map(({ external_id }) => external_id).sort()).toEqual(ordered);
		await nothingPending(SOON_SECONDS);

		// The letters move, and n8n is killed with their events in flight.
		const before = (await deliveries()).length;
		await Promise.all((AGAIN[1] ?? []).map(orderAgain));
		await moveTo(moves('before'));
		await until(
			'a third of their events',
			async () => {
				const later = (await deliveries()).slice(before);
				return later.filter(({ status }) => status === 'delivered').length > later.length / 3;
			},
			LONG_WAIT,
		);
		await scene.crashN8n(async () => {
			await orderAgain(UNHEARD);
			await moveTo(moves('down'));
			await nothingPending(WHILE_DOWN_SECONDS);
		});
		await Promise.all((AGAIN[2] ?? []).map(orderAgain));
		await moveTo(moves('after'));
		await nothingPending(SOON_SECONDS);

		// Two months after the first order. The last letters have only just been posted.
		clock.advance(DAYS * DAY_SECONDS - clock.offsetSeconds());
		await moveTo((index) => fateOf(index) === SETS_OFF_LATE);
		await nothingPending(SOON_SECONDS);
		crashed += await retryCrashed();
		const today = new Date(clock.now()).toISOString();
		const { status, output } = await (await createLedger(today)).run('Start', LONG_WAIT);
		expect(status).toBe('success');
		const report = output('Report') as ReportItem[];
		const told = report.map(rowOf).sort((a, b) => (a.order < b.order ? -1 : 1));
		expect(told).toEqual(await truth(report, today));

		// Otherwise less went wrong than was meant to, and all this shows nothing.
		expect(crashed).toBeGreaterThan(0);
		expect(new Set(told.map(({ what }) => what)).size).toBe(6);
		const unheard = (await letters()).find(isUnheard);
		expect(unheard).toBeDefined();
		expect(await heardOf()).not.toContain(unheard?.id);
		const all = await deliveries();
		expect(all.filter((one) => one.status === 'failed').length).toBeGreaterThan(ORDERS / 2);
		const { faults } = await scene.sandbox.control<{ faults: Array<{ struck: number }> }>('GET', '/state');
		expect(faults).toHaveLength(FAULTS.length);
		expect(faults.filter(({ struck }) => struck === 0)).toEqual([]);
	},
);
