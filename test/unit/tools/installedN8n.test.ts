/** `N8N_MANIFEST` as the package of an n8n that is there already, such as in its Docker image. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureN8n, namedVersions } from '../../../tools/n8n/install/install';

it('runs as it is, on the Node that runs the tests, and nothing is installed', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'installed-n8n-'));
	try {
		await mkdir(join(folder, 'bin'));
		await writeFile(join(folder, 'bin', 'n8n'), '');
		const content = { name: 'n8n', version: '3.0.1', dependencies: { 'n8n-core': '3.0.1' } };
		await writeFile(join(folder, 'package.json'), JSON.stringify(content));
		expect(namedVersions(folder)).toEqual({ n8n: '3.0.1', node: process.versions.node });
		expect(await ensureN8n({ manifest: folder })).toEqual({
			major: 2,
			folder,
			node: process.execPath,
			program: join(folder, 'bin', 'n8n'),
			version: '3.0.1',
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
