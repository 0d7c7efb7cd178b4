/** Every model, explored to its end: what `npm run explore` does with more of everything. */
import { isThere } from '../../../tools/explore/evidence';
import { explore, describe as inWords } from '../../../tools/explore/explore';
import { testedOf } from '../../../tools/explore/models';
import { EVIDENCE } from '../../../tools/explore/order/evidence';
import { inVirtualTime } from '../../../tools/explore/virtualTime';

// On a machine that does much else.
jest.setTimeout(120_000);

const MOST_STATES = 2_000;

const taken = new Set<string>();

it.each(testedOf('an order'))(
	'$name: nothing is ordered twice, and nothing is said that is not so',
	async ({ name, start }) => {
		const found = await inVirtualTime(
			async () =>
				await explore(
					() => {
						const world = start();
						const take = world.take.bind(world);
						world.take = (step) => {
							taken.add(step);
							return take(step);
						};
						return world;
					},
					{ states: MOST_STATES },
				),
		);
		expect(inWords(name, found)).toMatch(/ states \(all\), depth \d+, [\d.]+ s$/);
	},
);

describe('the evidence', () => {
	it('shows each step of the models, and nothing else', () => {
		const shown = (step: string) => EVIDENCE.some((one) => one.step.test(step));
		expect([...taken].filter((step) => !shown(step))).toEqual([]);
		expect(EVIDENCE.filter(({ step }) => ![...taken].some((one) => step.test(one)))).toEqual([]);
	});

	it.each(EVIDENCE)('$step: the test "$test" in $file', (evidence) => {
		expect(isThere(evidence)).toBe(true);
	});
});
