/** The way of an event, explored to its end within bounds: what is open is what the docs name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as claim from '../../../nodes/HandwrittenLettersTrigger/duplicates/claimDelivery';
import * as own from '../../../nodes/HandwrittenLettersTrigger/duplicates/ownDelivery';
import * as release from '../../../nodes/HandwrittenLettersTrigger/duplicates/releaseItem';
import * as seen from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { systemClock } from '../../../nodes/shared/clock';
import { EventWorld } from '../../../tools/explore/events/eventWorld';
import { codeWith, FAULTS } from '../../../tools/explore/events/faults';
import type { Open } from '../../../tools/explore/events/scenarios';
import { isMet, isUnnamed, OPEN, SCENARIOS } from '../../../tools/explore/events/scenarios';
import { explore, describe as inWords } from '../../../tools/explore/explore';

const code = { ...claim, ...own, ...release, ...seen };
const clock = { ...systemClock };
afterAll(() => Object.assign(systemClock, clock));

const met = new Set<Open>();

it.each(SCENARIOS)('$name: nothing is open but what the docs name', async ({ name, budget }) => {
	const found = await explore(() => new EventWorld(code, budget), { states: 5_000 });
	expect(found.closed).toBe(true);
	for (const { broken } of found.counterexamples)
		for (const open of OPEN.filter((one) => isMet(one, broken))) met.add(open);
	const unnamed = found.counterexamples.filter(({ broken }) => isUnnamed(broken));
	expect(
		inWords(name, { ...found, counterexamples: unnamed })
			.split('\n')
			.slice(1),
	).toEqual([]);
});

it.each(FAULTS)('finds that $name', async (fault) => {
	const { budget } = SCENARIOS.find(({ name }) => name === fault.foundBy) ?? {};
	if (!budget) throw new Error(`There is no scenario ${fault.foundBy}`);
	const faulty = codeWith(fault);
	const start = () => new EventWorld(faulty, budget, isUnnamed);
	const { counterexamples } = await explore(start, { states: 5_000, first: true });
	expect(counterexamples).toHaveLength(1);
});

it('all that the docs name as open is found', () => {
	expect(OPEN.filter((open) => !met.has(open))).toEqual([]);
	const docs = readFileSync(join(__dirname, '../../../docs/webhooks.md'), 'utf8');
	expect(OPEN.filter(({ said }) => !docs.includes(said))).toEqual([]);
});
