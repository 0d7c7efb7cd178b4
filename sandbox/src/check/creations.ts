/** The orders of a check that are right, and what must come of them. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import type { Findings } from './findings';
import { judgeAnswer } from './judge';
import type { Answer } from './prober';
import { batch, createdCard, readCard } from './schemas';
import type { Json, Scene, Step } from './step';
import { batchOf, letter, METADATA } from './step';

const CARDS = 'POST /cards';
const BATCHES = 'POST /batches';
/** How far the service's clock may be from ours. */
const MINUTES_15 = 15 * 60_000;

const record = (answer: Answer): Json =>
	typeof answer.body === 'object' && answer.body !== null ? (answer.body as Json) : {};

const lookEqual = (a: unknown, b: unknown) => isDeepStrictEqual(a ?? null, b ?? null);

function judgeFields(findings: Findings, call: string, body: Json, expected: Json): void {
	for (const [name, value] of Object.entries(expected)) {
		const says = JSON.stringify(value);
		const observed = JSON.stringify(body[name] ?? null);
		findings.rule(call, name, says, observed, lookEqual(body[name], value));
	}
}

function judgeTime(findings: Findings, call: string, { created_at: at }: Json): void {
	const isNow = Math.abs(Date.parse(String(at)) - Date.now()) < MINUTES_15;
	findings.rule(call, 'created_at', 'when the API accepted it', String(at), isNow);
}

async function createLetter(scene: Scene): Promise<void> {
	const { prober, findings, keys } = scene;
	const answer = await prober.post('/cards', { key: keys.card, body: letter(scene) });
	scene.first.card = answer;
	if (!judgeAnswer(findings, CARDS, answer, { status: 201, what: 'a card', schema: createdCard })) return;
	const created = record(answer);
	const expected = { status: 'queued', tracking_code: null, tracking_url: null };
	judgeFields(findings, CARDS, created, { ...expected, external_id: 'check-1', metadata: METADATA });
	judgeTime(findings, CARDS, created);
	const sends = 'x-ratelimit-limit' in answer.headers ? 'sent' : 'not sent';
	findings.choice(CARDS, 'rate headers (the interface says "may")', 'sent', sends);
	await readBack(scene, created);
}

async function readBack({ prober, findings }: Scene, created: Json): Promise<void> {
	const call = 'GET /cards/{id}';
	const answer = await prober.get(`/cards/${encodeURIComponent(String(created.id))}`);
	const expected = { status: 200, what: 'a card with events', schema: readCard };
	if (!judgeAnswer(findings, call, answer, expected)) return;
	const { id, external_id: externalId, metadata, created_at: createdAt } = created;
	const body = record(answer);
	judgeFields(findings, call, body, { id, external_id: externalId, metadata, created_at: createdAt });
	const events = body.events as { type: string; at: string }[];
	const times = events.map(({ at }) => Date.parse(at));
	const isOrdered = times.every((time, i) => i === 0 || time >= (times[i - 1] ?? 0));
	findings.rule(call, 'events', 'in their order', isOrdered ? 'in order' : 'out of order', isOrdered);
	const first = events[0]?.type ?? 'none';
	findings.rule(call, 'first event', 'card.created', first, first === 'card.created');
}

/** Idempotency rules 2: the same call again gives the same resource. */
function repeated(path: '/cards' | '/batches', id: 'id' | 'batch_id', body: (scene: Scene) => Json): Step {
	const repeats = path === '/cards' ? 'card' : 'batch';
	const call = `POST ${path}`;
	const run = async (scene: Scene): Promise<void> => {
		const { prober, findings, keys, first } = scene;
		const answer = await prober.post(path, { key: keys[repeats], body: body(scene) });
		const isSame = first[repeats] !== undefined && record(answer)[id] === record(first[repeats])[id];
		const accepted = isSame ? 'the same' : 'another one';
		const observed = answer.status >= 300 ? `refused with ${String(answer.status)}` : accepted;
		findings.rule(call, 'same key again', 'the same resource', observed, observed === 'the same');
	};
	return { name: `${call}, same key again`, repeats, run };
}

async function createBatch(scene: Scene): Promise<void> {
	const { prober, findings, keys } = scene;
	const answer = await prober.post('/batches', { key: keys.batch, body: { cards: [letter(scene)] } });
	scene.first.batch = answer;
	if (!judgeAnswer(findings, BATCHES, answer, { status: 202, what: 'a batch', schema: batch })) return;
	judgeFields(findings, BATCHES, record(answer), { status: 'queued', total_cards: 1 });
	judgeTime(findings, BATCHES, record(answer));
}

async function schedule(scene: Scene): Promise<void> {
	const { prober, findings } = scene;
	const at = new Date(Date.now() + 7 * 24 * 3600_000).toISOString().replace(/\.\d+Z$/, 'Z');
	const answer = await prober.post('/cards', { key: randomUUID(), body: letter(scene, { schedule_at: at }) });
	const call = 'POST /cards, scheduled';
	if (!judgeAnswer(findings, call, answer, { status: 201, what: 'a card', schema: createdCard })) return;
	const estimated = String(record(answer).estimated_posting_at);
	findings.rule(call, 'estimated_posting_at', at, estimated, Date.parse(estimated) === Date.parse(at));
}

export const CREATE_LETTER: readonly Step[] = [
	{ name: CARDS, run: createLetter },
	repeated('/cards', 'id', letter),
];

export const CREATE_BATCH: readonly Step[] = [
	{ name: BATCHES, run: createBatch },
	repeated('/batches', 'batch_id', batchOf),
];

export const SCHEDULE: Step = { name: `${CARDS}, scheduled`, run: schedule };
