/**
 * What is measured, in a process of its own, started with --expose-gc: `memory`, `file PATH`, or `bare`,
 * a route of Fastify's that does nothing. Says how much memory it holds once the garbage is gone, and
 * how much CPU it has taken. Ends with its parent.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import fastify from 'fastify';

import type { CardCreateRequest } from '../../nodes/shared/contract';
import { createSandbox } from '../../sandbox/src/createSandbox';
import { answerParent } from '../childProgram';

export interface Memory {
	heapBytes: number;
	residentBytes: number;
}

/** The first message of the process, once it serves. */
export interface Ready {
	origin: string;
	/** Garbage of the start included. */
	residentBytes: number;
}

/** Since the start. */
function cpuSeconds(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6;
}

function memory(): Memory {
	// Twice: the first run may only have queued what finalizers give back.
	globalThis.gc?.();
	globalThis.gc?.();
	const { heapUsed, external, rss } = process.memoryUsage();
	return { heapBytes: heapUsed + external, residentBytes: rss };
}

/** Reads the order and answers with a card of the same size as the sandbox's, and that is all. */
async function startBare(): Promise<string> {
	const app = fastify();
	app.post('/v1/cards', (request, reply) => {
		const { external_id } = request.body as CardCreateRequest;
		const now = new Date().toISOString();
		return reply.code(201).send({
			id: `crd_${randomUUID()}`,
			external_id,
			status: 'queued',
			tracking_code: null,
			tracking_url: null,
			estimated_posting_at: now,
			created_at: now,
		});
	});
	await app.listen({ port: 0, host: '127.0.0.1' });
	return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function main(): Promise<void> {
	const [kind, file = null] = process.argv.slice(2);
	const start = async (): Promise<string> =>
		(await createSandbox({ port: 0, plan: 'enterprise', data: file })).origin;
	const origin = kind === 'bare' ? await startBare() : await start();
	answerParent((question) => (question === 'cpu' ? cpuSeconds() : memory()));
	const ready: Ready = { origin, residentBytes: process.memoryUsage().rss };
	process.send?.(ready);
}

void main();
