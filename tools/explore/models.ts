/** Every model there is, as the tests and `npm run explore` explore it. */
import { EventWorld } from './events/eventWorld';
import { DEEP, SCENARIOS as EVENTS, saidOf } from './events/scenarios';
import type { World } from './explore';
import { OrderWorld } from './order/orderWorld';
import { SCENARIOS as ORDERS } from './order/scenarios';

export interface Model {
	name: string;
	of: 'an order' | 'an event';
	/** In `npm test`. */
	start?: () => World;
	/** In `npm run explore`, with more of everything. */
	startDeeper: () => World;
	/** What the docs say of a rule that is broken, where they do. */
	said: (broken: string) => string | undefined;
}

const orders = ORDERS.map((scenario): Model => {
	const { name, budget, deeper, open = [] } = scenario;
	return {
		name,
		of: 'an order',
		start: () => new OrderWorld(scenario),
		startDeeper: () => new OrderWorld({ ...scenario, budget: { ...budget, ...deeper } }),
		said: (broken) => (open.includes(broken) ? broken : undefined),
	};
});

const events = [...EVENTS, ...DEEP].map(({ name, budget }): Model => {
	const startDeeper = () => new EventWorld(budget);
	const isTested = EVENTS.some((scenario) => scenario.name === name);
	return { name, of: 'an event', start: isTested ? startDeeper : undefined, startDeeper, said: saidOf };
});

export const MODELS: Model[] = [...orders, ...events];

/** Those that `npm test` explores to their end. */
export const testedOf = (of: Model['of']): Array<Model & Required<Pick<Model, 'start'>>> =>
	MODELS.flatMap((model) => (model.of === of && model.start ? [{ ...model, start: model.start }] : []));
