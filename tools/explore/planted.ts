/**
 * The models with a fault planted in the nodes' own code, to see that an explorer finds it. A fault is a
 * function, so that it outlives a change of the code around it, and what it needs is checked by the compiler.
 * What `npm run test:mutation` makes in the files that it mutates (a condition that always or never holds, an
 * empty block, another operator) is left to it, unless a model would be without a fault.
 */
import { FAULTS as EVENT_FAULTS } from './events/faults';
import type { Bounds, Exploration } from './explore';
import { explore } from './explore';
import type { Fault } from './fault';
import { MODELS } from './models';
import { FAULTS as ORDER_FAULTS } from './order/faults';

export const FAULTS: Fault[] = [...ORDER_FAULTS, ...EVENT_FAULTS];

/** As far as the first rule that is broken and of which the docs say nothing. */
export async function findFault({ foundBy, plant }: Fault, bounds: Bounds): Promise<Exploration> {
	const model = MODELS.find(({ name }) => name === foundBy);
	if (!model?.start) throw new Error(`There is no model "${foundBy}" in the tests.`);
	const isUnsaid = (broken: string): boolean => model.said(broken) === undefined;
	const takeAway = plant();
	try {
		const found = await explore(model.start, { ...bounds, until: isUnsaid });
		return { ...found, counterexamples: found.counterexamples.filter(({ broken }) => isUnsaid(broken)) };
	} finally {
		takeAway();
	}
}
