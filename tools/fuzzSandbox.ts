/**
 * Sends orders with random nesting, lists and numbers to a sandbox of its own on 127.0.0.1, and says
 * whether any was answered 500 and whether its memory comes back after a reset. Ends by itself:
 * `npm run fuzz -- [--seconds 600] [--data FILE]`.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';

import { request } from 'undici';

import { createSandbox } from '../sandbox/src/createSandbox';
import { DEFAULTS } from '../sandbox/src/defaults';
import { runProgram } from './boundedProgram';
import { sampleLetter } from './sampleLetter';

const IN_FLIGHT = 8;
const MEGABYTE = 2 ** 20;
const WARM_UP_CALLS = 2000;
/** Memory may differ by this much from one garbage collection to the next. */
const SLACK_BYTES = 20 * MEGABYTE;

const NUMBERS = [
	'0',
	'-0',
	'1.0',
	'1e400',
	'-1E-400',
	'12345678901234567890',
	'0.1',
	'1e99999999999999999999',
];
const BROKEN = ['01', '+1', '1.', '.5', '1e', 'NaN', '--1', '"', '{', ']', '\\', 'tru', '\u0000'];

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

function value(depth: number): string {
	const kind = randomInt(10);
	if (kind < 3 || depth <= 0) return pick(NUMBERS);
	if (kind < 4) return JSON.stringify(randomUUID());
	if (kind < 5) return pick(['true', 'null', '""', '[]', '{}', '"__proto__"']);
	const items = Array.from({ length: randomInt(4) }, () => value(depth - 1));
	if (kind < 7) return `[${items.join(',')}]`;
	return `{${items.map((item, i) => `${pick(['"a', '"constructor', '"é'])}${i}":${item}`).join(',')}}`;
}

function nested(levels: number): string {
	const inside = value(3);
	return randomInt(2) === 0
		? '['.repeat(levels) + inside + ']'.repeat(levels)
		: '{"a":'.repeat(levels) + inside + '}'.repeat(levels);
}

/** One letter with something odd in it, or in the place of it. */
function oddLetter(): string {
	const letter = JSON.stringify(sampleLetter(randomInt(1e6)));
	const odd = pick([
		() => value(6),
		() => nested(randomInt(120)),
		() => nested(randomInt(20_000)),
		() => `[${new Array(randomInt(5000)).fill(pick(NUMBERS)).join(',')}]`,
		() => pick(BROKEN),
	])();
	const name = pick(['metadata', 'metadata', 'metadata', 'to', 'message', 'external_id', 'other']);
	return randomInt(20) === 0 ? odd : `${letter.slice(0, -1)},"${name}":${pick([odd, `{"m":${odd}}`])}}`;
}

function oddCall(): { path: string; body: string } {
	if (randomInt(3) > 0) return { path: '/cards', body: oddLetter() };
	const cards = pick([
		() => Array.from({ length: randomInt(20) }, oddLetter),
		() => new Array<string>(randomInt(100_000)).fill(pick(['0', '{}', '[]', ...NUMBERS])),
	])();
	return { path: '/batches', body: `{"cards":[${cards.join(',')}]}` };
}

const { values } = parseArgs({
	options: { seconds: { type: 'string', default: '600' }, data: { type: 'string' } },
});
const SECONDS = Number(values.seconds);

async function main(): Promise<void> {
	const sandbox = await createSandbox({ port: 0, plan: 'enterprise', data: values.data ?? null });
	const counts = new Map<number, number>();

	async function send(): Promise<void> {
		const { path, body } = oddCall();
		const answer = await request(sandbox.baseUrl + path, {
			method: 'POST',
			body,
			headers: {
				authorization: `Bearer ${DEFAULTS.apiKey}`,
				'content-type': 'application/json',
				'idempotency-key': `k${String(randomInt(1e5))}`,
			},
		});
		await answer.body.dump();
		counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1);
		if (answer.statusCode >= 500) console.error(`${answer.statusCode} to ${path}: ${body.slice(0, 300)}`);
	}
	const fuzz = (goesOn: () => boolean) =>
		Promise.all(
			Array.from({ length: IN_FLIGHT }, async () => {
				while (goesOn()) await send();
			}),
		);
	async function heapAfterReset(): Promise<number> {
		await (await request(`${sandbox.origin}/_sandbox/reset`, { method: 'POST' })).body.dump();
		globalThis.gc?.();
		globalThis.gc?.();
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	}

	let left = WARM_UP_CALLS;
	await fuzz(() => left-- > 0);
	const before = await heapAfterReset();
	const endsAt = performance.now() + SECONDS * 1000;
	await fuzz(() => performance.now() < endsAt);
	const after = await heapAfterReset();
	await sandbox.close();

	console.log(`Answers: ${JSON.stringify(Object.fromEntries(counts))}`);
	console.log(
		`Heap after a reset: ${Math.round(before / MEGABYTE)} MB, then ${Math.round(after / MEGABYTE)} MB`,
	);
	const failures = [...counts.keys()].filter((status) => status >= 500);
	if (failures.length > 0 || after > before + SLACK_BYTES) process.exitCode = 1;
}

/** What comes before and after takes seconds. */
const AROUND_SECONDS = 600;

runProgram(main, (SECONDS + AROUND_SECONDS) * 1000);
