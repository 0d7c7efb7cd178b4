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
	const answer = await prober.post('/batches', { key: keys.batch, body: batchOf(scene) });
	scene.first.batch = answer;
	if (!judgeAnswer(findings, BATCHES, answer, { status: 202, what: 'a batch', schema: batch })) return;
	judgeFields(findings, BATCHES, record(answer), { status: 'queued', total_cards: 1 });
	judgeTime(findings, BATCHES, record(answer));
}

/** Another key is another letter (Idempotency rules 2), whatever the letter says. */
async function createAnother(call: string, scene: Scene, body: Json): Promise<Json | null> {
	const { prober, findings, first } = scene;
	const answer = await prober.post('/cards', { key: randomUUID(), body });
	if (!judgeAnswer(findings, call, answer, { status: 201, what: 'a card', schema: createdCard })) return null;
	const { id } = record(answer);
	const isNew = first.card === undefined || id !== record(first.card).id;
	findings.rule(call, 'id', 'another than the first', String(id), isNew);
	return record(answer);
}

async function createWithEveryField(scene: Scene): Promise<void> {
	const { findings, to, catalog, inAWeek: at } = scene;
	const call = 'POST /cards, every field';
	const everyLine = { address_line2: null, country: 'BR', ...to };
	const body = letter(scene, { ...catalog, to: everyLine, schedule_at: at });
	const created = await createAnother(call, scene, body);
	if (created === null) return;
	const estimated = String(created.estimated_posting_at);
	findings.rule(call, 'estimated_posting_at', at, estimated, Date.parse(estimated) === Date.parse(at));
}

async function createFromTemplate(scene: Scene): Promise<void> {
	const { template } = scene.catalog;
	const call = 'POST /cards, template alone';
	if (template === undefined) scene.findings.unknown(call, 'not sent', 'a card', 'there is no template');
	else await createAnother(call, scene, letter(scene, { template, message: undefined }));
}

async function createSameLetter(scene: Scene): Promise<void> {
	await createAnother('POST /cards, another key', scene, letter(scene));
}

export const NEW_LETTER: Step = { name: CARDS, run: createLetter };
export const REPEATED_LETTER = repeated('/cards', 'id', letter);
export const NEW_BATCH: Step = { name: BATCHES, run: createBatch };
export const REPEATED_BATCH = repeated('/batches', 'batch_id', batchOf);
export const EVERY_FIELD: Step = { name: `${CARDS}, every field`, run: createWithEveryField };
export const ANOTHER_KEY: Step = { name: `${CARDS}, another key`, run: createSameLetter };
export const TEMPLATE_ALONE: Step = { name: `${CARDS}, template alone`, run: createFromTemplate };
