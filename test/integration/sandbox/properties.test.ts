/** Whatever is sent, the answer is one that the OpenAPI document names, and nothing is answered 500. */
import fc from 'fast-check';

import { ApiDocument } from './document';
import { errorOf, freshKey, TestSandbox } from './support';

jest.setTimeout(120_000);

let api: TestSandbox;
let document: ApiDocument;
beforeAll(async () => {
	api = await TestSandbox.start();
	document = await ApiDocument.load(api.sandbox.origin);
});

const EXAMPLES = { numRuns: 200 };

const text = fc.string({ minLength: 1, unit: 'grapheme' }).map((one) => `a${one}`);
const address = fc.record(
	{
		name: text,
		address_line1: text,
		address_line2: fc.option(text),
		city: text,
		state: fc.constantFrom('SP', 'rj', 'MG'),
		zip: fc.stringMatching(/^\d{5}-?\d{3}$/),
		country: fc.constant('BR'),
	},
	{ requiredKeys: ['name', 'address_line1', 'city', 'state', 'zip'] },
);
const order = fc
	.record(
		{
			to: address,
			message: text,
			template: fc.constantFrom('tpl_thank_you', 'tpl_welcome'),
			style: fc.constantFrom('sty_casual', 'sty_elegant'),
			external_id: text,
			metadata: fc.dictionary(text, fc.jsonValue({ maxDepth: 3 })),
		},
		{ requiredKeys: ['to'] },
	)
	.filter(({ message, template }) => message !== undefined || template !== undefined)
	// The one name that the sandbox rejects anywhere.
	.filter((body) => !JSON.stringify(body).includes('"__proto__":'));

/** Sends it and holds the answer to the document. */
async function post(path: string, rawBody: string): Promise<number> {
	const answer = await api.post(path, undefined, { rawBody, idempotencyKey: freshKey() });
	document.expectDocumented('POST', path, answer);
	return answer.status;
}

it('a valid order is accepted, alone and in a batch, and the document says that it is valid', async () => {
	await fc.assert(
		fc.asyncProperty(order, async (body) => {
			expect(document.complaint(body, 'components', 'schemas', 'CardCreateRequest')).toBeNull();
			expect(await post('/cards', JSON.stringify(body))).toBe(201);
			expect(await post('/batches', JSON.stringify({ cards: [body, body] }))).toBe(202);
		}),
		EXAMPLES,
	);
});

it('any text and any JSON as a body is refused in words', async () => {
	const raw = fc.oneof(
		fc.string(),
		fc.json(),
		fc.json().map((json) => json.slice(0, -1)),
	);
	await fc.assert(
		fc.asyncProperty(fc.constantFrom('/cards', '/batches'), raw, async (path, rawBody) => {
			const answer = await api.post(path, undefined, { rawBody, idempotencyKey: freshKey() });
			document.expectDocumented('POST', path, answer);
			expect([400, 422]).toContain(answer.status);
			expect(errorOf(answer).message).toMatch(/\S/);
		}),
		EXAMPLES,
	);
});
