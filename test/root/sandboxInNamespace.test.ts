/** The sandbox from a network namespace of its own, as a container has one. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Sandbox } from '../../sandbox/src/createSandbox';
import { createSandbox } from '../../sandbox/src/createSandbox';
import type { NetworkNamespace } from '../../tools/networkNamespace';
import { withNamespace } from '../support/withNamespace';

jest.setTimeout(30_000);

const run = promisify(execFile);
const TOKEN = 'a-token-of-our-own';

const FETCH = `const [url, headers] = process.argv.slice(1);
fetch(url, { headers: JSON.parse(headers) }).then((answer) => console.log(answer.status), (error) => console.log(error.cause.code));`;

/** The status, or why there is none, of a call from the namespace. */
async function fromInside(
	{ launcher }: NetworkNamespace,
	url: string,
	headers: object = {},
): Promise<string> {
	const [command, ...launch] = launcher;
	const args = [...launch, process.execPath, '-e', FETCH, url, JSON.stringify(headers)];
	return (await run(command, args)).stdout.trim();
}

const namespace = withNamespace();
let sandbox: Sandbox;
let origin: string;
beforeAll(async () => {
	sandbox = await createSandbox({ port: 0, host: '0.0.0.0', controlToken: TOKEN });
	origin = `http://${namespace().host}:${new URL(sandbox.origin).port}`;
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
	expect(await fromInside(namespace(), origin + path, headers)).toBe(status);
});

it('a sandbox on the loopback address is out of reach', async () => {
	const closed = await createSandbox({ port: 0 });
	const { port } = new URL(closed.origin);
	const url = `http://${namespace().host}:${port}/_sandbox/ready`;
	expect(await fromInside(namespace(), url)).toBe('ECONNREFUSED');
	await closed.close();
});
