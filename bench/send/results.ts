/** What the runs gave, and the ways to look at it that tables, targets and chart share. */
import { median } from '../report';
import type { Measurement } from './rig';
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

export function byScenario(results: Result[]): Array<[Scenario, Result[]]> {
	return [...new Set(results.map(({ scenario }) => scenario))].map((scenario) => [
		scenario,
		results.filter((result) => result.scenario === scenario),
	]);
}

/** HTTP Request as it comes, in the same scenario. */
export function plainHttp(results: Result[], { scenario }: Result): Result | undefined {
	return results.find((other) => other.scenario === scenario && other.setUp.id === 'http');
}

/** From the fastest to the slowest run, where there were several. */
export function spread(values: number[]): string {
	const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map((value) =>
		value.toFixed(2),
	);
	return values.length === 1 ? String(middle) : `${middle} (${least}–${most})`;
}
