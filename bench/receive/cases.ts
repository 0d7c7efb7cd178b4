/** What is measured, and what came of it. */
import { groupBy, median } from '../report';
import type { Engine } from './engines';
import type { Answers, Kind } from './load';
import type { Subject } from './subjects';
import { bare, chain, equal, own, webhook } from './subjects';

export interface Case {
	subject: Subject;
	kind: Kind;
	/** The one right answer. */
	status: number;
	recorded: boolean;
}

export const cases: Case[] = [
	// Side by side in each round: the two are compared round by round.
	{ subject: own, kind: 'valid', status: 200, recorded: true },
	{ subject: equal, kind: 'valid', status: 200, recorded: true },
	{ subject: own, kind: 'forged', status: 401, recorded: false },
	{ subject: bare, kind: 'valid', status: 200, recorded: true },
	{ subject: webhook, kind: 'valid', status: 200, recorded: true },
	{ subject: chain, kind: 'valid', status: 200, recorded: true },
	// n8n's executions are how the chain finds out.
	{ subject: chain, kind: 'forged', status: 401, recorded: true },
];

export interface Measurement extends Answers {
	/** In n8n's list, after the last one has ended. */
	executions: number;
	/** Milliseconds of CPU that n8n took for one delivery, its execution included. */
	cpuMs: number;
}

export interface Result extends Case {
	engine: Engine;
	/** One per round. */
	runs: Measurement[];
}

export type Figure = 'perSecond' | 'p50' | 'p99' | 'executions' | 'answered' | 'cpuMs';

/** The median of the rounds. */
export function mid({ runs }: Pick<Result, 'runs'>, figure: Figure): number {
	return median(runs.map((run) => run[figure]));
}

/** What a user reads; the nodes that check nothing have one figure for both kinds. */
export function titleOf({ subject, kind }: Case): string {
	return subject.checks ? `${subject.title}, ${kind}` : subject.title;
}

export const byEngine = (results: Result[]): Array<[Engine, Result[]]> =>
	groupBy(results, ({ engine }) => engine);
