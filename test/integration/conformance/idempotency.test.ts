/** Spec, Endpoints: Idempotency rules 1 to 3. */
import type { Answer } from './service';
import { errorOf, freshKey, itInSandbox, order, Service } from './service';

let service: Service;
beforeAll(async () => {
	service = await Service.start();
});
afterAll(() => service.close());

const AT_ONCE = 50;

const POSTS = [
	['/cards', 201, 1, (text: string) => order({ message: text })],
	['/batches', 202, 2, (text: string) => ({ cards: [order({ message: text }), order()] })],
] as const;

/** The answers, and how many letters they have made. */
async function counted(calls: () => Promise<Answer[]>): Promise<[Answer[], number]> {
	const before = await service.letters();
	const answers = await calls();
	return [answers, (await service.letters()) - before];
}

describe.each(POSTS)('POST %s', (path, accepted, lettersOfOne, body) => {
	it('Idempotency rules 1: the key is sent on every call; without it the call is refused', async () => {
		const letters = await service.letters();
		for (const idempotencyKey of [undefined, '']) {
			const answer = await service.post(path, body('Hi'), { idempotencyKey });
			expect([400, 422]).toContain(answer.status);
			expect(errorOf(answer).type).toBe('validation_error');
		}
		expect(await service.letters()).toBe(letters);
	});

	itInSandbox('Idempotency rules 2: same key and payload, same resource, no second letter', async () => {
		const idempotencyKey = freshKey();
		const [[first, second], letters] = await counted(async () => [
			await service.post(path, body('Hi'), { idempotencyKey }),
			await service.post(path, body('Hi'), { idempotencyKey }),
		]);
		expect([first?.status, second?.status]).toEqual([accepted, accepted]);
		expect(second?.body).toEqual(first?.body);
		expect(letters).toBe(lettersOfOne);
	});

	itInSandbox(`Idempotency rules 2: ${AT_ONCE} identical calls at once make one resource`, async () => {
		const idempotencyKey = freshKey();
		const [answers, letters] = await counted(() =>
			Promise.all(Array.from({ length: AT_ONCE }, () => service.post(path, body('Hi'), { idempotencyKey }))),
		);
		expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(accepted));
		expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
		expect(letters).toBe(lettersOfOne);
	});

	itInSandbox(
		'Idempotency rules 2 and 3: of different payloads at once one is accepted, the others 409',
		async () => {
			const idempotencyKey = freshKey();
			const [answers, letters] = await counted(() =>
				Promise.all(
					Array.from({ length: AT_ONCE }, (_, i) => service.post(path, body(`No ${i}`), { idempotencyKey })),
				),
			);
			const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
			expect(statuses).toEqual([accepted, ...Array<number>(AT_ONCE - 1).fill(409)]);
			expect(letters).toBe(lettersOfOne);
		},
	);

	it('Idempotency rules 3: same key, another payload: 409 idempotency_conflict', async () => {
		const idempotencyKey = freshKey();
		expect((await service.post(path, body('Hi'), { idempotencyKey })).status).toBe(accepted);
		const letters = await service.letters();
		const conflict = await service.post(path, body('Hello'), { idempotencyKey });
		expect(conflict.status).toBe(409);
		expect(errorOf(conflict)).toMatchObject({
			type: 'idempotency_error',
			code: 'idempotency_conflict',
		});
		expect(await service.letters()).toBe(letters);
		// The first call still has its answer.
		expect((await service.post(path, body('Hi'), { idempotencyKey })).status).toBe(accepted);
	});
});

it('Idempotency rules 2: another key with the same payload is another letter', async () => {
	const [first, second] = [await service.newCard(), await service.newCard()];
	expect(first.id).not.toBe(second.id);
});

itInSandbox('Idempotency rules 2: the same resource also after the letter has moved', async () => {
	const idempotencyKey = freshKey();
	const first = await service.accepted('/cards', order(), { idempotencyKey });
	await service.advance(first.id, 'delivered');
	const second = await service.accepted('/cards', order(), { idempotencyKey });
	expect(second.id).toBe(first.id);
});
