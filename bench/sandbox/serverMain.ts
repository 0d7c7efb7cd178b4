/**
 * The sandbox in a process of its own, started with --expose-gc: says how much memory it holds once
 * the garbage is gone, and how much CPU it has taken. Ends with its parent.
 */
import { createSandbox } from '../../sandbox/src/createSandbox';
import { answerParent } from '../childProgram';

export interface Usage {
	/** Since the start. */
	cpuSeconds: number;
	heapBytes: number;
	residentBytes: number;
}

function measure(): Usage {
	const { user, system } = process.cpuUsage();
	// Twice: the first run may only have queued what finalizers give back.
	globalThis.gc?.();
	globalThis.gc?.();
	const { heapUsed, external, rss } = process.memoryUsage();
	return { cpuSeconds: (user + system) / 1e6, heapBytes: heapUsed + external, residentBytes: rss };
}

async function main(): Promise<void> {
	const sandbox = await createSandbox({ port: 0, plan: 'enterprise' });
	answerParent(measure);
	process.send?.(sandbox.origin);
}

void main();
