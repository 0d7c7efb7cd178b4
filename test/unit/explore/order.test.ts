/** Every model, explored to its end: what `npm run explore` does with more of everything. */
import { explore, describe as inWords } from '../../../tools/explore/explore';
import { testedOf } from '../../../tools/explore/models';
import { EVIDENCE } from '../../../tools/explore/order/evidence';
import { inVirtualTime } from '../../../tools/explore/virtualTime';
import { testEvidence, watched } from '../../support/testEvidence';

const MOST_STATES = 2_000;

const taken = new Set<string>();

it.each(testedOf('an order'))(
	'$name: nothing is ordered twice, and nothing is said that is not so',
	async ({ name, start }) => {
		const bounds = { states: MOST_STATES };
		const found = await inVirtualTime(async () => await explore(watched(start, taken), bounds));
		expect(inWords(name, found)).toMatch(/ states \(all\), depth \d+, [\d.]+ s$/);
	},
);

it.each(testedOf('an order'))(
	'$name: an order that is answered well is told as ordered',
	async ({ start }) => {
		const state = await inVirtualTime(async () => {
			const world = start();
			const isGood = (step: string) => step === 'n8n runs it' || step.endsWith(': creates');
			for (let step: string | undefined; (step = world.steps().find(isGood)) !== undefined;) {
				await world.take(step);
			}
			return world.state();
		});
		expect(state).toContain('"outcome":"ordered"');
	},
);

testEvidence(EVIDENCE, taken);
