/** What this project asks of its trigger, and whether the figures show it. */
import type { Target } from '../report';
import { median } from '../report';
import type { Result } from './cases';
import { byEngine, mid } from './cases';
import type { Engine } from './engines';
import type { Kind } from './load';
import type { Subject } from './subjects';

/** A rate, against that of another subject. */
interface Wanted {
	kind: Kind;
	against: Subject['id'];
	least: number;
}

/** CPU per valid delivery, against the trigger that checks nothing: less noisy than the rate. */
const MOST_CPU = 1.1;

const CHEAP_ENGINE: Wanted[] = [{ kind: 'valid', against: 'chain', least: 1.3 }];
const WANTED: Record<Engine['id'], Wanted[]> = {
	default: [{ kind: 'forged', against: 'bare', least: 0.95 }],
	lazy: [...CHEAP_ENGINE, { kind: 'forged', against: 'chain', least: 15 }],
	legacy: [...CHEAP_ENGINE, { kind: 'forged', against: 'chain', least: 4 }],
};

export function targets(results: Result[]): Target[] {
	return byEngine(results).flatMap(([engine, own]) => [
		...cpu(engine, own),
		...WANTED[engine.id].flatMap((wanted) => ratio(engine, own, wanted) ?? []),
		...own.filter(({ subject }) => subject.id === 'own').map((result) => rightExecutions(engine, result)),
	]);
}

/** The median of the rounds' own ratios. None where not both sides were measured. */
function cpu(engine: Engine, results: Result[]): Target[] {
	const own = results.find(({ subject, kind }) => subject.id === 'own' && kind === 'valid');
	const other = results.find(({ subject }) => subject.id === 'equal');
	if (!own || !other) return [];
	const ratios = own.runs.map(({ cpuMs }, round) => cpuMs / (other.runs[round]?.cpuMs ?? NaN));
	const [least, middle, most] = [Math.min(...ratios), median(ratios), Math.max(...ratios)];
	const costs = [own, other].map((result) => `${mid(result, 'cpuMs').toFixed(2)} ms`);
	const rates = [own, other].map((result) => `${mid(result, 'perSecond').toFixed(1)}/s`);
	return [
		{
			what: `${engine.title}: valid, CPU against ${other.subject.title}`,
			measured: `${costs.join(' against ')}: ${middle.toFixed(2)} × (${least.toFixed(2)}–${most.toFixed(2)}); ${rates.join(' against ')}`,
			wanted: `at most ${MOST_CPU.toFixed(2)} ×`,
			met: middle <= MOST_CPU,
		},
	];
}

/** Undefined where not both sides were measured. */
function ratio(engine: Engine, results: Result[], { kind, against, least }: Wanted): Target | undefined {
	const own = results.find((result) => result.subject.id === 'own' && result.kind === kind);
	const other =
		results.find((result) => result.subject.id === against && result.kind === kind) ??
		// Takes every delivery for a valid one.
		results.find((result) => result.subject.id === against && !result.subject.checks);
	if (!own || !other) return undefined;
	const rates = [own, other].map((result) => `${mid(result, 'perSecond').toFixed(1)}/s`);
	const measured = mid(own, 'perSecond') / mid(other, 'perSecond');
	return {
		what: `${engine.title}: ${kind}, against ${other.subject.title}`,
		measured: `${rates.join(' against ')}: ${measured.toFixed(2)} ×`,
		wanted: `at least ${least.toFixed(2)} ×`,
		met: measured >= least,
	};
}

/** One for each valid delivery, none for a forged one; in every round. */
function rightExecutions(engine: Engine, { kind, recorded, runs }: Result): Target {
	const wanted = ({ answered }: Result['runs'][number]): number => (recorded ? answered : 0);
	const total = (count: (run: Result['runs'][number]) => number): string =>
		runs.reduce((sum, run) => sum + count(run), 0).toLocaleString('en');
	return {
		what: `${engine.title}: ${kind}, executions recorded`,
		measured: total(({ executions }) => executions),
		wanted: total(wanted),
		met: runs.every((run) => run.executions === wanted(run)),
	};
}
