/**
 * The sandbox, from the sources or with CONFORMANCE_PACKAGE from that built file, holds to the
 * specification: `check` finds nothing that breaks it, which it would (../sandbox/check), and each
 * answer is one that the OpenAPI document names.
 */
import type { createSandbox as createFromSources } from '../../../sandbox/src/createSandbox';
import { API_KEY, check, EVERYTHING } from '../sandbox/check/runCheck';
import { ApiDocument } from '../sandbox/document';
import type { Answer, Json } from '../sandbox/support';
import { call } from '../sandbox/support';

const file = process.env.CONFORMANCE_PACKAGE ?? '../../../sandbox/src/createSandbox';
const { createSandbox } = jest.requireActual<{ createSandbox: typeof createFromSources }>(file);

interface Exchange {
	readonly method: string;
	readonly path: string;
	readonly status: number;
	readonly request: { readonly body: string };
	readonly answer: { readonly headers: Answer['headers']; readonly body: string };
}

function accepts(document: ApiDocument, resource: string, body: string): boolean {
	try {
		return document.accepts(resource, JSON.parse(body));
	} catch {
		return false;
	}
}

it('holds to the specification and to its own document', async () => {
	const sandbox = await createSandbox({ port: 0, plan: 'pro', apiKeys: [API_KEY] });
	const { code, rows } = await check(sandbox.baseUrl, '--json', ...EVERYTHING);
	expect(rows.filter(({ result }) => result !== 'holds' && result !== 'as the sandbox')).toEqual([]);
	expect([code, rows.length > 300]).toEqual([0, true]);

	const document = await ApiDocument.load(sandbox.origin);
	const { body } = await call('GET', `${sandbox.origin}/_sandbox/requests?limit=1000`);
	const exchanges = body.requests as Exchange[];
	expect(exchanges.length).toBeGreaterThan(80);
	for (const { method, path, status, request, answer } of exchanges) {
		const place = path.replace('/v1', '');
		const answered = JSON.parse(answer.body) as Json;
		document.expectDocumented(method, place, { status, headers: answer.headers, body: answered });
		const resource = place === '/cards' ? 'CardCreateRequest' : 'BatchCreateRequest';
		const isAccepted = method === 'POST' && status < 300;
		if (isAccepted)
			expect([request.body, accepts(document, resource, request.body)]).toEqual([request.body, true]);
		if (status === 400 && !answer.body.includes('Idempotency-Key'))
			expect([request.body, accepts(document, resource, request.body)]).toEqual([request.body, false]);
	}
	await sandbox.close();
});
