/**
 * How long the largest bodies keep everybody else waiting: what they cost the thread that serves, told
 * by what as many bytes of ordinary letters cost it on the same machine, in the same minute.
 */
import { readFile } from 'node:fs/promises';

import { baseUrlOf, startProgram } from './program';
import type { Program } from './program';
import { address, call, freshKey } from './support';

const LARGEST = 1024 * 1024;

/** As many as fit. */
function filled(before: string, item: (i: number) => string, after: string): string {
	const items: string[] = [];
	for (let left = LARGEST - Buffer.byteLength(before + after); ;) {
		const next = item(items.length);
		left -= Buffer.byteLength(next) + 1;
		if (left < 0) return before + items.join(',') + after;
		items.push(next);
	}
}
const to = JSON.stringify(address);
const head = `{"to":${to},"message":"m","metadata":`;

const letters: [string, string] = [
	'/batches',
	filled('{"cards":[', () => `{"to":${to},"message":"m"}`, ']}'),
];
const unusual: Array<[string, string, string]> = [
	[
		'letters with long numbers',
		'/batches',
		filled('{"cards":[', () => `${head}{"a":12345678901234567890}}`, ']}'),
	],
	['long numbers', '/cards', filled(`${head}{"a":[`, () => '1.0', ']}}')],
	['keys in metadata', '/cards', filled(`${head}{`, (i) => `"k${i}":0`, '}}')],
	['empty objects', '/cards', filled(`${head.replace('"m"', '"__proto__"')}{"a":[`, () => '{}', ']}}')],
	['unknown properties', '/cards', filled('{', (i) => `"k${i}":0`, '}')],
	['what is no letter', '/batches', filled('{"cards":[', () => '0', ']}')],
];

/** Its main thread's time on a processor, whatever else the machine does; Linux alone tells it. */
async function busyMs(pid: number | undefined): Promise<number> {
	const [nanoseconds] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ');
	return Number(nanoseconds) / 1e6;
}

/** What the body costs the first time and again under its key; of three turns the cheapest. */
async function costs(program: Program, baseUrl: string, path: string, rawBody: string) {
	expect(Buffer.byteLength(rawBody)).toBeGreaterThan(0.99 * LARGEST);
	const cheapest = { first: Infinity, again: Infinity };
	for (let turn = 0; turn < 3; turn += 1) {
		const idempotencyKey = freshKey();
		for (const time of ['first', 'again'] as const) {
			const before = await busyMs(program.child.pid);
			const { status } = await call('POST', baseUrl + path, { rawBody, idempotencyKey });
			expect(status).not.toBe(413);
			cheapest[time] = Math.min(cheapest[time], (await busyMs(program.child.pid)) - before);
		}
	}
	return cheapest;
}

(process.platform === 'linux' ? it : it.skip)(
	'none takes more than seven times what ordinary letters take, the first time and again under its key',
	async () => {
		const program = startProgram('--port', '0', '--plan', 'enterprise', '--quiet');
		const baseUrl = await baseUrlOf(program);
		const ordinary = await costs(program, baseUrl, ...letters);
		const tooMuch: Array<[string, number]> = [];
		for (const [name, path, rawBody] of unusual) {
			const { first, again } = await costs(program, baseUrl, path, rawBody);
			const ratio = Math.max(first, again) / ordinary.first;
			if (ratio > 7) tooMuch.push([name, ratio]);
		}
		expect(tooMuch).toEqual([]);
	},
);
