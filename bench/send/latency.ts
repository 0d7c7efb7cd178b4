/** What the sandbox's delay really adds: single requests, one after the other. */
import { median } from '../report';
import type { BenchSandbox } from './sandbox';
import { scenarios } from './scenarios';
import { makeLetters } from './setUps';

const REQUESTS = 60;

export interface Latency {
	/** Median milliseconds of one request. */
	without: number;
	with: number;
}

export async function measureLatency(sandbox: BenchSandbox): Promise<Latency> {
	const rules = scenarios(false).find(({ id }) => id === 'latency')?.service.rules ?? [];
	await time(sandbox, []);
	return { without: await time(sandbox, []), with: await time(sandbox, rules) };
}

async function time(sandbox: BenchSandbox, rules: object[]): Promise<number> {
	await sandbox.prepare({ limit: null, rules });
	const times: number[] = [];
	for (const letter of makeLetters(REQUESTS)) {
		const start = performance.now();
		await sandbox.order(letter, String(times.length));
		times.push(performance.now() - start);
	}
	return median(times);
}
