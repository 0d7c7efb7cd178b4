/** `sandbox prove` on our own nodes, in workflows of a real n8n. */
import { join } from 'node:path';

import { runProgram } from '../../../sandbox/src/cli/program';
import type { Report } from '../../../sandbox/src/prove/report';
import { projectRoot } from '../../../tools/n8n/paths';
import type { Scene } from '../../../tools/n8n/scenes/scene';
import { withScene } from '../../support/withScene';

let scene: Scene;

withScene((started) => {
	scene = started;
});

it('finds nothing', async () => {
	const said: string[] = [];
	jest.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
	jest.spyOn(console, 'error').mockImplementation(() => undefined);
	const command = [process.execPath, join(projectRoot, 'build/tools/proven/inN8n.js'), scene.n8n.url];
	const code = await runProgram(['prove', '--jobs', '2', '--json', '--', ...command], process.env);
	jest.restoreAllMocks();
	const { baseline, runs, ...counts } = JSON.parse(said.join('\n')) as Report;
	expect(baseline).toMatchObject({ letters: 2, calls: 2, events: 1 });
	expect(runs.filter(({ found }) => found.length > 0)).toEqual([]);
	expect({ code, ...counts }).toMatchObject({ code: 0, found: 0, notReached: 0, failed: 0 });
	expect(runs.length).toBeGreaterThan(12);
});
