/** The step of publish.yml that publishes, with real npm and a registry of our own. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

import { parse } from 'yaml';

import { npm, npmEnv } from '../../../tools/n8n/install/npm';
import { projectRoot } from '../../../tools/n8n/paths';

const run = promisify(execFile);
const SANDBOX = 'handwritten-letters-sandbox';
const NODES = 'n8n-nodes-handwritten-letters';

interface Packument {
	versions: Record<string, unknown>;
	'dist-tags': Record<string, string>;
}
interface Workflow {
	jobs: { publish: { steps: Array<{ run?: string }> } };
}

let folder: string;
let server: Server;
let published: Map<string, Packument>;
/** What the registry does not take yet. */
let refused: string | undefined;
/** In the order in which they came. */
let taken: string[];

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'publish-'));
	published = new Map();
	refused = undefined;
	taken = [];
	server = createServer((request, response) => {
		const name = decodeURIComponent(request.url ?? '').slice(1);
		const answer = (status: number, body: unknown): unknown =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (request.method !== 'PUT') {
			const known = published.get(name);
			return answer(known ? 200 : 404, known ?? { error: 'Not found' });
		}
		return void text(request).then((body) => answer(...take(name, JSON.parse(body) as Packument)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	await writeFile(join(folder, '.npmrc'), `registry=http://${origin}/\n//${origin}/:_authToken=none\n`);
	// A proof of provenance can be had on GitHub alone.
	await mkdir(join(folder, 'bin'));
	const program = `#!/usr/bin/env bash\nexec ${npm} "\${@/--provenance/--no-provenance}"\n`;
	await writeFile(join(folder, 'bin', 'npm'), program.replace(npm, await pathOfNpm()), { mode: 0o755 });
	for (const name of [SANDBOX, NODES]) await packed(name, 'first');
});

afterEach(async () => {
	server.close();
	await rm(folder, { recursive: true, force: true });
});

function take(name: string, packument: Packument): [status: number, body: unknown] {
	if (name === refused) return [403, { error: 'You may not publish this.' }];
	const [version = ''] = Object.keys(packument.versions);
	const known = published.get(name)?.versions;
	if (known && version in known) {
		return [403, { error: 'You cannot publish over the previously published versions.' }];
	}
	taken.push(name);
	published.set(name, { ...packument, versions: { ...known, ...packument.versions } });
	return [200, {}];
}

async function pathOfNpm(): Promise<string> {
	return (await run('bash', ['-c', `command -v ${npm}`])).stdout.trim();
}

async function packed(name: string, contents: string): Promise<void> {
	const source = join(folder, name);
	await mkdir(source, { recursive: true });
	await writeFile(join(source, 'package.json'), JSON.stringify({ name, version: '1.2.0' }));
	await writeFile(join(source, 'index.js'), `// ${contents}\n`);
	await run(npm, ['pack', source], { cwd: folder, env: npmEnv() });
}

/** What the step says; npm's errors where it fails. */
async function publish(): Promise<string> {
	const file = join(projectRoot, '.github', 'workflows', 'publish.yml');
	const { steps } = (parse(await readFile(file, 'utf8')) as Workflow).jobs.publish;
	const step = steps.find((one) => one.run?.includes('npm publish'))?.run ?? '';
	const env = {
		...npmEnv(),
		PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
		GITHUB_REF_NAME: 'v1.2.0',
		npm_config_cache: join(folder, 'cache'),
	};
	return run('bash', ['-e', '-c', step], { cwd: folder, env }).then(
		({ stdout }) => stdout,
		(error: unknown) => (error as { stderr: string }).stderr,
	);
}

it('publishes the sandbox first, then the nodes', async () => {
	await publish();
	expect(taken).toEqual([SANDBOX, NODES]);
	expect(published.get(NODES)?.['dist-tags']).toEqual({ latest: '1.2.0' });
});

it('goes on after a run that published the sandbox alone', async () => {
	refused = NODES;
	expect(await publish()).toContain('You may not publish this.');
	expect(taken).toEqual([SANDBOX]);
	refused = undefined;
	expect(await publish()).toContain(`Published already: ${SANDBOX}@1.2.0`);
	expect(taken).toEqual([SANDBOX, NODES]);
});

it('stops when npm has other contents under this version', async () => {
	await publish();
	await packed(SANDBOX, 'second');
	expect(await publish()).toContain('cannot publish over the previously published versions');
	expect(taken).toEqual([SANDBOX, NODES]);
});
