/** Spec, Authentication: the bearer key on every operation, and whose card it is. */
import { errorOf, itInSandbox, OPERATIONS, order, OTHER_ACCOUNT, Service } from './service';

let service: Service;
beforeAll(async () => {
	service = await Service.start();
});
afterAll(() => service.close());

const CREDENTIALS: [string, Record<string, string>][] = [
	['no Authorization header', {}],
	['an unknown key', { authorization: 'Bearer wrong-key' }],
	['an empty key', { authorization: 'Bearer ' }],
	['another scheme', { authorization: 'Basic dGVzdF9rZXk6' }],
	['the key without the scheme', { authorization: 'test_key' }],
	['the key in another header', { 'x-api-key': 'test_key' }],
];
const CASES = OPERATIONS.flatMap(([method, path]) =>
	CREDENTIALS.map(([name, headers]) => [method, path, name, headers] as const),
);

it.each(CASES)(
	'Authentication 3: %s %s with %s is 401 invalid_api_key',
	async (method, path, _name, headers) => {
		const letters = await service.letters();
		const body = { '/cards': order(), '/batches': { cards: [order()] } }[path as string];
		const idempotencyKey = method === 'POST' ? 'k' : undefined;
		const answer = await service.send(method, path, { apiKey: null, headers, body, idempotencyKey });
		expect(answer.status).toBe(401);
		expect(errorOf(answer)).toMatchObject({ type: 'authentication_error', code: 'invalid_api_key' });
		expect(await service.letters()).toBe(letters);
	},
);

it('Authentication 3: is judged before the payload, so a stranger learns nothing about it', async () => {
	const answer = await service.post('/cards', undefined, { apiKey: null, rawBody: '{"to":' });
	expect(answer.status).toBe(401);
});

it('Authentication 2: Authorization, Content-Type and Accept together are accepted', async () => {
	const headers = { 'content-type': 'application/json', accept: 'application/json' };
	expect((await service.get('/styles', { headers })).status).toBe(200);
	expect((await service.post('/cards', order(), { headers })).status).toBe(201);
});

it('Authentication 2: Content-Type may name the character set', async () => {
	const headers = { 'content-type': 'application/json; charset=utf-8' };
	expect((await service.post('/cards', order(), { headers })).status).toBe(201);
});

itInSandbox(
	"Authentication 4: another account's card is 404 card_not_found, like an unknown one",
	async () => {
		const { id } = await service.newCard();
		const path = `/cards/${String(id)}`;
		const foreign = await service.get(path, { apiKey: OTHER_ACCOUNT });
		const unknown = await service.get('/cards/unknown', { apiKey: OTHER_ACCOUNT });
		for (const answer of [foreign, unknown]) {
			expect(answer.status).toBe(404);
			expect(errorOf(answer)).toMatchObject({ type: 'not_found_error', code: 'card_not_found' });
		}
		expect(errorOf(foreign).message).toBe(errorOf(unknown).message);
		expect((await service.get(path)).status).toBe(200);
	},
);
