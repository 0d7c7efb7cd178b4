/** Every way sending can fail, as the user sees it: what happened, what was sent, what to do. */
import type { INodeParameters } from 'n8n-workflow';

import { searchList } from '../../../tools/engine/engine';
import {
	goesOn,
	inFastTime,
	lettersTo,
	manyLetters,
	runLetters,
	withErrorOutput,
} from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import type { Step } from '../../support/peers/scriptedService';
import {
	card,
	credentialFor,
	failure,
	startScriptedService,
	withService,
} from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

describe('against the sandbox', () => {
	const sandbox = withSandbox();

	const run = async (parameters: INodeParameters, more: Partial<Parameters<typeof runLetters>[2]> = {}) =>
		await runLetters(sandbox.credential, parameters, more);

	it.each<[string, INodeParameters, () => object, RegExp]>([
		[
			'401: a wrong key',
			{},
			() => ({ apiKey: 'wrong' }),
			/The service rejected the API key[^]*letter was not created.*Check the API key.*code invalid_api_key .*HTTP 401, request_id req_/,
		],
		[
			'https to a server of plain http',
			{},
			() => ({ baseUrl: sandbox.credential.baseUrl.replace('http:', 'https:') }),
			/^Item 1: No answer from the letter service after one attempt: the server at the base URL does not use https \(127\.0\.0\.1:\d+\)\nThis letter was not created\. If that is the sandbox, begin the base URL in the credential with http:\/\/\. Otherwise ask the letter service for its address\.$/,
		],
		[
			'404: an unknown card id',
			{ operation: 'get', cardId: 'crd_none' },
			() => ({}),
			/^Item 1: There is no letter with this ID\nThe ID is "crd_none"\. .*code card_not_found .*HTTP 404, request_id req_/,
		],
		[
			'404: a base URL without the version',
			{},
			() => ({ baseUrl: sandbox.origin }),
			/The base URL is wrong \(HTTP 404\)[^]*ends in the version/,
		],
		[
			'422: a template the account does not have',
			{ template: { __rl: true, mode: 'id', value: 'tpl_none' } },
			() => ({}),
			/The service rejected the letter[^]*was not created.*Correct the field.*HTTP 422, request_id/,
		],
	])('%s', async (_what, parameters, changes, words) => {
		const credential = { ...sandbox.credential, ...changes() };
		expect((await runLetters(credential, parameters)).said).toMatch(words);
		expect(await sandbox.letters()).toBe(0);
	});

	describe('409', () => {
		const other = { message: 'Other words' };
		const known =
			/^Item 1: The letter was already ordered with different contents \((crd_\S+)\)\. No second letter was created$/;

		it.each<[string, INodeParameters]>([
			['Idempotency Key', { options: { idempotencyKey: 'order-7' } }],
			// n8n looks for codes such as this one in messages.
			['External ID', { externalId: 'EPERM-1' }],
		])('one %s for another letter: names the earlier one', async (_what, keys) => {
			const id = (await run(keys)).items[0]?.id;
			const { error } = await run({ ...keys, ...other });
			expect(known.exec(error?.message ?? '')?.[1]).toBe(id);
			expect(error?.description).toMatch(
				/^(External ID EPERM-1\. )?The first order remains as it is\. (It may have been ordered under another spelling of its External ID\. )?To order a second letter, give it an External ID or an Idempotency Key of its own\. \[code idempotency_conflict/,
			);
			expect(error?.description).not.toMatch(/already created|again|Idempotency-Key/);
			const { items } = await run({ ...keys, ...other }, goesOn);
			const conflict = expect.stringMatching(known) as string;
			expect(items).toMatchObject([{ outcome: 'other_contents', id, error: conflict }]);
			expect(await sandbox.letters()).toBe(1);
		});

		it('for a letter of which this process knows nothing: claims none, and says where to look', async () => {
			const [checked] = (await run({ externalId: 'P-9', orderingMode: 'check' })).items;
			await sandbox.order(checked?.request as object, checked?.idempotency_key as string);
			const { said } = await run({ externalId: 'P-9', ...other });
			expect(said).toMatch(
				/^Item 1: The service knows the key of this letter with other contents: an earlier letter, or one that it rejected\. No second letter was created\nExternal ID P-9\. Look for its External ID at the letter service before you order it under another\. To order a second letter, give it an External ID or an Idempotency Key of its own\. \[/,
			);
			expect(said).not.toContain('crd_');
			const { failed } = await run({ externalId: 'P-9', ...other }, withErrorOutput);
			// Under a name by which no loop orders it again.
			const conflicting_key = checked?.idempotency_key;
			const { details } = failed[0]?.error as { details: object };
			expect(details).toMatchObject({
				outcome: 'other_contents',
				id: null,
				external_id: 'P-9',
				conflicting_key,
			});
			expect(details).not.toHaveProperty('idempotency_key');
			expect(await sandbox.letters()).toBe(1);
		});
	});

	it('a failing letter stops the run, lists the ids given out, and says that a retry orders nothing twice', async () => {
		const style = { __rl: true, mode: 'id', value: '={{ $json.name === "bad" ? "sty_none" : "" }}' };
		const items = lettersTo('Ana', 'Bia', 'bad', 'Davi');
		const { error } = await run({ style, options: { maxInFlight: 1 } }, { items });
		const cards = await sandbox.cards();
		expect(cards).toHaveLength(2);
		for (const { id } of cards) expect(error?.description).toContain(id);
		expect(error?.description).toMatch(/1 letter was not sent.*orders none of these again/);
	});
});

const html = { headers: { 'Content-Type': 'text/html' }, body: '<html>Log in</html>' };
const rejected: Step = { status: 422, body: failure('validation_error', 'invalid_zip') };
const get = { operation: 'get', cardId: 'crd_1' };

describe('against a service that misbehaves', () => {
	const service = withService();

	const run = async (steps: Step[], parameters: INodeParameters = {}, more: typeof goesOn = {}) => {
		await service.answers(steps);
		return await runLetters(service.credential, parameters, more);
	};
	it.each<[string, Step, INodeParameters]>([
		['429 with Retry-After', { status: 429, headers: { 'Retry-After': '1' } }, {}],
		['429 without Retry-After', { status: 429, body: failure('rate_limit_error', 'x') }, {}],
		['500', { status: 500, body: failure('internal_error', 'internal_error') }, {}],
		['503 that is not JSON', { status: 503, body: '<html>down</html>' }, {}],
		['408', { status: 408 }, {}],
		['425', { status: 425 }, {}],
		['a cut connection', 'cut', {}],
		[
			'an answer cut in the middle',
			{ bytes: 'HTTP/1.1 201 Created\r\nContent-Length: 99\r\n\r\n{"id":' },
			{},
		],
		['an answer that is no HTTP', { bytes: 'nonsense\r\n\r\n' }, {}],
		...['gzip', 'br'].map((coding): [string, Step, INodeParameters] => [
			`an answer that cannot be unpacked as ${coding}`,
			{ status: 201, headers: { 'Content-Encoding': coding }, body: card('crd_1') },
			{},
		]),
		['a 2xx that ends too early', { status: 201, body: '{"id":"crd_1","sta' }, {}],
		['a 2xx without a body', { status: 201, body: '' }, {}],
		['no answer in time', 'silence', { options: { timeout: 1 } }],
	])('gets past %s with the same key', async (_what, step, parameters) => {
		const { items, error } = await run([step, { status: 201, body: card('crd_1') }], parameters);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ id: 'crd_1' }]);
		expect(service.received).toHaveLength(2);
		expect(service.keys).toHaveLength(1);
	});

	it('sends the headers and the body of the interface', async () => {
		await run([{ status: 201, body: card('crd_1') }]);
		const [request] = service.received;
		expect(request?.headers).toMatchObject({
			authorization: 'Bearer k',
			'content-type': 'application/json',
			accept: 'application/json',
			'idempotency-key': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
		});
		expect(JSON.parse(request?.body ?? '')).toEqual({
			to: letterItem('Ana').json,
			message: 'Oi Ana!',
		});
	});

	it.each<[string, Step, INodeParameters, RegExp]>([
		[
			'gives up at the deadline and says what is not known',
			{ status: 500, body: failure('internal_error', 'internal_error') },
			{ options: { deadline: 0.01 } },
			/No good answer from the letter service.*The letter may have been ordered[^]*request_id req_1/,
		],
		[
			'says of a letter that could not be read that it was not returned',
			{ status: 500 },
			// Shorter than any attempt: however short the random backoff is, there is no second one.
			{ ...get, options: { deadline: 0.000001 } },
			/^Item 1: No good answer from the letter service after one attempt: HTTP 500\n/,
		],
		...[400, 409, 422].map((status): [string, Step, INodeParameters, RegExp] => [
			`speaks of no order where what is not one is rejected with ${status}`,
			{ status, body: failure('state_error', 'Not now') },
			get,
			/^Item 1: The service rejected the request\nThe service says: "About Not now"\. Check what the item asks for\. \[code/,
		]),
		[
			'names the answer without an id in the error that ends the run',
			{ status: 200, ...html },
			{},
			/The answer was: <html>Log in<\/html>/,
		],
		[
			'shows of an answer that was cut off as much as a letter takes',
			{ status: 201, body: `{"metadata":{"note":"${'x'.repeat(1500)}"},"id":"crd_9","status":"que` },
			{},
			/"id":"crd_9","status":"que/,
		],
		[
			'bounds what it shows of an answer, after everything else',
			{ status: 201, body: `<html>${'x'.repeat(100_000)}` },
			{},
			/^.*\n.{0,1000}\[HTTP 201\] The answer was: <html>x{1000,2000} …$/,
		],
		[
			'shows an ID that is a large number as it came',
			{ status: 201, body: '{"id":12345678901234567890}' },
			{},
			/\{"id":12345678901234567890\}/,
		],
		[
			'says that the proxy asks for a login',
			{ status: 407 },
			{},
			/^Item 1: The proxy between n8n and the letter service asks for a login \(HTTP 407\)\nThis letter was not created\. Ask whoever runs n8n/,
		],
	])('%s', async (_what, step, parameters, words) => {
		expect((await run([step], parameters)).said).toMatch(words);
	});

	it('leaves no letter waiting for a pause beyond its deadline', async () => {
		const items = manyLetters(20);
		const step: Step = { status: 429, headers: { 'Retry-After': '3600' } };
		const { items: letters } = await run([step], { options: { deadline: 0.1 } }, { ...goesOn, items });
		const asked = service.received.length;
		expect(asked).toBeLessThan(20);
		const count = (words: RegExp) => letters.filter(({ error }) => words.test(error as string)).length;
		expect(count(/^Item \d+: The service asked to wait until 2\d{3}-\S+Z$/)).toBe(asked);
		expect(count(/^Item \d+: The letter was not sent: the service asked to wait until 2/)).toBe(20 - asked);
		expect(letters[0]?.message).toMatch(/This letter was not created\. Order it after that, or raise/);
	});

	it('keeps a 2xx with an id and another shape, and warns', async () => {
		const body = { id: 'crd_9', state: 'new' };
		const { items, hinted, error } = await run([{ status: 201, body }]);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([body]);
		expect(hinted).toMatch(/its answer looks unusual.*the only copy of the ID/);
		const list = await run([{ status: 200, body: {} }], { resource: 'style', operation: 'getMany' });
		expect(list.hinted).toMatch(/its answer looks unusual.* as it came\.$/);
	});

	it.each<[string, Step[], unknown]>([
		['the page of a captive portal', [{ status: 200, ...html }], html.body],
		['JSON without an id', [{ status: 201, body: { card: 'crd_9' } }], { card: 'crd_9' }],
		[
			'a page, and then a refusal',
			[
				{ status: 201, body: 'created crd_9' },
				{ status: 422, body: failure('validation_error', 'x') },
			],
			'created crd_9',
		],
	])('takes %s for a failure whose fate is not known, and keeps the answer', async (_what, steps, body) => {
		const { items } = await run(steps, {}, goesOn);
		expect(items[0]?.error).toMatch(
			/^Item 1: The service answered without a letter ID \(HTTP 20[01]\)\. The letter may have been ordered$/,
		);
		expect(items).toMatchObject([{ details: { body } }]);
		expect(service.received).toHaveLength(2);
		expect(service.keys).toHaveLength(1);
	});

	describe('a refusal that is not the documented envelope', () => {
		const missing = { code: null, type: null, request_id: null };
		const invalid = { type: 'validation_error', code: 'invalid_zip', message: 'No such CEP' };
		const page = `<html><head><style>${'p{} '.repeat(200)}</style></head><body><h1>403</h1>\n<p>Blocked by <b>Proxy</b></body></html>`;

		it.each<[string, unknown, object, RegExp]>([
			[
				'with a request_id of null',
				{ error: { ...invalid, request_id: null } },
				{ ...invalid, request_id: null },
				/^The service says: "No such CEP"\. .* \[code invalid_zip \(validation_error\), HTTP 422\]$/,
			],
			[
				'that is plain text',
				'State is unknown',
				{ ...missing, message: 'State is unknown' },
				/ \[HTTP 422\] The answer was: State is unknown$/,
			],
			[
				'that is the page of a proxy',
				page,
				{ ...missing, message: '403 Blocked by Proxy' },
				/The answer was: 403 Blocked by Proxy$/,
			],
			[
				'that is long',
				'x'.repeat(100_000),
				{ ...missing, message: `${'x'.repeat(300)} …` },
				/The answer was: x{300} …$/,
			],
			['that is empty', '', { ...missing, message: null }, / \[HTTP 422\]$/],
		])('%s still gives its reason', async (_what, body, details, words) => {
			const step = { status: 422, headers: { 'Content-Type': 'text/html' }, body };
			const { error } = await run([step]);
			expect(error?.message).toMatch(/^Item 1: The service rejected the letter(: invalid_zip)?$/);
			expect(error?.description).toMatch(words);
			const { items } = await run([step], {}, goesOn);
			expect(items).toMatchObject([{ details: { ...details, http_status: 422 } }]);
		});
	});

	/** The interface does not show whether the service keeps the key: no sentence is false with either. */
	describe('a letter that was corrected after a rejection', () => {
		const order = async (message: string) =>
			await runLetters(service.credential, { externalId: 'P-1', message });

		it('is ordered where the service frees its key', async () => {
			await service.answers([rejected, { status: 201, body: card('crd_1', Date.now()) }]);
			expect((await order('Oi')).said).toMatch(
				/The service rejected the letter[^]*This letter was not created\./,
			);
			expect((await order('Oi!')).items).toMatchObject([{ outcome: 'ordered', id: 'crd_1' }]);
		});

		it('is called not ordered, and nobody says that it was, where the service keeps its key', async () => {
			await service.answers([
				rejected,
				{ status: 409, body: failure('idempotency_error', 'idempotency_conflict') },
			]);
			await order('Oi');
			const { said } = await order('Oi!');
			expect(said).toMatch(/an earlier letter, or one that it rejected\. No second letter was created\n/);
			expect(said).toContain('Look for its External ID at the letter service before');
			expect(said).not.toMatch(/already|before:|was ordered|may have been ordered|first order/);
			expect(service.keys).toHaveLength(1);
		});
	});

	it('says in the editor when the answer is no list of templates', async () => {
		await service.answers([{ status: 200, body: '<html>proxy</html>' }]);
		await expect(searchList('searchTemplates', service.credential)).rejects.toThrow(
			'The answer at /templates is not the list that the service returns',
		);
	});

	it.each([301, 302, 307, 308])(
		'does not follow a redirect (%i), and says where it leads',
		async (status) => {
			const elsewhere = await startScriptedService([{ status: 201, body: card('crd_1') }]);
			const { error } = await run([{ status, headers: { Location: `${elsewhere.baseUrl}/cards?token=1` } }]);
			await elsewhere.close();
			expect([service.received.length, elsewhere.received.length]).toEqual([1, 0]);
			expect(error?.message).toBe('Item 1: The server at the base URL redirects to another address');
			expect(error?.description).toBe(
				`The address is ${elsewhere.baseUrl}/cards. This letter was not created. Check the base URL in the Handwritten Letters API credential. [HTTP ${status}] The answer was: {}`,
			);
		},
	);

	it('tells a refusal that the interface does not list in the words of the service', async () => {
		const { said } = await run([{ status: 402, body: failure('payment_error', 'no_credit') }]);
		expect(said).toMatch(
			/^Item 1: The service rejected the letter: no_credit \(HTTP 402\)\nThe service says: "About no_credit"\. This letter was not created\./,
		);
		expect(said).not.toContain('base URL');
	});

	it('names the proxy where n8n connects through one that is not there', async () => {
		process.env.HTTP_PROXY = 'http://127.0.0.1:1';
		try {
			const { error } = await run([], { options: { deadline: 0.01 } });
			expect(error?.message).toMatch(
				/^Item 1: No answer from the proxy 127\.0\.0\.1:1, through which n8n connects to 127\.0\.0\.1:\d+, after /,
			);
			expect(error?.description).toMatch(/This letter was not created\..*NO_PROXY/);
		} finally {
			delete process.env.HTTP_PROXY;
		}
	});

	it.each([
		[
			'the name is unknown when it is',
			'http://letters.invalid/v1',
			/the name in the base URL (is not known|could not be looked up)/,
		],
		[
			'nothing listens when nothing does',
			'http://127.0.0.1:1/v1',
			/nothing listens at the base URL \(127\.0\.0\.1:1\)\. If that is the sandbox, start it/,
		],
	])('says that %s', async (_what, baseUrl, words) => {
		const nobody = credentialFor(baseUrl);
		const { result } = await inFastTime(() => runLetters(nobody, { options: { deadline: 0.01 } }));
		expect(result.error?.message).toMatch(words);
		expect(result.error?.description).toContain('This letter was not created.');
	});
});
