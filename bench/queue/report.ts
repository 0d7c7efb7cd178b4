/** The section of `docs/benchmarks.md` that `npm run bench:queue` writes. */
import { CONNECTIONS } from '../receive/load';
import { format, median, table } from '../report';
import type { Measurement } from './rig';
import { MOST_PROCESSORS, WORKERS } from './rig';

/** Created, written, shipped, delivered: a letter that arrives. */
const EVENTS_PER_LETTER = 4;
const LETTERS_PER_MINUTE = [500, 2_000, 5_000];

export interface Surroundings {
	machine: string;
	rounds: number;
	seconds: number;
}

export function queueSection(
	measurements: Measurement[],
	{ machine, rounds, seconds }: Surroundings,
): string {
	const counts = Array.from({ length: MOST_PROCESSORS }, (_, index) => index + 1);
	const runsWith = (count: number): Measurement[] =>
		measurements.filter(({ processors }) => processors === count);
	const rows = counts.map((count) => measuredRow(count, runsWith(count)));
	const all = runsWith(1);
	const [receiving, running] = [processorCpu(all), median(all.map(({ workersCpuMs }) => workersCpuMs))];
	return `## Receiving in queue mode

\`npm run bench:queue\` sends as fast as it can: lazy acquisition, ${WORKERS} workers, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s, medians. ${machine} All share these cores, so more processors receive no more here; what counts is the CPU time of each.

${table(
	[
		'Webhook processors',
		'CPU ms per delivery, in each',
		'CPU ms, workers together',
		'CPU ms, main process',
		'Answered 503',
		'Deliveries per second, here',
		'p99, ms',
	],
	rows,
)}

A letter that arrives has ${EVENTS_PER_LETTER} events; the table takes all in one minute, with the first row's CPU times.

${table(
	['Letters per minute', 'Events per second', 'Cores for webhook processors', 'Cores for workers'],
	LETTERS_PER_MINUTE.map((letters) => {
		const events = (letters * EVENTS_PER_LETTER) / 60;
		return [letters, events, ...[receiving, running].map((cpuMs) => (events * cpuMs) / 1000)].map(format);
	}),
)}

A webhook processor uses about one core at most. Double the third column for peaks, round it up, and start that many. Add to the workers what your own nodes take.`;
}

/** Of each processor, over all rounds. */
const processorCpu = (runs: Measurement[]): number =>
	median(runs.flatMap(({ processorCpuMs }) => processorCpuMs));

function measuredRow(count: number, runs: Measurement[]): string[] {
	const mid = (figure: 'workersCpuMs' | 'mainCpuMs' | 'perSecond' | 'p99'): number =>
		median(runs.map((run) => run[figure]));
	const total = (figure: 'refused' | 'answered'): number => runs.reduce((sum, run) => sum + run[figure], 0);
	return [
		String(count),
		format(processorCpu(runs)),
		format(mid('workersCpuMs')),
		format(mid('mainCpuMs')),
		`${((total('refused') / total('answered')) * 100).toFixed(1)} %`,
		format(mid('perSecond')),
		format(mid('p99')),
	];
}
