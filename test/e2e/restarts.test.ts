/**
 * n8n is restarted while events arrive, with the steps of docs/edge-cases.md (Restart in order): no event
 * that was answered 200 is without its effect.
 */
import { request as forward } from 'node:http';

import { Agent, request } from 'undici';

import type { LocalServer } from '../../tools/localServer';
import { startLocalServer } from '../../tools/localServer';
import { TRIGGER } from '../../tools/n8n/examples';
import type { Workflow } from '../../tools/n8n/n8nClient';
import { startListening } from '../../tools/n8n/process/listening';
import type { Scene } from '../../tools/n8n/scene';
import { LETTERS, node, to } from '../../tools/n8n/scene';
import { eventBody, signedDelivery } from '../../tools/signedDelivery';
import { until } from '../../tools/waiting';
import { withScene } from '../support/withScene';

jest.setTimeout(600_000);

const EVENTS = 500;
const SENDERS = 12;
const PATIENCE = { timeoutMs: 120_000 };

let scene: Scene;
/** Stands for what a workflow does in the world: counts who has called, by letter. */
let effects: LocalServer;
const effectCounts = new Map<string, number>();
/** Stands for nginx, Caddy or Traefik: with `isOpen` false it answers 503. */
let proxy: LocalServer;
let isOpen = true;

withScene(
	(started) => {
		scene = started;
	},
	{ env: { N8N_EXPRESSION_ENGINE: 'legacy' } },
);

beforeAll(async () => {
	effects = await startLocalServer(({ url = '' }, response) => {
		const letter = url.slice(1);
		effectCounts.set(letter, (effectCounts.get(letter) ?? 0) + 1);
		response.end('{}');
	});
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

afterAll(async () => {
	await Promise.all([effects.close(), proxy.close()]);
});

/** Each sends its events one after the other, on connections that stay open, until each is answered 200. */
async function sendAll(url: string, answered: string[], agent: Agent): Promise<void> {
	let left = EVENTS;
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

it(`${EVENTS} events by ${SENDERS} senders, and n8n is restarted in order: each takes effect once`, async () => {
	const effect = { url: `=${effects.origin}/{{ $json.data.id }}`, options: {} };
	const { workflow, url } = await startListening(scene, {
		name: 'Keep every event',
		nodes: [
			node(LETTERS, TRIGGER, 2, 0, { events: ['*'], options: {} }),
			node('Effect', 'n8n-nodes-base.httpRequest', 4.2, 1, effect),
		],
		connections: { [LETTERS]: to('Effect') },
		settings: { executionOrder: 'v1' },
	});
	const answered: string[] = [];
	const agent = new Agent({ connections: SENDERS });
	const sending = sendAll(url.replace(scene.n8n.url, proxy.origin), answered, agent);
	await until('half of the events', () => Promise.resolve(answered.length >= EVENTS / 2), PATIENCE);
	isOpen = false;
	await noneUnderWay(workflow);
	await scene.restartN8n();
	isOpen = true;
	await sending;
	await agent.close();
	await noneUnderWay(workflow);
	expect(answered).toHaveLength(EVENTS);
	expect(answered.filter((letter) => effectCounts.get(letter) !== 1)).toEqual([]);
	expect(await scene.client.countExecutions(workflow, ['crashed', 'error', 'canceled'])).toBe(0);
});
