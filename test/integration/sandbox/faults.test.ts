/** Faults on demand, as a client of `/v1` meets them. */
import { PRESET_GROUPS } from '../../../sandbox/console/faults/faultPresets';
import { createSandbox } from '../../../sandbox/src/createSandbox';
import { FAULT_PRESETS } from '../../../sandbox/src/faults/presets';
import type { FaultRule } from '../../../sandbox/src/faults/rules';
import { eventually } from '../../../tools/waiting';
import type { Answer } from './support';
import { call, callForText, errorOf, expectRefused, freshKey, order, TestSandbox } from './support';

let api: TestSandbox;
beforeEach(async () => {
	api = await TestSandbox.start();
});
afterEach(() => jest.restoreAllMocks());

const journal = async () => (await api.requests()).map(({ status, fault }) => [status, fault]);

/** The status, or 'broken' where the connection ended without an answer. */
async function outcome(answer: Promise<Answer>): Promise<number | 'broken'> {
	try {
		return (await answer).status;
	} catch {
		return 'broken';
	}
}

async function outcomes(times: number, send = () => api.get('/styles')) {
	const seen = [];
	for (let i = 0; i < times; i += 1) seen.push(await outcome(send()));
	return seen;
}

const isLost = (answer: Promise<Answer>) => expect(answer).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
const saysThatItWasCarriedOut = async (answer: Promise<Answer>) =>
	expectRefused(await answer, 500, 'internal_error', 'after the call was carried out');

describe('the faults', () => {
	it.each([
		[500, 'internal_error', 'internal_error'],
		[503, 'internal_error', 'internal_error'],
		[429, 'rate_limit_error', 'rate_limit_exceeded'],
		[401, 'authentication_error', 'invalid_api_key'],
		[408, 'validation_error', 'invalid_request'],
	])('status %i answers before anything is accepted', async (status, type, code) => {
		await api.setRules({ when: { next: 1 }, fault: { status } });
		const idempotencyKey = freshKey();
		const answer = await api.post('/cards', order(), { idempotencyKey });
		expect([answer.status, answer.headers['retry-after']]).toEqual([status, undefined]);
		expect(Object.keys(answer.headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
		expect(errorOf(answer)).toEqual({
			type,
			code,
			message: expect.stringContaining('before anything was accepted') as unknown,
			request_id: expect.stringMatching(/^req_/) as unknown,
		});
		expect(await api.letters()).toBe(0);
		// The key was not remembered: with another payload it is no conflict.
		const other = await api.post('/cards', order({ message: 'Other' }), { idempotencyKey });
		expect(other.status).toBe(201);
		expect(await journal()).toEqual([
			[status, 'status'],
			[201, null],
		]);
	});

	it('status carries Retry-After when the rule names it', async () => {
		await api.setRules({ when: { next: 1 }, fault: { status: 429, retryAfter: 7 } });
		expect((await api.get('/styles')).headers['retry-after']).toBe('7');
	});

	it.each([
		[false, 0],
		[true, 1],
	])("html is a proxy's page; with after %s, %i letters are accepted", async (after, letters) => {
		await api.setRules({ when: { next: 1 }, fault: { status: 502, html: true, ...(after && { after }) } });
		const answer = await callForText('POST', `${api.sandbox.baseUrl}/cards`, {
			body: order(),
			idempotencyKey: freshKey(),
		});
		expect([answer.status, answer.headers['content-type']]).toEqual([502, 'text/html']);
		expect(answer.text).toContain('<h1>502 Bad Gateway</h1>');
		expect(await api.letters()).toBe(letters);
	});

	it('nth strikes that call alone', async () => {
		await api.setRules({ on: { method: 'GET' }, when: { nth: 3 }, fault: { status: 503 } });
		expect(await outcomes(5)).toEqual([200, 200, 503, 200, 200]);
	});

	it('reset breaks the connection before anything is accepted', async () => {
		await api.setRules({ when: { next: 1 }, fault: { reset: true } });
		const idempotencyKey = freshKey();
		const broken = api.post('/cards', order(), { idempotencyKey });
		await expect(broken).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(await api.letters()).toBe(0);
		const other = await api.post('/cards', order({ message: 'Other' }), { idempotencyKey });
		expect(other.status).toBe(201);
		expect(await journal()).toEqual([
			[null, 'reset'],
			[201, null],
		]);
	});

	it('status and reset need no valid key and use up no rate window', async () => {
		await api.control('PUT', '/limits', { limit: 1 });
		await api.setRules(
			{ when: { next: 1 }, fault: { status: 503 } },
			{ when: { next: 1 }, fault: { reset: true } },
		);
		expect(await outcome(api.get('/styles', { apiKey: 'wrong' }))).toBe(503);
		expect(await outcomes(3)).toEqual(['broken', 200, 429]);
	});

	it.each<[string, string, FaultRule['fault'], number, (answer: Promise<Answer>) => Promise<void>]>([
		['cut', '/cards', { cut: true }, 201, isLost],
		['cut', '/batches', { cut: true }, 202, isLost],
		[
			'malformed',
			'/cards',
			{ malformed: true },
			201,
			(answer) => expect(answer).rejects.toThrow(SyntaxError),
		],
		['status_after', '/cards', { status: 500, after: true }, 500, saysThatItWasCarriedOut],
	])('%s accepts POST %s; the same key returns what was created', async (name, path, fault, shown, meet) => {
		await api.setRules({ when: { next: 1 }, fault });
		const idempotencyKey = freshKey();
		const body = path === '/cards' ? order() : { cards: [order()] };
		await meet(api.post(path, body, { idempotencyKey }));
		expect(await api.letters()).toBe(1);
		const again = await api.post(path, body, { idempotencyKey });
		const [id, accepted] = path === '/cards' ? ['id', 201] : ['batch_id', 202];
		expect(again.status).toBe(accepted);
		expect((await api.cards()).map((card) => card[id])).toEqual([again.body[id]]);
		expect(await journal()).toEqual([
			[shown, name],
			[accepted, null],
		]);
	});

	it('delay accepts at once and answers later', async () => {
		await api.setRules({ when: { next: 1 }, fault: { delaySeconds: 1 } });
		const startedAt = performance.now();
		let answered = false;
		const answer = api.post('/cards', order()).finally(() => {
			answered = true;
		});
		await eventually(async () => {
			expect(await journal()).toEqual([[201, 'delay']]);
		});
		expect([await api.letters(), answered]).toEqual([1, false]);
		expect((await answer).status).toBe(201);
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(999);
	});

	it('closing does not wait for a delayed answer', async () => {
		const clearing = jest.spyOn(global, 'clearTimeout');
		const delayed = jest.spyOn(global, 'setTimeout');
		await api.setRules({ when: { next: 1 }, fault: { delaySeconds: 3600 } });
		const answer = outcome(api.get('/styles'));
		await eventually(async () => {
			expect(await journal()).toEqual([[200, 'delay']]);
		});
		await api.sandbox.close();
		expect(await answer).toBe('broken');
		const index = delayed.mock.calls.findIndex(([, wait]) => wait === 3_600_000);
		expect(clearing).toHaveBeenCalledWith(delayed.mock.results[index]?.value);
	});

	it('cut, delay and malformed act on refusals too, whose status the journal shows', async () => {
		await api.setRules({ when: { next: 1 }, fault: { cut: true } });
		expect(await outcomes(2, () => api.get('/styles', { apiKey: 'wrong' }))).toEqual(['broken', 401]);
		expect(await journal()).toEqual([
			[401, 'cut'],
			[401, null],
		]);
	});
});

describe('when they strike', () => {
	it('next: the next n requests', async () => {
		await api.setRules({ when: { next: 2 }, fault: { status: 503 } });
		expect(await outcomes(4)).toEqual([503, 503, 200, 200]);
		expect(await api.struck()).toEqual([2]);
	});

	it('every: each n-th request', async () => {
		await api.setRules({ when: { every: 3 }, fault: { status: 503 } });
		expect(await outcomes(7)).toEqual([200, 200, 503, 200, 200, 503, 200]);
		expect(await api.struck()).toEqual([2]);
	});

	it('probability: the same requests for the same seed, others for another', async () => {
		const run = async (seed?: number) => {
			await api.setRules({ when: { probability: 0.3, seed }, fault: { status: 503 } });
			return outcomes(60);
		};
		const first = await run();
		const [count] = await api.struck();
		expect(first.filter((status) => status === 503)).toHaveLength(Number(count));
		expect(count).toBeGreaterThan(6);
		expect(count).toBeLessThan(30);
		expect(await run(1)).toEqual(first);
		expect(await run(2)).not.toEqual(first);
	});

	it('the first rule that strikes decides, and later rules do not count the request', async () => {
		await api.setRules(
			{ when: { next: 1 }, fault: { status: 503 } },
			{ when: { next: 2 }, fault: { status: 500 } },
			{ when: { every: 2 }, fault: { status: 429 } },
		);
		expect(await outcomes(6)).toEqual([503, 500, 500, 200, 429, 200]);
		expect(await api.struck()).toEqual([1, 2, 1]);
	});

	it('on: only the named method and paths, other requests are not counted', async () => {
		await api.setRules({
			on: { method: 'POST', path: '/cards' },
			when: { every: 2 },
			fault: { status: 503 },
		});
		const id = await api.newCard();
		expect(await outcomes(2, () => api.get(`/cards/${id}`))).toEqual([200, 200]);
		expect(await outcomes(2, () => api.post('/batches', { cards: [order()] }))).toEqual([202, 202]);
		expect(await outcomes(2, () => api.post('/cards', order()))).toEqual([503, 201]);

		await api.setRules({ on: { path: '/cards' }, when: { every: 1 }, fault: { status: 503 } });
		expect(await outcome(api.get(`/cards/${id}`))).toBe(503);
		expect(await outcome(api.get('/styles'))).toBe(200);
	});

	it('without on: every request to /v1, but never the control API', async () => {
		await api.setRules({ when: { every: 1 }, fault: { reset: true } });
		expect(await outcome(api.post('/batches', { cards: [order()] }))).toBe('broken');
		expect(await outcome(api.get('/unknown'))).toBe('broken');
		expect((await api.control('GET', '/ready')).status).toBe(200);
	});
});

describe('setting the rules', () => {
	const fault = { status: 503 };
	const when = { next: 1 };

	it('replaces the ones before', async () => {
		await api.setRules({ when: { next: 1 }, fault });
		await api.setRules({ when: { next: 1 }, fault: { status: 500 } });
		expect(await outcomes(2)).toEqual([500, 200]);
		await api.setRules();
		expect((await api.state()).faults).toEqual([]);
	});

	it('setting the same rules again starts their counts anew', async () => {
		const rules: FaultRule[] = [
			{ when, fault },
			{ when: { every: 3 }, fault: { status: 500 } },
		];
		for (let round = 0; round < 2; round += 1) {
			await api.setRules(...rules);
			// Ends in the middle of the three: the next round must not go on from there.
			expect(await outcomes(5)).toEqual([503, 200, 200, 500, 200]);
			expect(await api.struck()).toEqual([1, 1]);
		}
	});

	it('the console has a switch for every fault that has a name', () => {
		const rules = PRESET_GROUPS.flatMap(({ presets }) => presets.map(({ rule }) => rule));
		expect(rules).toEqual(Object.values(FAULT_PRESETS));
	});

	it('one is added behind the others, which go on counting', async () => {
		await api.setRules({ when: { next: 2 }, fault });
		expect(await outcome(api.get('/styles'))).toBe(503);
		const added = { when: { every: 1 }, fault: { status: 500 } };
		const { status: created, body } = await api.control('POST', '/faults', added);
		expect([created, body]).toEqual([201, { ...added, struck: 0 }]);
		expect(await outcomes(3)).toEqual([503, 500, 500]);
		expectRefused(await api.control('POST', '/faults', { when }), 400, 'invalid_request', 'fault: ');
	});

	it('a sandbox can start with them', async () => {
		const sandbox = await createSandbox({ port: 0, faults: [{ when: { next: 1 }, fault }] });
		const first = await outcome(call('GET', `${sandbox.baseUrl}/styles`));
		await sandbox.close();
		expect(first).toBe(503);
	});

	it.each<[unknown, string]>([
		[{ when: {}, fault }, 'rules[0].when: must hold exactly one of next, nth, every, probability'],
		[{ when: { next: 1, every: 2 }, fault }, 'rules[0].when: must hold exactly one of'],
		[{ when: { next: 1, seed: 2 }, fault }, 'rules[0].when: must hold exactly one of next, nth'],
		[{ when: { next: 'x' }, fault }, 'rules[0].when.next: must be of type number'],
		[{ when: { next: 0 }, fault }, 'rules[0].when.next: must be at least 1'],
		[{ when: { probability: 1.5 }, fault }, 'rules[0].when.probability: must be at most 1'],
		[{ fault }, 'rules[0].when: is required'],
		[{ when, fault: {} }, 'rules[0].fault: must hold exactly one of status, reset'],
		[{ when, fault: { status: 503, cut: true } }, 'rules[0].fault: must hold exactly one of'],
		[{ when, fault: { cut: true, retryAfter: 1 } }, 'rules[0].fault: must hold exactly one of'],
		[{ when, fault: { cut: true, after: true } }, 'after, html and retryAfter may stand beside status'],
		[{ when, fault: { status: 200 } }, 'rules[0].fault.status: must be 400 to 599'],
		[{ when, fault: { cut: false } }, 'rules[0].fault.cut: must be true'],
		[{ when, fault: { explode: true } }, 'rules[0].fault.explode: is not an allowed property'],
		[{ when, fault, on: { path: 'cards' } }, 'rules[0].on.path: must begin with /'],
		[{ when, fault, on: { path: '/v1/cards' } }, 'rules[0].on.path: is meant below /v1'],
		[{ when, fault, on: { method: 'post' } }, 'rules[0].on.method: must be GET or POST'],
		[{ when, fault: { webhook: 'stale', delaySeconds: 1 } }, 'rules[0].fault: must hold exactly one of'],
		[{ when, fault: { ...fault, cut: true, delaySeconds: 1 } }, 'rules[0].fault: must hold exactly one of'],
		[{ when, fault: { retryAfter: 1, delaySeconds: 1 } }, 'rules[0].fault: must hold exactly one of'],
		[{ when, fault: { webhook: 'stale' }, on: { key: 'k' } }, 'rules[0].on: takes event and receiver only'],
		[{ when, fault: { webhook: 'stale' }, on: { path: '/cards' } }, 'rules[0].on: takes event and receiver'],
		[{ when, fault: { webhook: 'stale' }, on: { method: 'GET' } }, 'rules[0].on: takes event and receiver'],
		[{ when, fault, on: { event: 'card.shipped' } }, 'rules[0].on: takes event and receiver only with'],
		[{ when, fault: { webhook: 'stale' }, on: { event: 'x' } }, 'rules[0].on.event: must be one of card.'],
		[{ when, fault: { webhook: 'lost' } }, 'rules[0].fault.webhook: must be one of bad_signature'],
		[{ when, fault, on: { key: '' } }, 'rules[0].on.key: must not be empty'],
	])('refuses %j and keeps the rules it has', async (rule, message) => {
		await api.setRules({ when: { next: 9 }, fault });
		expectRefused(await api.control('PUT', '/faults', { rules: [rule] }), 400, 'invalid_request', message);
		expect((await api.state()).faults).toEqual([{ when: { next: 9 }, fault, struck: 0 }]);
	});
});
