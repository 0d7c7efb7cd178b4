/**
 * n8n is killed without warning while events arrive, or restarted in order. Every event that was answered 200 must be in
 * n8n's database, the service delivers the others again, and in the end each has had its effect. Those
 * of which every delivery was answered 200 have had it once.
 */
import { request as forward } from 'node:http';

import { Agent, request } from 'undici';

import { createClock } from '../../../sandbox/src/time/clock';
import type { LocalServer } from '../../../tools/localServer';
import { startLocalServer } from '../../../tools/localServer';
import { TRIGGER } from '../../../tools/n8n/examples';
import { FINAL } from '../../../tools/n8n/execution';
import type { Workflow } from '../../../tools/n8n/n8nClient';
import type { Listening } from '../../../tools/n8n/process/listening';
import { startListening } from '../../../tools/n8n/process/listening';
import type { OwnScene } from '../../../tools/n8n/scenes/ownScene';
import { inARow, LETTERS, node, traits } from '../../../tools/n8n/scenes/scene';
import { sendRaw } from '../../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import { until } from '../../../tools/waiting';
import { withEffects } from '../../support/withEffects';
import { withOwnN8n } from '../../support/withScene';

const EVENTS = 400;
const KILLS = 3;
/** Of the moments at which n8n is killed. */
const SEED = 20_261_121;
/** Receives and runs quickly enough for a test. */
const ENV = { N8N_EXPRESSION_ENGINE: 'legacy' };
/** Nothing listens there. */
const NOBODY = 'http://127.0.0.1:1/';

interface Delivery {
	body: string;
	status: string;
	attempts: Array<{ status: number | null }>;
}

const clock = createClock();
let scene: OwnScene;
const effects = withEffects();

withOwnN8n(
	(started) => {
		scene = started;
	},
	{ sandbox: { clock }, env: ENV },
);

function listen(): Promise<Listening> {
	const trigger = node(LETTERS, TRIGGER, 2, 0, { events: ['*'], options: {} });
	return startListening(scene, inARow('Keep every event', trigger, effects.node()));
}

async function deliveries(): Promise<Delivery[]> {
	return (await scene.sandbox.control<{ deliveries: Delivery[] }>('GET', '/deliveries')).deliveries;
}

const answered = async (): Promise<string[]> =>
	(await deliveries()).filter(({ status }) => status === 'delivered').map(({ body }) => body);

/** Waits until so many have been answered 200; the service's pauses between attempts are skipped. */
function delivered(count: number): Promise<true> {
	return until(
		`${count} delivered events`,
		async () => {
			clock.advance(60);
			return (await answered()).length >= count;
		},
		{ timeoutMs: 180_000 },
	);
}

/** Even numbers from 0 to below 1, the same ones for the same seed (a linear congruence). */
function random(seed: number): () => number {
	let state = seed;
	return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

/** How the executions of each event have ended so far, by the event's body. */
async function storedEvents(workflow: Workflow): Promise<Map<string, string[]>> {
	const events = new Map<string, string[]>();
	for (const execution of await scene.storedExecutions(workflow)) {
		const { dedupe_key, ...body } = execution.startedWith(LETTERS) ?? {};
		expect(dedupe_key).toMatch(/^[0-9a-f]{64}$/);
		const event = JSON.stringify(body);
		events.set(event, [...(events.get(event) ?? []), execution.status]);
	}
	return events;
}

/** The events that were answered 200 and that n8n's database does not hold. */
async function lost(workflow: Workflow): Promise<string[]> {
	const events = await storedEvents(workflow);
	return (await answered()).filter((body) => !events.has(body));
}

/**
 * Kills n8n and starts it again; gives the number of the newest execution at that moment. Nothing
 * is delivered before n8n says that it is ready, as with a proxy that asks: before that n8n answers
 * every request with 200 and the text "n8n is starting up", and an event that comes then is lost.
 */
async function kill({ workflow, url }: Listening): Promise<number> {
	let newest = 0;
	await scene.crashN8n(async () => {
		await scene.sandbox.control('PUT', '/receivers/main', { url: NOBODY });
		expect(await lost(workflow)).toEqual([]);
		newest = (await scene.storedExecutions(workflow)).at(-1)?.id ?? 0;
	});
	await scene.sandbox.control('PUT', '/receivers/main', { url });
	return newest;
}

/** How n8n leaves executions: before 2.34 one that had not begun at a kill never begins. */
const LEFT = traits.beginsStoredRuns ? FINAL : [...FINAL, 'new'];

/** Waits for the end of all executions up to that number, or of all. */
async function recovered(workflow: Workflow, newest = Infinity): Promise<void> {
	await until(
		'all executions to end',
		async () => {
			const found = (await scene.storedExecutions(workflow)).filter(({ id }) => id <= newest);
			return found.every(({ status }) => LEFT.includes(status));
		},
		{ timeoutMs: 180_000 },
	);
}

function effectsOf(body: string): number {
	const { data } = JSON.parse(body) as { data: { id: string } };
	return effects.of(data.id);
}

async function send(count: number): Promise<void> {
	for (let sent = 0; sent < count; sent += 1) {
		await scene.sandbox.control('POST', '/events', { event: 'card.delivered' });
	}
}

beforeEach(async () => {
	await scene.reset();
});

it(`${EVENTS} events while n8n is killed ${KILLS} times, once as soon as it has started: none is lost, and none of which n8n answered every delivery takes effect twice`, async () => {
	const listening = await listen();
	const { workflow, url } = listening;
	const draw = random(SEED);
	await send(EVENTS);
	for (let killed = 0; killed < KILLS - 1; killed += 1) {
		await delivered((await answered()).length + 1 + Math.floor((draw() * EVENTS) / KILLS / 1.5));
		// The last time, it is killed again before it has recovered anything.
		if (killed + 2 === KILLS) await kill(listening);
		await recovered(workflow, await kill(listening));
	}
	await delivered(EVENTS);
	await recovered(workflow);
	expect(await lost(workflow)).toEqual([]);

	const events = await storedEvents(workflow);
	const bodies = await answered();
	expect(bodies).toHaveLength(EVENTS);
	const unanswered = (await deliveries())
		.filter(({ attempts }) => attempts.some(({ status }) => status !== 200))
		.map(({ body }) => body);
	expect(bodies.filter((body) => effectsOf(body) > 1 && !unanswered.includes(body))).toEqual([]);
	// An execution that was killed on its way: n8n shows it as crashed, and its user can retry it.
	const without = bodies.filter((body) => effectsOf(body) === 0);
	const cutOff = traits.beginsStoredRuns ? ['crashed'] : ['crashed', 'new'];
	expect(without.filter((body) => !cutOff.some((status) => events.get(body)?.includes(status)))).toEqual([]);

	// Otherwise n8n was never killed at a bad moment, and all this shows nothing.
	const executions = [...events.values()].flat();
	expect(executions).toContain('crashed');
	expect((await deliveries()).filter(({ attempts }) => attempts.length > 1).length).toBeGreaterThan(KILLS);

	// Delivered again, long after: n8n as it runs now has received only the last of them.
	for (const body of bodies.filter((_, index) => index % 20 === 0)) {
		const answer = await sendRaw(url, signedDelivery({ body }));
		expect(answer).toEqual({ status: 200, body: '{"received":true,"duplicate":true}' });
	}
	expect(await scene.storedExecutions(workflow)).toHaveLength(executions.length);
});

/** The steps of docs/edge-cases.md (Restart in order). */
describe('a restart', () => {
	const SENDERS = 12;
	const RESTART_EVENTS = 240;
	const PATIENCE = { timeoutMs: 120_000 };
	/** Stands for nginx, Caddy or Traefik: with `isOpen` false it answers 503. */
	let proxy: LocalServer;
	let isOpen = true;

	beforeAll(async () => {
		proxy = await startLocalServer((incoming, response) => {
			if (!isOpen) return void response.writeHead(503).end();
			const { method, headers, url } = incoming;
			const outgoing = forward(`${scene.n8n.url}${url ?? ''}`, { method, headers }, (answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			});
			outgoing.once('error', () => response.writeHead(502).end());
			incoming.pipe(outgoing);
		});
	});

	afterAll(() => proxy.close());

	/** Each sends its events one after the other, on connections that stay open, until each is answered 200. */
	async function sendAll(url: string, answered: string[], agent: Agent): Promise<void> {
		let left = RESTART_EVENTS;
		const sender = async (): Promise<void> => {
			while (left > 0) {
				left -= 1;
				const body = eventBody();
				await until(
					'an answer of 200',
					async () => {
						const { method, headers, body: bytes } = signedDelivery({ body: JSON.stringify(body) });
						const { statusCode, body: answer } = await request(url, {
							dispatcher: agent,
							method: method as 'POST',
							headers: headers.flat(),
							body: bytes,
						});
						await answer.dump();
						return statusCode === 200;
					},
					PATIENCE,
				);
				answered.push((body.data as { id: string }).id);
			}
		};
		await Promise.all(Array.from({ length: SENDERS }, sender));
	}

	const noneUnderWay = (workflow: Workflow): Promise<true> =>
		until(
			'all executions to end',
			async () => (await scene.client.countExecutions(workflow, ['new', 'running', 'waiting'])) === 0,
			PATIENCE,
		);

	it(`${RESTART_EVENTS} events by ${SENDERS} senders, and n8n is restarted in order: each takes effect once`, async () => {
		const { workflow, url } = await listen();
		const answered: string[] = [];
		const agent = new Agent({ connections: SENDERS });
		const sending = sendAll(url.replace(scene.n8n.url, proxy.origin), answered, agent);
		await until('half of the events', () => Promise.resolve(answered.length >= RESTART_EVENTS / 2), PATIENCE);
		isOpen = false;
		await noneUnderWay(workflow);
		await scene.restartN8n();
		isOpen = true;
		await sending;
		await agent.close();
		await noneUnderWay(workflow);
		expect(answered).toHaveLength(RESTART_EVENTS);
		expect(answered.filter((letter) => effects.of(letter) !== 1)).toEqual([]);
		expect(await scene.client.countExecutions(workflow, ['crashed', 'error', 'canceled'])).toBe(0);
	});
});
