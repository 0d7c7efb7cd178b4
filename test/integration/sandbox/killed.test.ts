/** A real process with a data folder, killed at random moments under load: nothing answered is lost. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { eventually, until } from '../../../tools/waiting';
import { baseUrlOf, startProgram } from './program';
import type { Answer, Json } from './support';
import { call, newDataFolder, order, startReceiver } from './support';

/** `SANDBOX_KILLS=20` kills it more often. */
const ROUNDS = Number(process.env.SANDBOX_KILLS ?? 5);
const CLIENTS = 8;
/** Of a seed. */
const LETTERS = 10_000;

jest.setTimeout(60_000 * (ROUNDS + 1));

interface Accepted {
	path: string;
	key: string;
	body: unknown;
	answer: Json;
}

let data: string;
beforeEach(() => (data = newDataFolder()));

async function start(...argv: string[]) {
	const program = startProgram('--port', '0', '--plan', 'enterprise', '--data', data, ...argv);
	const base = await baseUrlOf(program);
	return { program, base, control: base.replace(/\/v1$/, '/_sandbox') };
}

/** Sends letters, batches and steps until the process dies; notes what was answered. */
async function client(
	{ program, base, control }: Awaited<ReturnType<typeof start>>,
	name: string,
	accepted: Accepted[],
	moved: Map<string, string>,
) {
	const unlessKilled = (answer: Promise<Answer>) =>
		answer.catch((error: unknown) => {
			if (!program.child.killed) throw error;
		});
	for (let i = 0; ; i += 1) {
		const key = `${name}-${i}`;
		const isBatch = i % 5 === 4;
		const where = isBatch ? '/batches' : '/cards';
		const body = isBatch ? { cards: [order({ external_id: key }), order()] } : order({ external_id: key });
		const sent = await unlessKilled(call('POST', base + where, { body, idempotencyKey: key }));
		if (sent === undefined) return;
		expect(sent.status).toBe(isBatch ? 202 : 201);
		accepted.push({ path: where, key, body, answer: sent.body });
		if (isBatch || i % 3 !== 0) continue;
		const step = await unlessKilled(call('POST', `${control}/cards/${String(sent.body.id)}/advance`));
		if (step === undefined) return;
		expect(step.status).toBe(200);
		moved.set(String(step.body.id), String(step.body.status));
	}
}

it('after every kill all answered letters, batches and steps are there, and their events arrive', async () => {
	const receiver = await startReceiver();
	const accepted: Accepted[] = [];
	const moved = new Map<string, string>();
	for (let round = 0; round < ROUNDS; round += 1) {
		const victim = await start('--webhook-url', receiver.url);
		const before = accepted.length;
		const clients = Array.from({ length: CLIENTS }, (_, i) =>
			client(victim, `${round}-${i}`, accepted, moved),
		);
		// At a moment nobody chose: after some number of answers, in the middle of others.
		const answers = before + 20 + Math.floor(Math.random() * 200);
		await eventually(() => {
			expect(accepted.length).toBeGreaterThanOrEqual(answers);
		});
		victim.program.child.kill('SIGKILL');
		await Promise.all(clients);
		expect(await victim.program.exit).toEqual([null, 'SIGKILL']);
	}

	const { base, control } = await start('--webhook-url', receiver.url);
	const { cards } = (await call('GET', `${control}/cards`)).body as { cards: Json[] };
	const byId = new Map(cards.map((card) => [card.id, card]));
	const perBatch = new Map<unknown, number>();
	for (const card of cards) perBatch.set(card.batch_id, (perBatch.get(card.batch_id) ?? 0) + 1);

	for (const { path: where, key, body, answer } of accepted) {
		if (where === '/cards') expect(byId.get(answer.id)).toMatchObject({ external_id: key });
		else expect(perBatch.get(answer.batch_id)).toBe(2);
		const repeated = await call('POST', base + where, { body, idempotencyKey: key });
		expect(repeated.body).toEqual(answer);
	}
	expect((await call('GET', `${control}/state`)).body.cards).toBe(cards.length);
	for (const [id, status] of moved) expect(byId.get(id)?.status).toBe(status);
	// A batch is there as a whole or not at all, also one whose answer never came.
	perBatch.delete(null);
	expect(new Set(perBatch.values())).toEqual(new Set([2]));

	await eventually(() => {
		const announced = new Set(receiver.received.map((one) => one.body.data.id));
		expect(cards.filter(({ id }) => !announced.has(id))).toEqual([]);
	});
	// Nobody was told of a letter that a kill has undone.
	const told = new Set(receiver.received.map((one) => one.body.data.id));
	expect([...told].filter((id) => !byId.has(id))).toEqual([]);
});

it('killed at any moment while it makes the letters of a seed: all of them are there after the next start', async () => {
	const letters = path.join(path.dirname(data), 'seed.json');
	const seed = Array.from({ length: LETTERS }, (_none, i) => ({
		external_id: `order-${i}`,
		status: 'posted',
	}));
	await writeFile(letters, JSON.stringify(seed));
	const argv = ['--port', '0', '--data', data, '--seed', letters, '--quiet'];
	// The bytes of the one write that makes them all.
	const sizeOf = (folder: string) =>
		existsSync(folder)
			? readdirSync(folder).reduce((sum, name) => {
					const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
					return sum + (found?.size ?? 0);
				}, 0)
			: 0;
	for (const bytes of [0, 1, 100_000, 1_000_000]) {
		const { child, exit } = startProgram(...argv);
		const isThere = () => child.exitCode !== null || sizeOf(path.join(data, 'letters')) >= bytes;
		await until('the folder to grow', () => Promise.resolve(isThere()));
		child.kill('SIGKILL');
		await exit;
	}
	const { control } = await start('--seed', letters);
	const { body } = await call('GET', `${control}/cards?limit=1`);
	expect([body.total, body.counts]).toEqual([LETTERS, expect.objectContaining({ posted: LETTERS })]);
});
