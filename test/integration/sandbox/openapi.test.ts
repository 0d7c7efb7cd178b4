/** The service's OpenAPI document, which openapiControl.test.ts also puts to Redocly, and the page that shows it. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { request } from 'undici';

import { ApiDocument } from './document';
import type { Json } from './support';
import { TestSandbox } from './support';

let api: TestSandbox;
let document: ApiDocument;
beforeAll(async () => {
	api = await TestSandbox.start();
	document = await ApiDocument.load(api.sandbox.origin);
});

interface Operation {
	readonly place: string[];
	readonly operation: OpenAPIV3_1.OperationObject;
}

function operationsIn(section: 'paths' | 'webhooks'): Operation[] {
	const entries = Object.entries(document.content[section] ?? {});
	return entries.flatMap(([path, methods]) =>
		Object.entries(methods ?? {}).map(([method, operation]) => ({
			place: [section, path, method],
			operation: operation as OpenAPIV3_1.OperationObject,
		})),
	);
}

it('it holds every operation of the interface with its answers', () => {
	const answers = operationsIn('paths').map(({ place, operation }) => [
		`${String(place[2])} ${String(place[1])}`,
		Object.keys(operation.responses ?? {}).join(' '),
	]);
	expect(Object.fromEntries(answers)).toEqual({
		'post /cards': '201 400 401 409 413 422 429 500',
		'get /cards/{id}': '200 401 404 429 500',
		'post /batches': '202 400 401 409 413 422 429 500',
		'get /templates': '200 401 429 500',
		'get /styles': '200 401 429 500',
	});
	const events = ['card.created', 'card.written', 'card.shipped', 'card.delivered', 'card.returned'];
	expect(operationsIn('webhooks').map(({ place }) => place[1])).toEqual(events);
	expect(document.content.servers?.map(({ url }) => url)).toEqual(['/v1']);
});

it('each refusal names its codes', () => {
	const place = ['paths', '/cards', 'post', 'responses', '409', 'content', 'application/json', 'schema'];
	const error = { type: 't', message: 'm', request_id: 'r' };
	expect(document.complaint({ error: { ...error, code: 'idempotency_conflict' } }, ...place)).toBeNull();
	expect(document.complaint({ error: { ...error, code: 'other' } }, ...place)).toContain('allowed values');
});

it('it asks for the bearer key everywhere, for the Idempotency-Key on every POST', () => {
	const { security, components } = document.content;
	expect(security).toEqual([{ apiKey: [] }]);
	expect(components?.securitySchemes?.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
	for (const { place, operation } of operationsIn('paths')) {
		expect(operation.security).toBeUndefined();
		const key = { $ref: '#/components/parameters/IdempotencyKey' };
		const named = JSON.stringify(operation.parameters ?? []).includes(key.$ref);
		expect([place, named]).toEqual([place, place[2] === 'post']);
	}
	expect(components?.parameters?.IdempotencyKey).toMatchObject({
		name: 'Idempotency-Key',
		in: 'header',
		required: true,
	});
});

it('it shows the headers of answers and webhooks', () => {
	const { paths, components } = document.content;
	const answers = (paths?.['/cards']?.post?.responses ?? {}) as Record<string, OpenAPIV3_1.ResponseObject>;
	const rate = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
	expect(Object.keys(answers[201]?.headers ?? {})).toEqual(rate);
	expect(Object.keys(answers[429]?.headers ?? {})).toEqual([...rate, 'Retry-After']);
	expect(answers[429]?.headers?.['Retry-After']).toMatchObject({ required: true });
	for (const { operation } of operationsIn('webhooks')) {
		const names = (operation.parameters as OpenAPIV3_1.ReferenceObject[]).map(({ $ref }) => {
			const parameter = components?.parameters?.[$ref.split('/').at(-1) ?? ''];
			return (parameter as OpenAPIV3_1.ParameterObject).name;
		});
		expect(names).toEqual(['X-Service-Signature', 'X-Service-Timestamp', 'X-Service-Event']);
		expect(operation.security).toEqual([]);
	}
});

it('every field, answer and header is explained', () => {
	for (const schema of Object.values(document.content.components?.schemas ?? {})) {
		const { properties = {} } = schema;
		for (const [name, field] of Object.entries(properties)) {
			expect([name, field]).toEqual([
				name,
				expect.objectContaining({ description: expect.any(String) as unknown }),
			]);
		}
	}
	for (const { operation } of operationsIn('paths')) {
		for (const answer of Object.values(operation.responses ?? {}) as OpenAPIV3_1.ResponseObject[]) {
			expect(answer.description).not.toBe('Default Response');
		}
	}
});

it('every body has an example', () => {
	const bodies = ({ operation, place }: Operation) => [
		operation.requestBody,
		...(place[0] === 'webhooks' ? [] : Object.values(operation.responses ?? {})),
	];
	const all = [...operationsIn('paths'), ...operationsIn('webhooks')].flatMap(bodies);
	for (const body of all.filter((one) => one !== undefined) as OpenAPIV3_1.RequestBodyObject[]) {
		const media: { example?: unknown; examples?: object } = body.content['application/json'] ?? {};
		expect(media.example ?? Object.values(media.examples ?? {})[0]).toBeDefined();
	}
});

it('the examples of requests are accepted by the sandbox', async () => {
	for (const path of ['/cards', '/batches']) {
		const { requestBody } = document.content.paths?.[path]?.post ?? {};
		const { content } = requestBody as OpenAPIV3_1.RequestBodyObject;
		for (const example of Object.values(content['application/json']?.examples ?? {})) {
			const { value } = example as { value: Json };
			expect((await api.post(path, value)).status).toBeLessThan(300);
		}
	}
});

describe('the page at /docs', () => {
	const read = async (path: string) => {
		const { statusCode, headers, body } = await request(api.sandbox.origin + path);
		return { status: statusCode, headers, text: await body.text() };
	};

	it('is served whole from here, under a strict Content-Security-Policy', async () => {
		const page = await read('/docs');
		expect(page.status).toBe(200);
		const policy = String(page.headers['content-security-policy']);
		expect(policy).toContain("default-src 'none'");
		expect(policy).not.toMatch(/unsafe|http|\*/);
		expect(page.text).not.toMatch(/<script>|<style>|\son\w+=|style=|https?:/);
		const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => String(path));
		expect(parts.length).toBeGreaterThan(4);
		for (const part of parts) expect([part, (await read(part)).status]).toEqual([part, 200]);
	});

	it('does not count as calls to the service', async () => {
		const { requests } = (await api.control('GET', '/state')).body;
		for (const path of ['/docs', '/docs/', '/docs/control', '/openapi.json']) {
			expect([path, (await read(path)).status]).toEqual([path, 200]);
		}
		expect((await api.control('GET', '/state')).body.requests).toBe(requests);
	});
});
