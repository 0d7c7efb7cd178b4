/** When a run goes on without some letters, and when it stops asking: over real HTTP, against a peer that misbehaves. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { performance } from 'node:perf_hooks';

import type { INodeParameters } from 'n8n-workflow';

import { ServiceClient } from '../../../nodes/HandwrittenLetters/send/serviceClient';
import { readAccount } from '../../../nodes/n8n/account';
import { editorContext, runActionNode, searchList } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import type { ScriptedService, Step } from '../../support/peers/scriptedService';
import { card, credentialFor, failure, startScriptedService } from '../../support/peers/scriptedService';

const MINUTE = 60_000;
/** Of the event loop without a request, after which the node waits for its clock. */
const IDLE_TURNS = 20;
const LIMIT_SPENT =
	/^Item \d+: The letter was not sent, because the rate limit of the account stays used up for ten minutes or longer/;

let service: ScriptedService;
afterEach(async () => {
	await service.close();
});

/** Sends one letter to each name, and goes on after failures. */
async function send(names: string[], options: INodeParameters) {
	const { outputs } = await runActionNode({
		parameters: { ...letterParameters, options },
		items: names.map((name) => letterItem(name)),
		credential: credentialFor(service.baseUrl),
		node: { onError: 'continueRegularOutput' },
	});
	return (outputs[0] ?? []).map(({ json }) => json);
}

const named = (name: string, count: number) =>
	Array.from({ length: count }, (_none, index) => `${name} ${index}`);
const created: Step = { status: 201, body: card('crd_1') };

/** Every letter to a name with "Bad" in it is answered 500, however often it comes. */
const someBad = (body: string): Step => (body.includes('Bad') ? { status: 500 } : created);

/** Lets the node's clock leap over its waits; it stands still while a request is under way. */
async function inFastTime<T>(work: () => Promise<T>): Promise<{ result: T; minutes: number }> {
	let underWay = 0;
	const onRequest = (message: unknown) => {
		underWay += 1;
		(message as { request: ClientRequest }).request.once('close', () => (underWay -= 1));
	};
	subscribe('http.client.request.start', onRequest);
	jest.useFakeTimers({
		doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime', 'performance'],
	});
	try {
		const start = Date.now();
		const progress = { done: false };
		const working = work().finally(() => (progress.done = true));
		for (let idle = 0; !progress.done; idle += 1) {
			if (underWay > 0) idle = 0;
			if (idle > IDLE_TURNS) await jest.advanceTimersByTimeAsync(500);
			await new Promise((resolve) => setImmediate(resolve));
		}
		return { result: await working, minutes: (Date.now() - start) / MINUTE };
	} finally {
		jest.useRealTimers();
		unsubscribe('http.client.request.start', onRequest);
	}
}

describe('a used-up quota', () => {
	it('ends 200 letters in about ten minutes, most of them without a request', async () => {
		service = await startScriptedService([{ status: 429, body: failure('rate_limit_error', 'spent') }]);
		const { result, minutes } = await inFastTime(() => send(named('Ana', 200), {}));
		// A busy machine leaps further than it has to. One deadline after another would take more than 30.
		expect(minutes).toBeLessThan(20);
		const untried = result.filter(({ error }) => LIMIT_SPENT.test(error as string));
		expect(untried.length).toBeGreaterThan(130);
		expect(untried[0]).toMatchObject({
			error: expect.stringContaining('(HTTP 429: spent)') as string,
			message: expect.stringContaining('This letter was not created.') as string,
		});
		for (const { message } of result) expect(message).toContain('This letter was not created.');
	}, 60_000);
});

describe('one 503 with a Retry-After of an hour', () => {
	it('stops neither the other letters nor a list of the same account', async () => {
		const away: Step = { status: 503, headers: { 'Retry-After': '3600' } };
		const [first = '', ...others] = named('Ana', 5);
		service = await startScriptedService([away, created]);
		const letters = await send([first, ...others], { maxInFlight: 1, deadline: 0.5 });
		expect(letters.map(({ id }) => id)).toEqual([null, ...others.map(() => 'crd_1')]);
		expect(letters[0]?.error).toBe(
			'Item 1: No good answer from the letter service after one attempt: HTTP 503. The letter may have been ordered',
		);
		const lists = await startScriptedService([away, { status: 200, body: { styles: [] } }]);
		await expect(searchList('searchStyles', credentialFor(lists.baseUrl))).rejects.toThrow('HTTP 503');
		expect(await searchList('searchStyles', credentialFor(lists.baseUrl))).toMatchObject({
			results: [{ name: 'The service chooses' }],
		});
		await lists.close();
	});
});

describe('a service that is still busy with an attempt that was cut off', () => {
	const busy: Step = { status: 409, body: failure('idempotency_error', 'idempotency_conflict') };

	it('is asked with the same key until it gives the letter', async () => {
		service = await startScriptedService(['cut', busy, busy, busy, created]);
		const { result } = await inFastTime(() => send(['Ana'], {}));
		expect(result).toMatchObject([{ id: 'crd_1' }]);
		expect(new Set(service.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
	});

	it('is asked for half a minute: the letter is then not known, and nothing is said of other contents', async () => {
		service = await startScriptedService(['cut', busy]);
		const { result, minutes } = await inFastTime(() => send(['Ana'], {}));
		expect(minutes).toBeGreaterThan(0.4);
		expect(minutes).toBeLessThan(1);
		const { error, message } = result[0] as { error: string; message: string };
		expect(error).toMatch(
			/^Item 1: No good answer from the letter service after \d+ attempts in \d+ seconds?: HTTP 409/,
		);
		expect(error).toContain('The letter may have been ordered');
		expect(`${error} ${message}`).not.toMatch(/different contents|restore/);
	});
});

describe('letters that the service always answers with 500', () => {
	it.each([
		{ bad: 1, good: 19, maxInFlight: 1 },
		{ bad: 64, good: 1, maxInFlight: 10 },
	])(
		'do not stop the others: $bad before $good, $maxInFlight in flight',
		async ({ bad, good, maxInFlight }) => {
			service = await startScriptedService(someBad);
			const names = [...named('Bad', bad), ...named('Ana', good)];
			const letters = await send(names, { maxInFlight, deadline: 0.01 });
			const isCreated = letters.map(({ id }) => id === 'crd_1');
			expect(isCreated).toEqual(names.map((name) => name.startsWith('Ana')));
		},
	);

	it('end the run after one more letter, if that gets no other answer', async () => {
		service = await startScriptedService(someBad);
		const letters = await send(named('Bad', 300), { maxInFlight: 1, deadline: 0.01 });
		const tried = new Set(service.received.map(({ body }) => body)).size;
		expect(tried).toBe(2);
		const unsent = letters.filter(({ error }) =>
			/^Item \d+: The letter was not sent, because the letter service gave no good answer/.test(
				error as string,
			),
		);
		expect(unsent).toHaveLength(298);
		for (const { message } of unsent) expect(message).toContain('This letter was not created.');
	});
});

describe('a service that never answers', () => {
	it('ends a run at the first deadline, also if all its letters are waiting already', async () => {
		service = await startScriptedService(['silence']);
		const letters = await send(named('Ana', 40), { timeout: 0.3, deadline: 0.02 });
		const tried = new Set(service.received.map(({ body }) => body)).size;
		expect(tried).toBeLessThan(40);
		const unsent = letters.filter(({ message }) => /This letter was not created\./.test(message as string));
		expect(unsent).toHaveLength(40 - tried);
	});
});

describe('an address where nothing listens', () => {
	const start = async (firstAnswerMs: number) => {
		service = await startScriptedService([]);
		await service.close();
		const limits = { deadlineMs: 10 * MINUTE, timeoutMs: 10_000, maxInFlight: 4, firstAnswerMs };
		const context = editorContext(credentialFor(service.baseUrl));
		return ServiceClient.create(context, await readAccount(context), limits);
	};
	const order = (key: number) => ({
		purpose: 'order' as const,
		path: '/cards',
		body: {},
		idempotencyKey: String(key),
		idField: 'id' as const,
	});

	it('ends all requests of the run when the time for a first answer is over', async () => {
		const client = await start(1000);
		const begun = performance.now();
		const all = await Promise.all([1, 2, 3, 4, 5, 6].map((key) => client.send(order(key))));
		expect(performance.now() - begun).toBeGreaterThan(900);
		for (const result of all) {
			expect(result).toMatchObject({
				outcome: 'not_ordered',
				failure: { connection: 'nothing listens at the base URL', mayHaveBeenAccepted: false },
			});
		}
		expect(await client.send(order(7))).toMatchObject({ failure: { attempts: 0, heldBack: 'noAnswer' } });
	});
});
