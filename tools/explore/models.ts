/** Every model there is, as the tests and `npm run explore` explore it. */
import type { World } from './explore';
import { OrderWorld } from './order/orderWorld';
import { SCENARIOS } from './order/scenarios';

export interface Model {
	name: string;
	/** @param deeper with more of everything */
	start: (deeper: boolean) => World;
	/** What is found deeper, in words: it is documented. */
	open: string[];
}

export const MODELS: Model[] = SCENARIOS.map((scenario) => ({
	name: scenario.name,
	start: (deeper) =>
		new OrderWorld(deeper ? { ...scenario, budget: { ...scenario.budget, ...scenario.deeper } } : scenario),
	open: scenario.open ?? [],
}));
