/** Every model, explored to its end: what `npm run explore` does with more of everything. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { explore, describe as inWords } from '../../../tools/explore/explore';
import { MODELS } from '../../../tools/explore/models';
import { EVIDENCE } from '../../../tools/explore/order/evidence';
import { PLANTED_FAULTS } from '../../../tools/explore/plantedFaults';
import { inVirtualTime } from '../../../tools/explore/virtualTime';

// On a machine that does much else.
jest.setTimeout(120_000);

const MOST_STATES = 2_000;

const ROOT = path.resolve(__dirname, '../../..');
const taken = new Set<string>();

it.each(MODELS)('$name: nothing is ordered twice, and nothing is said that is not so', async (model) => {
	const found = await inVirtualTime(
		async () =>
			await explore(
				() => {
					const world = model.start(false);
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
	expect(inWords(model.name, found)).toMatch(/ states \(all\), depth \d+, [\d.]+ s$/);
});

describe('the evidence', () => {
	it('shows each step of the models, and nothing else', () => {
		const shown = (step: string) => EVIDENCE.some((one) => one.step.test(step));
		expect([...taken].filter((step) => !shown(step))).toEqual([]);
		expect(EVIDENCE.filter(({ step }) => ![...taken].some((one) => step.test(one)))).toEqual([]);
	});

	it.each(EVIDENCE)('$step: the test "$test" in $file', ({ file, test }) => {
		const names = readFileSync(path.join(ROOT, 'test', file), 'utf8').split(/\bit(?:\.each)?[<(]/);
		expect(names.some((text) => text.includes(`'${test}`))).toBe(true);
	});
});

describe('the planted faults', () => {
	it('are at least 8, each for a model that there is', () => {
		expect(PLANTED_FAULTS.length).toBeGreaterThanOrEqual(8);
		const names = MODELS.map(({ name }) => name);
		for (const { model } of PLANTED_FAULTS) expect(names).toContain(model);
	});

	it.each(PLANTED_FAULTS)('can be planted: $name', ({ file, find, put }) => {
		const source = readFileSync(path.join(ROOT, 'nodes', file), 'utf8');
		expect(source.split(find)).toHaveLength(2);
		expect(find).not.toBe(put);
	});
});
