/** `npm run bench:queue`: what receiving takes with one, two and three webhook processors. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runProgram } from '../tools/boundedProgram';
import { ensureN8n } from '../tools/n8n/install/install';
import { queueSection } from './queue/report';
import type { Measurement } from './queue/rig';
import { MOST_PROCESSORS, QueueRig } from './queue/rig';
import { describeMachine, writeSection } from './report';

const USAGE = `Usage: npm run bench:queue -- [options]

  --quick   shorter, to try it out; writes nothing
  --help`;

const FULL = { rounds: 3, seconds: 8, warmUpSeconds: 4 };
const QUICK = { rounds: 1, seconds: 3, warmUpSeconds: 2 };
const LONGEST_RUN_MS = 20 * 60_000;

const say = (line: string): void => console.log(line);

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { quick: { type: 'boolean' }, help: { type: 'boolean' } } });
	if (values.help) {
		say(USAGE);
		return;
	}
	const { rounds, seconds, warmUpSeconds } = values.quick ? QUICK : FULL;
	const installation = await ensureN8n({ report: say });
	const rig = await QueueRig.start(installation);
	const measurements: Measurement[] = [];
	try {
		await rig.measure(MOST_PROCESSORS, warmUpSeconds);
		for (let round = 0; round < rounds; round += 1) {
			for (let count = 1; count <= MOST_PROCESSORS; count += 1) {
				const measurement = await rig.measure(count, seconds);
				say(JSON.stringify(measurement));
				measurements.push(measurement);
			}
		}
	} finally {
		await rig.stop();
	}
	const folder = await mkdtemp(join(tmpdir(), 'handwritten-letters-bench-'));
	try {
		const machine = await describeMachine(installation, join(folder, 'node-version.log'), 'the sender');
		const section = queueSection(measurements, { machine, rounds, seconds });
		say(`\n${section}`);
		if (!values.quick) await writeSection('queue', section);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

runProgram(main, LONGEST_RUN_MS);
