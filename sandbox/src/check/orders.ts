/**
 * The part of a check that orders. Whatever leaves here may become paper, also what is wrong on
 * purpose, so it sends no more POSTs than it was allowed, the most telling first.
 */
import type { Address } from '../library/types';
import { CREATE_BATCH, CREATE_LETTER, SCHEDULE } from './creations';
import type { Findings } from './findings';
import type { Prober } from './prober';
import { CONFLICT_OF_BATCH, CONFLICT_OF_LETTER, REFUSALS } from './refusals';
import type { Scene, Step } from './step';
import { newScene } from './step';

const STEPS: readonly Step[] = [
	...CREATE_LETTER,
	CONFLICT_OF_LETTER,
	...CREATE_BATCH,
	CONFLICT_OF_BATCH,
	...REFUSALS,
	SCHEDULE,
];

/** How many POSTs there are to send, if all may leave. */
export const ALL_ORDERS = STEPS.length;

/** Null where the step may run. */
function whyNot({ repeats }: Step, { prober, first }: Scene): string | null {
	if (prober.postsLeft <= 0) return `more than --orders allows (${String(ALL_ORDERS)} for all)`;
	if (repeats === undefined) return null;
	return (first[repeats]?.status ?? Infinity) < 300 ? null : 'the first order was not accepted';
}

export async function checkOrders(prober: Prober, findings: Findings, to: Address): Promise<void> {
	const scene = newScene(prober, findings, to);
	for (const step of STEPS) {
		const why = whyNot(step, scene);
		if (why === null) await step.run(scene);
		else findings.unknown(step.name, 'not sent', 'see the specification', why);
	}
}
