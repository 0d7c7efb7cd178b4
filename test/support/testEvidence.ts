/** That a test shows each step of a model, and that each such test is there. */
import type { Evidence } from '../../tools/explore/evidence';
import { isThere } from '../../tools/explore/evidence';
import type { World } from '../../tools/explore/explore';

/** Worlds that note each step they take. */
export function watched<Step extends string>(start: () => World<Step>, taken: Set<string>) {
	return (): World<Step> => {
		const world = start();
		const take = world.take.bind(world);
		world.take = (step) => {
			taken.add(step);
			return take(step);
		};
		return world;
	};
}

/** @param taken Filled by the tests that stand before: the steps of the models. */
export function testEvidence(evidence: Evidence[], taken: ReadonlySet<string>): void {
	describe('the evidence', () => {
		it('shows each step of the models, and nothing else', () => {
			const shown = (step: string) => evidence.some(([one]) => one.test(step));
			expect([...taken].filter((step) => !shown(step))).toEqual([]);
			expect(evidence.filter(([step]) => ![...taken].some((one) => step.test(one)))).toEqual([]);
		});

		it.each(evidence)('%s, in %s: %s', (...one) => {
			expect(isThere(one)).toBe(true);
		});
	});
}
