/** What the runs gave, and the ways to look at it that tables, targets and chart share. */
import type { Target } from '../report';
import { median, spread } from '../report';
import type { Measurement, Rig } from './rig';
import type { BenchSandbox } from './sandbox';
import type { Scenario } from './scenarios';
import type { SetUp } from './setUps';

export interface Result {
	scenario: Scenario;
	setUp: SetUp;
	/** One per round. */
	runs: Measurement[];
}

export type Figure = Exclude<keyof Measurement, 'status'>;

/** Of requests: the node's default. */
export const MAX_IN_FLIGHT = 64;
export const MEGABYTE = 2 ** 20;

/** The median of the rounds. */
export function mid({ runs }: Result, figure: Figure): number {
	return median(runs.map((run) => run[figure]));
}

export function duplicates(result: Result): number {
	return mid(result, 'created') - mid(result, 'distinct');
}

/** HTTP Request as it comes, in the same scenario. */
export function plainHttp(results: Result[], { scenario }: Result): Result | undefined {
	return results.find((other) => other.scenario === scenario && other.setUp.id === 'http');
}

/** Seconds of the runs. */
export const spreadOf = (seconds: number[]): string => spread(seconds, (one) => one.toFixed(2));

/** What is measured apart from the comparison with HTTP Request. */
export interface Other {
	/** As the options and the report call it. */
	letter: string;
	title: string;
	/** Its table, without the title. */
	measure: (means: Means) => Promise<{ table: string; targets: Target[] }>;
}

export interface Means {
	sandbox: BenchSandbox;
	/** Accounts nobody has used. */
	takeKey: () => string;
	/** A new n8n in the place of the last one. */
	fresh: () => Promise<Rig>;
	n8nFolder: string;
	say: (line: string) => void;
}
