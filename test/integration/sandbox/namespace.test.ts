/**
 * The sandbox from a network namespace of its own, as a container has one: another machine for all
 * that is asked here. Making one takes root, and Linux.
 */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

import type { Sandbox } from '../../../sandbox/src/createSandbox';
import { createSandbox } from '../../../sandbox/src/createSandbox';

jest.setTimeout(30_000);

const run = promisify(execFile);
/** Within the 15 characters that a network device's name may have. */
const NAME = `letters${String(process.pid % 100_000)}`;
const OUTSIDE = `${NAME}o`.slice(-15);
const INSIDE = `${NAME}i`.slice(-15);
/** From a range for tests between networks, which no real one uses (RFC 2544). */
const HOST = '198.18.77.1';
const GUEST = '198.18.77.2';
const TOKEN = 'a-token-of-our-own';

const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: 'pipe' });

function makeNamespace(): boolean {
	try {
		ip('netns', 'add', NAME);
		ip('link', 'add', OUTSIDE, 'type', 'veth', 'peer', 'name', INSIDE, 'netns', NAME);
		ip('addr', 'add', `${HOST}/30`, 'dev', OUTSIDE);
		ip('link', 'set', OUTSIDE, 'up');
		ip('-n', NAME, 'addr', 'add', `${GUEST}/30`, 'dev', INSIDE);
		ip('-n', NAME, 'link', 'set', INSIDE, 'up');
		return true;
	} catch {
		return false;
	}
}

function removeNamespace(): void {
	try {
		ip('netns', 'del', NAME);
	} catch {
		// There was none to remove.
	}
}

const isPossible = process.platform === 'linux' && process.getuid?.() === 0 && makeNamespace();
if (!isPossible) removeNamespace();
afterAll(() => {
	if (isPossible) removeNamespace();
});

const FETCH = `const [url, headers] = process.argv.slice(1);
fetch(url, { headers: JSON.parse(headers) }).then((answer) => console.log(answer.status), (error) => console.log(error.cause.code));`;

/** The status, or why there is none, of a call from the namespace. */
async function fromInside(url: string, headers: object = {}): Promise<string> {
	const args = ['netns', 'exec', NAME, process.execPath, '-e', FETCH, url, JSON.stringify(headers)];
	return (await run('ip', args)).stdout.trim();
}

/** Reported as skipped elsewhere. */
(isPossible ? describe : describe.skip)('from another network namespace', () => {
	let sandbox: Sandbox;
	let origin: string;
	beforeAll(async () => {
		sandbox = await createSandbox({ port: 0, host: '0.0.0.0', controlToken: TOKEN });
		origin = `http://${HOST}:${new URL(sandbox.origin).port}`;
	});
	afterAll(() => sandbox.close());

	it.each([
		['the service, with its API key', '/v1/styles', { authorization: 'Bearer test_key' }, '200'],
		['the service without one', '/v1/styles', {}, '401'],
		['whether it serves', '/_sandbox/ready', {}, '200'],
		['the control API, with the token', '/_sandbox/state', { authorization: `Bearer ${TOKEN}` }, '200'],
		['the control API without it', '/_sandbox/state', {}, '401'],
		['the console without it', '/', {}, '401'],
	])('%s: %s', async (_what, path, headers, status) => {
		expect(await fromInside(origin + path, headers)).toBe(status);
	});

	it('a sandbox on the loopback address is out of reach', async () => {
		const closed = await createSandbox({ port: 0 });
		const { port } = new URL(closed.origin);
		expect(await fromInside(`http://${HOST}:${port}/_sandbox/ready`)).toBe('ECONNREFUSED');
		await closed.close();
	});
});
