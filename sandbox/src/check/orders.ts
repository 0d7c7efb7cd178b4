/**
 * The part of a check that orders. Whatever leaves here may become paper, also what is wrong on
 * purpose, so it sends no more POSTs than it was allowed, the most telling first.
 */
import type { Address } from '../library/types';
import * as creations from './creations';
import type { Findings } from './findings';
import type { Prober } from './prober';
import { CONFLICT_OF_BATCH, CONFLICT_OF_LETTER, REFUSALS } from './refusals';
import type { Catalog, Scene, Step } from './step';
import { newScene } from './step';

const STEPS: readonly Step[] = [
	// The first answer must also have outlived the conflict.
	creations.NEW_LETTER,
	CONFLICT_OF_LETTER,
	creations.REPEATED_LETTER,
	creations.NEW_BATCH,
	CONFLICT_OF_BATCH,
	creations.REPEATED_BATCH,
	...REFUSALS,
	creations.EVERY_FIELD,
	creations.ANOTHER_KEY,
	creations.TEMPLATE_ALONE,
];

/** How many POSTs there are to send, if all may leave. */
export const ALL_ORDERS = STEPS.length;

/** Null where the step may run. */
function whyNot({ repeats }: Step, { prober, first }: Scene): string | null {
	if (prober.postsLeft <= 0) return `more than --orders allows (${String(ALL_ORDERS)} for all)`;
	if (repeats === undefined) return null;
	return (first[repeats]?.status ?? Infinity) < 300 ? null : 'the first order was not accepted';
}

export async function checkOrders(
	prober: Prober,
	findings: Findings,
	to: Address,
	catalog: Catalog,
): Promise<void> {
	const scene = newScene(prober, findings, to, catalog);
	for (const step of STEPS) {
		const why = whyNot(step, scene);
		if (why === null) await step.run(scene);
		else findings.unknown(step.name, 'not sent', 'see the specification', why);
	}
}
