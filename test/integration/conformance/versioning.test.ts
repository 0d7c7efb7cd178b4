/** Spec, Versioning, and Variants of the contract described elsewhere: the older ones are not served. */
import { call } from '../sandbox/support';
import { itInSandbox, order, Service } from './service';

let service: Service;
beforeAll(async () => {
	service = await Service.start();
});
afterAll(() => service.close());

it('Versioning 1: the base address ends in /v1', () => {
	expect(service.baseUrl).toMatch(/\/v1$/);
});

itInSandbox.each([
	['POST', '/api/v1/cards', order()],
	['POST', '/api/v1/bulk', { cards: [order()] }],
	['GET', '/api/v1/templates', undefined],
	['GET', '/api/v1/styles', undefined],
	['POST', '/bulk', { cards: [order()] }],
	['POST', '/v1/bulk', { cards: [order()] }],
	['POST', '/cards', order()],
	['POST', '/v2/cards', order()],
	['GET', '/styles', undefined],
] as const)('Variants: %s %s is not served', async (method, path, body) => {
	const letters = await service.letters();
	const answer = await call(method, service.sandbox.origin + path, { body, idempotencyKey: 'k' });
	expect(answer.status).toBe(404);
	expect(service.document.accepts('Error', answer.body)).toBe(true);
	expect(await service.letters()).toBe(letters);
});

it('Variants: the answer is a Card without the older fields', async () => {
	const card = await service.newCard();
	expect(card.status).not.toBe('processing');
	for (const field of ['card_id', 'estimated_delivery', 'shipped_at', 'webhook_id']) {
		expect(card).not.toHaveProperty(field);
	}
});
