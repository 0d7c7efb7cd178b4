/**
 * Takes every step from every state that a model can reach, nearest first: whatever breaks a rule is
 * found by a shortest trace. The world that came to a state first takes the first step from there; for
 * each other step, its trace is taken from the start, because what is explored keeps its state to itself.
 */
import { createHash } from 'node:crypto';

/** One course of a model, from its start. */
export interface World<Step extends string = string> {
	/** What may happen next; none once all is over. */
	steps: () => Step[];
	/** Others may have been begun meanwhile: what they share is set anew. */
	take: (step: Step) => Promise<void> | void;
	/** All that what follows depends on, as text: where it is equal, the same may follow. */
	state: () => string;
	/** The rule that is broken, in words. Nothing is explored beyond it. */
	broken: () => string | undefined;
}

export interface Bounds {
	/** It ends after so many states. */
	states: number;
	/** The longest trace. */
	depth?: number;
	/** It ends at the first broken rule of which this is true. */
	until?: (broken: string) => boolean;
}

export interface Counterexample<Step extends string = string> {
	broken: string;
	trace: Step[];
}

export interface Exploration<Step extends string = string> {
	states: number;
	/** Of the longest trace to a state that no shorter one leads to. */
	depth: number;
	transitions: number;
	seconds: number;
	/** True when every state within the depth has been seen. */
	closed: boolean;
	/** A shortest trace to each rule that is broken. */
	counterexamples: Array<Counterexample<Step>>;
}

interface Reached<Step extends string> {
	/** Until it goes on. */
	world?: World<Step>;
	from?: Reached<Step>;
	step?: Step;
	depth: number;
}

export async function explore<Step extends string>(
	start: () => World<Step>,
	{ states, depth: longest = Infinity, until = () => false }: Bounds,
): Promise<Exploration<Step>> {
	const begunAt = performance.now();
	const found = { states: 0, depth: 0, transitions: 0, closed: true };
	const seen = new Set<string>();
	const counterexamples = new Map<string, Step[]>();
	let frontier: Array<Reached<Step>> = [];
	const look = (world: World<Step>, reached: Reached<Step>): void => {
		const broken = world.broken();
		if (broken !== undefined && !counterexamples.has(broken)) counterexamples.set(broken, traceOf(reached));
		const state = createHash('sha1').update(world.state()).digest('base64');
		if (seen.has(state)) return;
		seen.add(state);
		found.states += 1;
		found.depth = reached.depth;
		if (broken === undefined) next.push({ ...reached, world });
	};
	const isOver = () => found.states >= states || [...counterexamples.keys()].some(until);
	let next: Array<Reached<Step>> = [];
	look(start(), { depth: 0 });
	while (next.length > 0 && !isOver()) {
		[frontier, next] = [next, []];
		for (const reached of frontier) {
			if (isOver()) break;
			const trace = traceOf(reached);
			const steps = reached.world?.steps() ?? [];
			if (steps.length > 0 && reached.depth >= longest) found.closed = false;
			if (reached.depth >= longest) continue;
			for (const step of steps) {
				const world: World<Step> = reached.world ?? (await replay(start, trace));
				reached.world = undefined;
				await world.take(step);
				found.transitions += 1;
				look(world, { from: reached, step, depth: reached.depth + 1 });
			}
		}
	}
	return {
		...found,
		closed: found.closed && !isOver(),
		seconds: (performance.now() - begunAt) / 1000,
		counterexamples: [...counterexamples].map(([broken, trace]) => ({ broken, trace })),
	};
}

/** @throws where the model does not allow the trace: it would not be the same each time. */
export async function replay<Step extends string>(
	start: () => World<Step>,
	trace: readonly Step[],
): Promise<World<Step>> {
	const world = start();
	for (const step of trace) {
		if (!world.steps().includes(step)) throw new Error(`"${step}" cannot happen here: ${trace.join(', ')}`);
		const taken = world.take(step);
		if (taken) await taken;
	}
	return world;
}

function traceOf<Step extends string>(reached: Reached<Step>): Step[] {
	const trace: Step[] = [];
	for (let at: Reached<Step> | undefined = reached; at?.step !== undefined; at = at.from) trace.push(at.step);
	return trace.reverse();
}

/** For a script, and for the message of a test. */
export function describe(what: string, { states, depth, seconds, closed, ...found }: Exploration): string {
	const end = closed ? 'all' : 'not all';
	const traces = found.counterexamples.map(({ broken, trace }) => `\n  ${broken}:\n    ${trace.join(', ')}`);
	return `${what}: ${states} states (${end}), depth ${depth}, ${seconds.toFixed(1)} s${traces.join('')}`;
}
