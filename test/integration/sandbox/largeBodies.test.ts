/** How long the largest bodies keep everybody else waiting: what they cost the thread that serves. */
import { readFile } from 'node:fs/promises';

import { baseUrlOf, startProgram } from './program';
import { address, call, freshKey } from './support';

jest.setTimeout(60_000);

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

const bodies: Array<[string, string, string]> = [
	['letters', '/batches', filled('{"cards":[', () => `{"to":${to},"message":"m"}`, ']}')],
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

(process.platform === 'linux' ? it : it.skip)(
	'none takes more than half a second, the first time and again under its key',
	async () => {
		const program = startProgram('--port', '0', '--plan', 'enterprise', '--quiet');
		const baseUrl = await baseUrlOf(program);
		const spent: Array<[string, number]> = [];
		for (const [name, path, rawBody] of bodies) {
			expect(Buffer.byteLength(rawBody)).toBeGreaterThan(0.99 * LARGEST);
			const idempotencyKey = freshKey();
			for (const turn of ['first', 'again']) {
				const before = await busyMs(program.child.pid);
				const { status } = await call('POST', baseUrl + path, { rawBody, idempotencyKey });
				expect(status).not.toBe(413);
				spent.push([`${name}, ${turn}`, (await busyMs(program.child.pid)) - before]);
			}
		}
		expect(spent.filter(([, ms]) => ms > 500)).toEqual([]);
	},
);
