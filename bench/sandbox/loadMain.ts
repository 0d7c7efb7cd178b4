/** An undici client in a process of its own: calls the sandbox as fast as it answers. */
import { randomUUID } from 'node:crypto';

import { Pool } from 'undici';

import { DEFAULTS } from '../../sandbox/src/defaults';
import { sampleLetter } from '../../tools/sampleLetter';
import { answerParent } from '../childProgram';

const CONNECTIONS = 32;

export interface Order {
	/** Warmed up with letters that are not read later. */
	does: 'warm up' | 'create' | 'read';
	count: number;
}

export interface Load {
	seconds: number;
	/** Milliseconds. */
	p50: number;
	p99: number;
	slowest: number;
	/** Bytes of one letter in JSON: its order and the answer to it. */
	letterBytes: number;
}

/** Tells the letters of this run from any other. */
const run = randomUUID();
let created = 0;
const ids: string[] = [];

async function answerOf(
	pool: Pool,
	options: Parameters<Pool['request']>[0],
	expected: number,
): Promise<string> {
	const { statusCode, body } = await pool.request(options);
	const text = await body.text();
	if (statusCode !== expected) throw new Error(`${options.path}: HTTP ${statusCode} ${text}`);
	return text;
}

/** Gives the letter's bytes. */
async function create(pool: Pool): Promise<number> {
	const index = created++;
	const body = JSON.stringify(sampleLetter(index));
	const headers = {
		authorization: `Bearer ${DEFAULTS.apiKey}`,
		'content-type': 'application/json',
		accept: 'application/json',
		'idempotency-key': `${run}-${index}`,
	};
	const answer = await answerOf(pool, { method: 'POST', path: '/v1/cards', headers, body }, 201);
	ids.push((JSON.parse(answer) as { id: string }).id);
	return Buffer.byteLength(body) + Buffer.byteLength(answer);
}

async function read(pool: Pool): Promise<number> {
	const path = `/v1/cards/${ids[Math.floor(Math.random() * ids.length)] ?? ''}`;
	const headers = { authorization: `Bearer ${DEFAULTS.apiKey}`, accept: 'application/json' };
	return Buffer.byteLength(await answerOf(pool, { method: 'GET', path, headers }, 200));
}

async function carryOut(pool: Pool, { does, count }: Order): Promise<Load> {
	const act = does === 'read' ? read : create;
	const latencies = new Float64Array(count);
	let bytes = 0;
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < count) {
			const mine = next++;
			const start = performance.now();
			const actBytes = await act(pool);
			latencies[mine] = performance.now() - start;
			bytes += actBytes;
		}
	};
	const start = performance.now();
	await Promise.all(Array.from({ length: CONNECTIONS }, worker));
	const seconds = (performance.now() - start) / 1000;
	if (does === 'warm up') ids.length = 0;
	latencies.sort();
	const at = (share: number): number => latencies[Math.ceil(share * count) - 1] ?? NaN;
	return { seconds, p50: at(0.5), p99: at(0.99), slowest: at(1), letterBytes: bytes / count };
}

const pool = new Pool(process.argv[2] ?? '', { connections: CONNECTIONS });
answerParent((order) => carryOut(pool, order as Order));
