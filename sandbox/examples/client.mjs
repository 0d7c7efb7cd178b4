/**
 * Orders three letters, and one of thanks for each that is delivered. `prove` finds nothing in it:
 *
 *     handwritten-letters-sandbox prove -- node examples/client.mjs
 *
 * With the name of a usual mistake, it makes that mistake, and `prove` finds it:
 *
 *     handwritten-letters-sandbox prove -- node examples/client.mjs new-key
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const MISTAKES = ['new-key', 'equal-key', 'no-filter', 'no-check'];
const [mistake] = process.argv.slice(2);
if (mistake !== undefined && !MISTAKES.includes(mistake)) throw new Error(`One of ${MISTAKES.join(', ')}`);

const { SANDBOX_URL, SANDBOX_BASE_URL, SANDBOX_API_KEY, SANDBOX_WEBHOOK_SECRET } = process.env;
const MOST_FAILURES = 10;

const letterTo = (name, message, id) => ({
	to: { name, address_line1: 'Rua das Flores, 10', city: 'São Paulo', state: 'SP', zip: '01310-100' },
	message,
	external_id: id,
});
const LETTERS = ['Ana Souza', 'Bento Arruda', 'Caio Prado'].map((name, i) =>
	letterTo(name, 'Obrigado pelo seu pedido!', `order-${i}`),
);

/** A letter has one key, however often it is sent. */
function keyOf(letter, done) {
	if (mistake === 'new-key') return randomUUID();
	// Of the letter that was tried before and perhaps accepted.
	if (mistake === 'equal-key') return `order-${done}`;
	return letter.external_id;
}

/** The card, or undefined where nobody knows whether there is one. */
async function attempt(letter, key) {
	try {
		const answer = await fetch(`${SANDBOX_BASE_URL}/cards`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${SANDBOX_API_KEY}`,
				'content-type': 'application/json',
				'idempotency-key': key,
			},
			body: JSON.stringify(letter),
		});
		if (answer.status === 429) await sleep(Number(answer.headers.get('retry-after')) * 1000);
		// "The letter is there already."
		if (answer.status === 409 && mistake === 'equal-key') return {};
		return answer.ok ? await answer.json() : undefined;
	} catch {
		return undefined;
	}
}

/** One that fails goes to the end of the queue. */
async function orderAll(letters, atOnce) {
	const queue = [...letters];
	const cards = [];
	let failures = 0;
	const work = async () => {
		for (let letter = queue.shift(); letter !== undefined; letter = queue.shift()) {
			const card = await attempt(letter, keyOf(letter, cards.length));
			if (card !== undefined) cards.push(card);
			else if ((failures += 1) < MOST_FAILURES) queue.push(letter);
			else throw new Error(`${letter.external_id} cannot be ordered`);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	return cards;
}

function isGenuine({ headers }, body) {
	const signature = Buffer.from(String(headers['x-service-signature'] ?? ''));
	const timestamp = String(headers['x-service-timestamp']);
	const hmac = createHmac('sha256', SANDBOX_WEBHOOK_SECRET).update(`${timestamp}.`).update(body);
	const expected = Buffer.from(hmac.digest('hex'));
	const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
	return isFresh && signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** The letters that were thanked for. */
const thanked = new Set();

async function receive(request) {
	const body = await buffer(request);
	if (mistake !== 'no-check' && !isGenuine(request, body)) return 401;
	const { event, data } = JSON.parse(body.toString());
	const isRepeated = mistake !== 'no-filter' && thanked.has(data.id);
	if (event !== 'card.delivered' || isRepeated) return 200;
	const name = `the sender of ${data.external_id}`;
	const id = mistake === 'no-filter' ? randomUUID() : `thanks-${data.id}`;
	await orderAll([letterTo(name, 'A sua carta chegou.', id)], 1);
	thanked.add(data.id);
	return 200;
}

const server = createServer((request, response) => {
	receive(request).then(
		(status) => response.writeHead(status, { connection: 'close' }).end(),
		() => response.writeHead(500, { connection: 'close' }).end(),
	);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const control = (method, path, body) =>
	fetch(`${SANDBOX_URL}/_sandbox${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
const url = `http://127.0.0.1:${server.address().port}`;
await control('PUT', '/receivers/main', { url, events: ['card.shipped', 'card.delivered'] });

const cards = await orderAll(LETTERS, mistake === 'equal-key' ? 1 : 4);
const ids = cards.flatMap(({ id }) => id ?? []);
const deadline = Date.now() + 10_000;
// One after the other: an event that comes again still finds somebody.
for (const id of ids) {
	await control('POST', `/cards/${id}/advance`, { to: 'delivered' });
	while (!thanked.has(id)) {
		if (Date.now() > deadline) throw new Error('Not every letter was thanked for');
		await sleep(10);
	}
}
// Its last answers leave first.
server.close();
