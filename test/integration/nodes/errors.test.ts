/** Every way sending can fail, as the user sees it: what happened, what was sent, what to do. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode, searchList } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import type { ScriptedService, Step } from '../../support/peers/scriptedService';
import { card, credentialFor, failure, startScriptedService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

describe('against the sandbox', () => {
	const sandbox = withSandbox();

	const run = async (parameters: INodeParameters, settings: Partial<NodeSettings> = {}) =>
		await runActionNode({
			parameters: { ...letterParameters, ...parameters },
			items: [letterItem('Ana')],
			credential: sandbox.credential,
			...settings,
		});

	it('401: a wrong key', async () => {
		const { error } = await run({}, { credential: { ...sandbox.credential, apiKey: 'wrong' } });
		expect(error?.message).toContain('The service rejected the API key');
		expect(error?.description).toMatch(/letter was not created.*Check the API key/);
		expect(error?.description).toMatch(/code invalid_api_key .*HTTP 401, request_id req_/);
		expect(await sandbox.letters()).toBe(0);
	});

	it('https to a server of plain http: nothing was sent', async () => {
		const baseUrl = sandbox.credential.baseUrl.replace('http:', 'https:');
		const { error } = await run({}, { credential: { ...sandbox.credential, baseUrl } });
		expect(error?.message).toBe(
			`Item 1: No answer from the letter service after one attempt: the server at the base URL does not use https (${new URL(baseUrl).host})`,
		);
		expect(error?.description).toBe(
			'This letter was not created. If that is the sandbox, begin the base URL in the credential with http://. Otherwise ask the letter service for its address.',
		);
		expect(await sandbox.letters()).toBe(0);
	});

	it('404: an unknown card id', async () => {
		const { error } = await run({ resource: 'card', operation: 'get', cardId: 'crd_none' });
		expect(error?.message).toBe('Item 1: There is no letter with this ID');
		expect(error?.description).toMatch(
			/^The ID is "crd_none"\. .*code card_not_found .*HTTP 404, request_id req_/,
		);
	});

	describe('409', () => {
		const other = { message: 'Other words' };
		const known =
			/^Item 1: The letter was already ordered with different contents \((crd_\S+)\)\. No second letter was created$/;
		const byKey = { options: { idempotencyKey: 'order-7' } };

		it.each<[string, INodeParameters]>([
			['Idempotency Key', byKey],
			// n8n looks for codes such as this one in messages.
			['External ID', { externalId: 'EPERM-1' }],
		])('one %s for another letter: names the earlier one', async (_what, keys) => {
			const id = (await run(keys)).outputs[0]?.[0]?.json.id;
			const { error } = await run({ ...keys, ...other });
			expect(known.exec(error?.message ?? '')?.[1]).toBe(id);
			expect(error?.description).toMatch(
				/^(External ID EPERM-1\. )?The first order remains as it is\. To order a second letter, give it an External ID or an Idempotency Key of its own\. \[code idempotency_conflict/,
			);
			expect(error?.description).not.toMatch(/already created|again|Idempotency-Key/);
			const continued = await run({ ...keys, ...other }, { node: { onError: 'continueRegularOutput' } });
			expect(continued.outputs[0]?.[0]?.json).toMatchObject({
				outcome: 'other_contents',
				id,
				error: expect.stringMatching(known) as string,
			});
			expect(await sandbox.letters()).toBe(1);
		});

		/** Orders under the key of that External ID, unseen by this process. */
		const orderElsewhere = async (externalId: string): Promise<string> => {
			const check = await run({ externalId, orderingMode: 'check' });
			const { idempotency_key: key, request: body } = check.outputs[0]?.[0]?.json ?? {};
			const answer = await fetch(`${sandbox.credential.baseUrl}/cards`, {
				method: 'POST',
				headers: {
					Authorization: `Bearer ${sandbox.credential.apiKey}`,
					'Content-Type': 'application/json',
					'Idempotency-Key': key as string,
				},
				body: JSON.stringify(body),
			});
			return ((await answer.json()) as { id: string }).id;
		};

		it('for a letter of which this process knows nothing: claims none, and says where to look', async () => {
			const id = await orderElsewhere('P-9');
			const { error } = await run({ externalId: 'P-9', ...other });
			expect(error?.message).toBe(
				'Item 1: The service knows the key of this letter with other contents: an earlier letter, or one that it rejected. No second letter was created',
			);
			expect(error?.description).toMatch(
				/^External ID P-9\. Look for its External ID at the letter service before you order it under another\. To order a second letter, give it an External ID or an Idempotency Key of its own\. \[/,
			);
			expect([error?.message, error?.description].join(' ')).not.toContain(id);
			const { outputs } = await run(
				{ externalId: 'P-9', ...other },
				{ node: { onError: 'continueErrorOutput' } },
			);
			const { details } = outputs[1]?.[0]?.json.error as { details: object };
			expect(details).toMatchObject({ outcome: 'other_contents', id: null, external_id: 'P-9' });
			expect(await sandbox.letters()).toBe(1);
		});

		it('keeps its key under a name by which no loop orders it again', async () => {
			await orderElsewhere('P-9');
			const { outputs } = await run(
				{ externalId: 'P-9', ...other },
				{ node: { onError: 'continueErrorOutput' } },
			);
			const { details } = outputs[1]?.[0]?.json.error as { details: object };
			expect(details).not.toHaveProperty('idempotency_key');
			expect(details).toMatchObject({
				conflicting_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
			});
		});
	});

	it('a fault of an item, found before anything is sent: its External ID is in no message', async () => {
		const { error } = await run({ externalId: 'EPERM-1', state: 'RIO' });
		expect(error?.message).toBe(
			'Item 1: State must be two letters, for example SP. This step ordered nothing.',
		);
		expect(error?.description).toMatch(/^External ID EPERM-1\.\nState must be .*, but is "RIO"\./);
	});

	it('422: a template the account does not have', async () => {
		const { error } = await run({ template: { __rl: true, mode: 'id', value: 'tpl_none' } });
		expect(error?.message).toContain('The service rejected the letter');
		expect(error?.description).toMatch(/was not created.*Correct the field.*HTTP 422, request_id/);
	});

	it.each([
		['neither template nor message', { message: '' }, 'Message is required when no template is given'],
		['a short postal code', { zip: 1310100 }, 'dropped the leading zero'],
		[
			'a key that is no header',
			{ options: { idempotencyKey: 'a\nb' } },
			'Idempotency Key must be 1 to 255 ASCII characters',
		],
		['a senseless option', { options: { deadline: 0 } }, 'Give Up After (Minutes) must be greater than 0'],
	])('sends nothing with %s', async (_what, parameters, message) => {
		const { error } = await run(parameters);
		expect(error?.message).toContain(message);
		expect(error?.message).toContain('This step ordered nothing.');
		expect(await sandbox.requests()).toEqual([]);
	});

	it.each(['not a url', 'ftp://example.com/v1', 'localhost:5388/v1', ''])(
		'sends nothing with the base URL "%s"',
		async (baseUrl) => {
			const { error } = await run({}, { credential: { ...sandbox.credential, baseUrl } });
			expect(error?.message).toContain('is not a web address. This step ordered nothing.');
			expect(error?.description).toContain('https://example.com/v1');
		},
	);

	it('takes a base URL with a trailing slash', async () => {
		const baseUrl = `${sandbox.credential.baseUrl}/`;
		const { error } = await run({}, { credential: { ...sandbox.credential, baseUrl } });
		expect(error).toBeUndefined();
	});

	it('says so when the base URL lacks the version', async () => {
		const { error } = await run({}, { credential: { ...sandbox.credential, baseUrl: sandbox.origin } });
		expect(error?.message).toContain('The base URL is wrong (HTTP 404)');
		expect(error?.description).toContain('ends in the version');
	});

	it('names every bad item before the first request', async () => {
		const items = ['Ana', '', 'Caio', ''].map((name) => letterItem(name));
		const { error } = await run({ message: 'Oi' }, { items });
		expect(error?.message).toContain('2 items have fields to correct. This step ordered nothing.');
		expect(error?.description).toMatch(/^Name is empty: items 2 and 4\.\nCorrect/);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('Continue On Fail keeps the good items, in order, and says why the others failed', async () => {
		const items = ['Ana', '', 'Caio'].map((name) => letterItem(name));
		const { outputs } = await run(
			{
				message: 'Oi',
				template: '={{ { __rl: true, mode: "id", value: $json.name === "Caio" ? "tpl_none" : "" } }}',
			},
			{ items, node: { onError: 'continueRegularOutput' } },
		);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		const [ana, nobody, caio] = outputs[0] ?? [];
		expect(ana?.json.status).toBe('queued');
		expect(nobody?.json.error).toMatch(/^Item 2: Name is empty\. This item was not ordered\.$/);
		expect(nobody?.json.details).toMatchObject({
			item: 2,
			name: null,
			problems: [expect.stringMatching(/^Name is empty/)],
		});
		expect(caio?.json.details).toMatchObject({
			http_status: 422,
			type: 'validation_error',
			request_id: expect.stringMatching(/^req_/) as string,
			message: expect.any(String) as string,
			code: expect.any(String) as string,
		});
		expect(await sandbox.letters()).toBe(1);
	});

	it('the error output gets the failed items with their input, of which nothing is lost', async () => {
		const nobody = { ...letterItem('').json, message: 'Oi!', details: 'none' };
		const { outputs } = await run(
			{ message: 'Oi' },
			{ items: [letterItem('Ana'), { json: nobody }], node: { onError: 'continueErrorOutput' } },
		);
		expect(outputs[0]?.map(({ json }) => json.status)).toEqual(['queued']);
		const problem = expect.stringMatching(/^Name is empty/) as string;
		const error = {
			message: expect.stringContaining('Name is empty') as string,
			description: expect.stringMatching(/^Correct it and order only the items that failed: /) as string,
			details: {
				item: 2,
				outcome: 'to_correct',
				name: null,
				external_id: null,
				problems: [problem],
				fields: [{ field: 'Name', text: expect.stringMatching(/^is empty/) as string }],
			},
		};
		expect(outputs[1]?.map(({ json }) => json)).toEqual([{ ...nobody, error }]);
	});

	it('a failing letter stops the run, lists the ids given out, and says that a retry orders nothing twice', async () => {
		const items = ['Ana', 'Bia', 'bad', 'Davi'].map((name) => letterItem(name));
		const parameters = {
			style: '={{ { __rl: true, mode: "id", value: $json.name === "bad" ? "sty_none" : "" } }}',
			options: { maxInFlight: 1 },
		};
		const { error } = await run(parameters, { items });
		const { cards } = await sandbox.control<{ cards: Array<{ id: string }> }>('GET', '/cards');
		expect(cards).toHaveLength(2);
		for (const { id } of cards) expect(error?.description).toContain(id);
		expect(error?.description).toContain('1 letter was not sent');
		expect(error?.description).toContain('orders none of these again');
	});
});

const html = { headers: { 'Content-Type': 'text/html' }, body: '<html>Log in</html>' };

describe('against a service that misbehaves', () => {
	let service: ScriptedService;
	afterEach(async () => {
		await service.close();
	});

	const settings = (baseUrl: string, parameters: INodeParameters = {}): NodeSettings => ({
		parameters: { ...letterParameters, ...parameters },
		items: [letterItem('Ana')],
		credential: credentialFor(baseUrl),
	});
	const run = async (steps: Step[], parameters: INodeParameters = {}) => {
		service = await startScriptedService(steps);
		return await runActionNode(settings(service.baseUrl, parameters));
	};
	const keys = () => new Set(service.received.map(({ headers }) => headers['idempotency-key']));

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
		const { outputs, error } = await run([step, { status: 201, body: card('crd_1') }], parameters);
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json.id).toBe('crd_1');
		expect(service.received).toHaveLength(2);
		expect(keys().size).toBe(1);
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

	it('gives up at the deadline and says what is not known', async () => {
		const { error } = await run([{ status: 500, body: failure('internal_error', 'internal_error') }], {
			options: { deadline: 0.01 },
		});
		expect(error?.message).toContain('No good answer from the letter service');
		expect(error?.message).toContain('The letter may have been ordered');
		expect(error?.description).toContain('request_id req_1');
	});

	it.each<[string, Record<string, string>]>([['seconds', { 'Retry-After': '3600' }]])(
		'does not wait for a Retry-After beyond the deadline, given as %s',
		async (_what, headers) => {
			const { error } = await run([{ status: 429, headers }], { options: { deadline: 0.1 } });
			expect(service.received).toHaveLength(1);
			expect(error?.description).toContain('This letter was not created.');
			expect(error?.description).toContain('still used up at the deadline');
		},
	);

	it('leaves no letter waiting for a pause beyond its deadline', async () => {
		service = await startScriptedService([{ status: 429, headers: { 'Retry-After': '3600' } }]);
		const { outputs } = await runActionNode({
			...settings(service.baseUrl, { options: { deadline: 0.1 } }),
			items: Array.from({ length: 20 }, (_none, index) => letterItem(`Ana ${index}`)),
			node: { onError: 'continueRegularOutput' },
		});
		expect(service.received.length).toBeLessThan(20);
		const asked = service.received.length;
		const errors = (outputs[0] ?? []).map(({ json }) => json.error as string);
		const count = (words: RegExp) => errors.filter((error) => words.test(error)).length;
		expect(count(/^Item \d+: No (good )?answer from the letter service after one attempt/)).toBe(asked);
		expect(count(/^Item \d+: The letter was not sent: .* not to be called before 2/)).toBe(20 - asked);
	});

	it('says of a letter that could not be read that it was not returned', async () => {
		// Shorter than any attempt: however short the random backoff is, there is no second one.
		const get = { operation: 'get', cardId: 'crd_1', options: { deadline: 0.000001 } };
		const { error } = await run([{ status: 500 }], get);
		expect(error?.message).toBe('Item 1: No good answer from the letter service after one attempt: HTTP 500');
	});

	it.each([400, 409, 422])('speaks of no order where what is not one is rejected with %i', async (status) => {
		const { error } = await run([{ status, body: failure('state_error', 'Not now') }], {
			operation: 'get',
			cardId: 'crd_1',
		});
		expect(error?.message).toBe('Item 1: The service rejected the request');
		expect(error?.description).toMatch(
			/^The service says: "About Not now"\. Check what the item asks for\. \[code/,
		);
		expect(service.received).toHaveLength(1);
	});

	it('keeps a 2xx with an id and another shape, and warns', async () => {
		const body = { id: 'crd_9', state: 'new' };
		const { outputs, hints, error } = await run([{ status: 201, body }]);
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject(body);
		expect(hints[0]?.message).toContain('its answer looks unusual');
		expect(hints[0]?.message).toContain('the only copy of the ID');
	});

	it('warns of a list that is none, which holds no ID to keep', async () => {
		const { hints } = await run([{ status: 200, body: {} }], { resource: 'style', operation: 'getMany' });
		expect(hints[0]?.message).toMatch(/its answer looks unusual.* as it came\.$/);
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
		service = await startScriptedService(steps);
		const { outputs } = await runActionNode({
			...settings(service.baseUrl),
			node: { onError: 'continueRegularOutput' },
		});
		const [item] = outputs[0] ?? [];
		expect(item?.json.error).toMatch(
			/^Item 1: The service answered without a letter ID \(HTTP 20[01]\)\. The letter may have been ordered$/,
		);
		expect(item?.json.details).toMatchObject({ body });
		expect(service.received).toHaveLength(2);
		expect(keys().size).toBe(1);
	});

	it('names the answer without an id in the error that ends the run', async () => {
		const { error } = await run([{ status: 200, ...html }]);
		expect(error?.description).toContain('The answer was: <html>Log in</html>');
	});

	it('shows of an answer that was cut off as much as a letter takes', async () => {
		const { error } = await run([
			{ status: 201, body: `{"metadata":{"note":"${'x'.repeat(1500)}"},"id":"crd_9","status":"que` },
		]);
		expect(error?.description).toContain('"id":"crd_9","status":"que');
	});

	it('bounds what it shows of an answer, after everything else', async () => {
		const { error } = await run([{ status: 201, body: `<html>${'x'.repeat(100_000)}` }]);
		expect(error?.description).toMatch(/\[HTTP 201\] The answer was: <html>x+ …$/);
		expect(error?.description?.length).toBeLessThan(3000);
	});

	it('shows an ID that is a large number as it came', async () => {
		const { error } = await run([{ status: 201, body: '{"id":12345678901234567890}' }]);
		expect(error?.description).toContain('{"id":12345678901234567890}');
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
			await service.close();
			service = await startScriptedService([step]);
			const { outputs } = await runActionNode({
				...settings(service.baseUrl),
				node: { onError: 'continueRegularOutput' },
			});
			expect(outputs[0]?.[0]?.json.details).toMatchObject({ ...details, http_status: 422 });
		});
	});

	it.each([303, 402, 409, 503])(
		'does not claim to know what became of a letter answered HTTP %i',
		async (status) => {
			const { error } = await run([{ status }], { options: { deadline: 0.001 } });
			expect(error?.description).not.toContain('was not created');
			expect(`${error?.message} ${error?.description}`).toMatch(
				/The letter may have been ordered|No second letter was created/,
			);
		},
	);

	it.each([400, 401, 405, 429])('says that a letter answered HTTP %i was not created', async (status) => {
		const { error } = await run([{ status }], { options: { deadline: 0.001 } });
		expect(error?.description).toContain('This letter was not created.');
	});

	it('calls a letter that was corrected after a rejection not ordered, though the service keeps its key', async () => {
		service = await startScriptedService([
			{ status: 422, body: failure('validation_error', 'invalid_zip') },
			{ status: 409, body: failure('idempotency_error', 'idempotency_conflict') },
		]);
		const order = async (message: string) =>
			(await runActionNode(settings(service.baseUrl, { externalId: 'P-1', message }))).error;
		expect((await order('Oi'))?.description).toContain('This letter was not created.');
		const corrected = await order('Oi!');
		expect(corrected?.message).toContain('an earlier letter, or one that it rejected');
		expect(`${corrected?.message} ${corrected?.description}`).not.toMatch(/already|before:/);
		expect(keys().size).toBe(1);
	});

	it('says in the editor when the answer is no list of templates', async () => {
		service = await startScriptedService([{ status: 200, body: '<html>proxy</html>' }]);
		await expect(searchList('searchTemplates', credentialFor(service.baseUrl))).rejects.toThrow(
			'The answer at /templates is not the list that the service returns',
		);
	});

	it.each([301, 302, 307, 308])(
		'does not follow a redirect (%i), and says where the service is',
		async (status) => {
			const elsewhere = await startScriptedService([{ status: 201, body: card('crd_1') }]);
			const { error } = await run([{ status, headers: { Location: `${elsewhere.baseUrl}/cards?token=1` } }]);
			await elsewhere.close();
			expect([service.received.length, elsewhere.received.length]).toEqual([1, 0]);
			expect(error?.message).toBe(
				`Item 1: The service has moved to ${elsewhere.baseUrl}: enter it as Base URL`,
			);
			expect(error?.description).toMatch(/^This letter was not created\. Base URL is in the .* credential/);
		},
	);

	it.each([
		['a page of its own', '/login?next=%2Fcards', '/login'],
		['the same address with a slash', 'cards/', '/v1/cards/'],
	])('takes a redirect to %s for no new base URL', async (_what, location, to) => {
		const { error } = await run([{ status: 302, headers: { Location: location } }]);
		expect(error?.message).toBe('Item 1: The server at the base URL redirects to another address');
		expect(error?.description).toContain(`The address is ${new URL(service.baseUrl).origin}${to}.`);
		expect(error?.description).toContain('This letter was not created.');
	});

	it('says that the proxy asks for a login', async () => {
		const { error } = await run([{ status: 407 }]);
		expect(error?.message).toBe(
			'Item 1: The proxy between n8n and the letter service asks for a login (HTTP 407)',
		);
		expect(error?.description).toMatch(/^This letter was not created\. Ask whoever runs n8n/);
	});

	it('says that the name is unknown when it is', async () => {
		service = await startScriptedService([]);
		const { error } = await runActionNode(
			settings('http://letters.invalid/v1', { options: { deadline: 0.01 } }),
		);
		expect(error?.message).toMatch(/the name in the base URL (is not known|could not be looked up)/);
		expect(error?.description).toContain('This letter was not created.');
	});

	/** Four letters in two batches, of which the service refuses the second. */
	const failedBatch = async (node: NodeSettings['node'] = {}) => {
		service = await startScriptedService([
			{ status: 202, body: { batch_id: 'bat_1', status: 'queued', total_cards: 2, created_at: 'x' } },
			{ status: 422, body: failure('validation_error', 'invalid_zip') },
		]);
		const parameters = { resource: 'batch', cardsPerBatch: 2, options: { maxInFlight: 1 } };
		return await runActionNode({
			...settings(service.baseUrl, parameters),
			items: ['Ana', 'Bia', 'Caio', 'Davi'].map((name) => letterItem(name)),
			node,
		});
	};

	it('a failed batch says which items it held', async () => {
		const { error } = await failedBatch();
		expect(error?.message).toMatch(/^Items 3 and 4: /);
		expect(error?.description).toContain('1 batch was already created (items 1 and 2: bat_1)');
	});

	it('a failed batch comes back as one item per input, behind the batch before it', async () => {
		const { outputs } = await failedBatch({ onError: 'continueRegularOutput' });
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 1 }],
			{ item: 2 },
			{ item: 3 },
		]);
		const codes = outputs[0]?.map(({ json }) => (json.details as { code?: string } | undefined)?.code);
		expect(codes).toEqual([undefined, 'invalid_zip', 'invalid_zip']);
	});

	it('says that nothing listens when nothing does', async () => {
		service = await startScriptedService([]);
		await service.close();
		const { error } = await runActionNode(settings(service.baseUrl, { options: { deadline: 0.01 } }));
		const { host } = new URL(service.baseUrl);
		expect(error?.message).toContain(
			`nothing listens at the base URL (${host}). If that is the sandbox, start it`,
		);
		expect(error?.description).toContain('This letter was not created.');
	});
});
