/** Who may call the sandbox: the names it answers to, and its control token off this machine. */
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Sandbox, SandboxOptions } from '../../../sandbox/src/createSandbox';
import { createSandbox } from '../../../sandbox/src/createSandbox';

const TOKEN = 'a-token-of-our-own';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function start(options: SandboxOptions = {}): Promise<void> {
	sandbox = await createSandbox({ port: 0, ...options });
}

interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: string;
}

/** With whatever Host; undici would refuse to send some of them. */
function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const call = httpRequest(sandbox.origin + path, { headers }, (answer) => {
			void text(answer).then((body) => {
				resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
			}, reject);
		});
		call.on('error', reject).end();
	});
}

const KEY = { authorization: 'Bearer test_key' };

describe('the name in Host', () => {
	it.each([
		['an IPv4 address', '192.168.1.20:5388'],
		['an IPv6 address', '[::1]:5388'],
		['localhost', 'localhost:5388'],
		['localhost without a port', 'LOCALHOST'],
		['the host of a container', 'host.docker.internal:5388'],
	])('may be %s', async (_what, host) => {
		await start();
		expect(await get('/_sandbox/state', { host })).toMatchObject({ status: 200 });
	});

	it.each(['rebound.example', 'localhost.rebound.example:5388', '127.0.0.1.rebound.example', 'evil]:1'])(
		'%p reaches nothing',
		async (host) => {
			await start();
			const calls = ['/', '/docs', '/openapi.json', '/_sandbox/ready', '/_sandbox/state', '/v1/styles'];
			for (const path of calls) {
				const { status, body } = await get(path, { host, ...KEY });
				expect([path, status]).toEqual([path, 403]);
				expect(JSON.parse(body)).toMatchObject({ error: { code: 'unknown_host' } });
			}
		},
	);

	it('may be one that --allow-host adds, or the --host name', async () => {
		await start({ host: 'localhost', allowHosts: ['letters.internal'] });
		expect(await get('/v1/styles', { host: 'letters.internal:5388', ...KEY })).toMatchObject({ status: 200 });
		expect(await get('/v1/styles', { host: 'others.internal', ...KEY })).toMatchObject({ status: 403 });
	});
});

/** All but the service itself, which has its API keys. */
const CLOSED = ['/', '/console/console.js', '/docs', '/openapi.json', '/_sandbox/state', '/nowhere'];

it.each([...CLOSED, '/docs/static/page.js'])('no page of another site can load %s', async (path) => {
	await start();
	expect(await get(path)).toMatchObject({ headers: { 'cross-origin-resource-policy': 'same-origin' } });
});

describe('the control token', () => {
	it('is not wanted where only this machine reaches the sandbox', async () => {
		await start();
		expect(sandbox.controlToken).toBeNull();
		expect(await get('/_sandbox/state')).toMatchObject({ status: 200 });
	});

	it('is made anew at each start where other machines reach the sandbox', async () => {
		await start({ host: '0.0.0.0' });
		const first = sandbox.controlToken;
		await sandbox.close();
		await start({ host: '0.0.0.0' });
		expect(first).toMatch(/^[\w-]{24}$/);
		expect(sandbox.controlToken).not.toBe(first);
		expect(await get('/_sandbox/state')).toMatchObject({ status: 401 });
	});

	it.each(CLOSED)('is wanted for %s', async (path) => {
		await start({ host: '0.0.0.0', controlToken: TOKEN });
		const wrong = { cookie: `sandbox_control_token_${new URL(sandbox.origin).port}=wrong` };
		const tokens: Record<string, string>[] = [{}, KEY, { authorization: 'Bearer wrong' }, wrong];
		for (const headers of tokens) {
			const { status, body } = await get(path, headers);
			expect([headers, status]).toEqual([headers, 401]);
			expect(JSON.parse(body)).toMatchObject({ error: { code: 'control_token_required' } });
			expect(body).not.toContain(TOKEN);
		}
	});

	it('is not wanted for the service itself, nor to ask whether it serves', async () => {
		await start({ host: '0.0.0.0', controlToken: TOKEN });
		expect(await get('/v1/styles', KEY)).toMatchObject({ status: 200 });
		expect(await get('/_sandbox/ready')).toMatchObject({ status: 200 });
	});

	it('opens the control API when it is sent in a header', async () => {
		await start({ host: '0.0.0.0', controlToken: TOKEN });
		expect(await get('/_sandbox/state', { authorization: `Bearer ${TOKEN}` })).toMatchObject({ status: 200 });
	});

	it('leaves the address of the console for a cookie that no script can read', async () => {
		await start({ host: '0.0.0.0', controlToken: TOKEN });
		const { status, headers } = await get(`/?token=${TOKEN}`);
		expect([status, headers.location]).toEqual([303, '/']);
		const [cookie = ''] = headers['set-cookie'] ?? [];
		expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
		const [pair = ''] = cookie.split(';');
		expect(await get('/_sandbox/state', { cookie: `theme=dark; ${pair}` })).toMatchObject({ status: 200 });
		expect(await get('/?token=wrong')).toMatchObject({ status: 401 });
	});

	const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

	it.each(['/', '/docs', '/docs/', '/?token=wrong', '/?token=%'])(
		'is asked for by a page at %s',
		async (path) => {
			await start({ controlToken: TOKEN });
			const { status, headers, body } = await get(path, BROWSER);
			expect([status, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
			expect(body).toMatch(/<form action="\/">[^]*name="token"/);
			expect(body.includes('That is not the token')).toBe(path.includes('token='));
			expect(body).not.toContain(TOKEN);
			const policy = String(headers['content-security-policy']);
			expect(policy).toMatch(/^default-src 'none'.*form-action 'self'/);
			expect(policy).not.toMatch(/unsafe|script-src/);
		},
	);

	it.each(['/console/console.js', '/openapi.json', '/_sandbox/state', '/nowhere'])(
		'is wanted in JSON by %s, from a browser too',
		async (path) => {
			await start({ controlToken: TOKEN });
			expect(JSON.parse((await get(path, BROWSER)).body)).toMatchObject({
				error: { code: 'control_token_required' },
			});
		},
	);

	it.each([
		['pt-BR,pt;q=0.9,en;q=0.8', 'Token de controle'],
		['de,en-GB;q=0.8,pt;q=0.5', 'Control token'],
		['', 'Control token'],
	])('is asked for in the language of the browser (%s)', async (languages, label) => {
		await start({ controlToken: TOKEN });
		const { body } = await get('/', { ...BROWSER, 'accept-language': languages });
		expect(body).toContain(`<label for="token">${label}`);
	});

	it.each([` ${TOKEN} `, `http://192.168.1.20:5388/?token=${TOKEN}`])(
		'may be pasted as %j',
		async (pasted) => {
			await start({ controlToken: TOKEN });
			const query = new URLSearchParams({ token: pasted }).toString();
			expect(await get(`/?${query}`, BROWSER)).toMatchObject({ status: 303 });
		},
	);

	it('is wanted on this machine too once one is set', async () => {
		await start({ controlToken: TOKEN });
		expect(await get('/_sandbox/state')).toMatchObject({ status: 401 });
	});
});
