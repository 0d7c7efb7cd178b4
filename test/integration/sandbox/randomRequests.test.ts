/**
 * Random calls to every operation of both OpenAPI documents: each is answered as its document says,
 * none with 500; what the document allows is not called malformed, and nothing else is accepted. Then
 * random orders that are right, and bodies that may be anything.
 */
import fc from 'fast-check';
import type { OpenAPIV3_1 } from 'openapi-types';

import { ApiDocument } from './document';
import { RandomValues } from './randomValues';
import type { Answer, Json } from './support';
import { address, errorOf, freshKey, TestSandbox } from './support';

/** Of each document, and of each kind of body: about ten of each operation, other ones each time. */
const CALLS = 300;
const BODIES = 60;
const METHODS = ['get', 'put', 'post', 'delete'] as const;
/** A stream has no end. */
const UNENDING = ['streamChanges'];

let api: TestSandbox;
// A random call may have set a limit that refuses all that follow.
beforeEach(async () => {
	api = await TestSandbox.start();
});

interface Sent {
	readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
	/** As the document has it, and with its parameters. */
	readonly place: string;
	readonly path: string;
	readonly query: string;
	readonly body?: unknown;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Ids that there are, the newest first, and any text; never a path of its own. */
const idOf = (ids: readonly string[], pattern?: string) =>
	fc
		.tuple(
			fc.nat({ max: 60 }),
			pattern === undefined ? fc.string({ minLength: 1 }) : fc.stringMatching(new RegExp(pattern)),
		)
		.map(([n, text]) => ids.at(-n - 1) ?? text)
		.filter((text) => !/^\.{0,2}$/.test(text));

function callsOf({ content }: ApiDocument, ids: readonly string[]): fc.Arbitrary<Sent>[] {
	const values = new RandomValues(content.components?.schemas);
	return Object.entries(content.paths ?? {}).flatMap(([place, item]) =>
		METHODS.flatMap((method) => {
			const operation = item?.[method];
			if (operation === undefined || UNENDING.includes(String(operation.operationId))) return [];
			const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
			const queries = parameters.filter((one) => one.in === 'query');
			const inPath = parameters.find((one) => one.in === 'path');
			const requestBody = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
			const schema = requestBody?.content['application/json']?.schema;
			const query = fc.record(Object.fromEntries(queries.map((one) => [one.name, values.near(one.schema)])), {
				requiredKeys: [],
			});
			const { pattern } = (inPath?.schema ?? {}) as { pattern?: string };
			const made = fc.record({
				id: inPath === undefined ? fc.constant('') : idOf(ids, pattern),
				query,
				body: schema === undefined ? fc.constant(undefined) : values.near(schema),
			});
			return made.map(({ id, query: given, body }): Sent => {
				const pairs = Object.entries(given).map(([name, value]) => [name, textOf(value)]);
				return {
					method: method.toUpperCase() as Sent['method'],
					place,
					path: place.replace(/\{\w+\}/, encodeURIComponent(id)),
					query: new URLSearchParams(pairs).toString(),
					body,
				};
			});
		}),
	);
}

/** What no schema says: the one name that is refused anywhere. */
const isOrdinary = ({ body }: Pick<Sent, 'body'>) => !JSON.stringify(body ?? null).includes('__proto__');

function bodyFault(document: ApiDocument, { method, place, body }: Sent): string | null {
	if (body === undefined) return null;
	const at = ['paths', place, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
	return document.complaint(body, ...at);
}

const idsIn = (body: Json): string[] =>
	[body, ...Object.values(body).flat()].flatMap((one) => {
		const { id, request_id: requestId, name } = (one ?? {}) as Partial<Record<string, string>>;
		return [id ?? requestId ?? name ?? []].flat();
	});

async function hold(document: ApiDocument, sent: Sent, prefix: '' | '/_sandbox'): Promise<Answer> {
	const { method, place, path, query, body } = sent;
	const url = `${path}${query === '' ? '' : `?${query}`}`;
	const options = body === undefined ? {} : { rawBody: JSON.stringify(body) };
	const answer =
		prefix === ''
			? method === 'POST'
				? await api.post(url, undefined, { ...options, idempotencyKey: freshKey() })
				: await api.get(url)
			: await api.control(method, url, body);
	document.expectDocumented(method, place, answer);
	expect(answer.status).toBeLessThan(500);
	const fault = bodyFault(document, sent);
	if (fault !== null) expect(answer.status).toBeGreaterThanOrEqual(400);
	else if (query === '') expect(answer.status).not.toBe(400);
	return answer;
}

it.each(['' as const, '/_sandbox' as const])(
	'the document %s/openapi.json tells all of them',
	async (prefix) => {
		const document = await ApiDocument.load(api.sandbox.origin, prefix);
		const ids: string[] = [await api.newCard(), 'main'];
		const counts = new Map<number, number>();
		await fc.assert(
			fc.asyncProperty(fc.oneof(...callsOf(document, ids)).filter(isOrdinary), async (sent) => {
				const { status, body } = await hold(document, sent, prefix);
				ids.push(...idsIn(body));
				counts.set(status, (counts.get(status) ?? 0) + 1);
			}),
			{ numRuns: CALLS },
		);
		// Both what is accepted and what is refused is among them.
		expect([...counts.keys()]).toEqual(expect.arrayContaining([200, 400]));
	},
);

it('an order is accepted whatever it says, alone and in a batch', async () => {
	const document = await ApiDocument.load(api.sandbox.origin);
	const { schemas } = document.content.components ?? {};
	const values = new RandomValues(schemas).of(schemas?.CardCreateRequest) as fc.Arbitrary<Json>;
	const orders = values
		.map((body): Json => ({ ...body, to: address, template: 'tpl_welcome', style: 'sty_casual' }))
		.filter((body) => isOrdinary({ body }));
	await fc.assert(
		fc.asyncProperty(orders, async (body) => {
			expect((await api.post('/cards', body)).status).toBe(201);
			expect((await api.post('/batches', { cards: [body, body] })).status).toBe(202);
		}),
		{ numRuns: BODIES },
	);
});

it('any text and any JSON as a body is refused in words', async () => {
	const document = await ApiDocument.load(api.sandbox.origin);
	const bodies = fc.oneof(
		fc.string(),
		fc.json(),
		fc.json().map((json) => json.slice(0, -1)),
	);
	await fc.assert(
		fc.asyncProperty(fc.constantFrom('/cards', '/batches'), bodies, async (path, rawBody) => {
			const answer = await api.post(path, undefined, { rawBody });
			document.expectDocumented('POST', path, answer);
			expect([400, 422]).toContain(answer.status);
			expect(errorOf(answer).message).toMatch(/\S/);
		}),
		{ numRuns: BODIES },
	);
});
