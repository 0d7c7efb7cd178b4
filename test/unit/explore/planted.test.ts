/** The explorers can fail: each fault that is planted in the nodes' code is found. */
import type { Fault } from '../../../tools/explore/fault';
import { findFirst } from '../../../tools/explore/models';
import { FAULTS, modelWith } from '../../../tools/explore/planted';
import { inVirtualTime } from '../../../tools/explore/virtualTime';

// On a machine that does much else.
jest.setTimeout(120_000);

it.each(FAULTS)('finds that $name', async (fault) => {
	const model = modelWith(fault);
	const found = await inVirtualTime(async () => await findFirst(model, { states: 5_000 }));
	expect(found.counterexamples.filter(({ broken }) => model.said(broken) === undefined)).toHaveLength(1);
});

it('plants nothing where the code is no longer as it was, nor where no model is', () => {
	const [fault] = FAULTS as [Fault];
	expect(() => modelWith({ ...fault, now: 'const is = gone;' })).toThrow('Not there, or not once');
	expect(() => modelWith({ ...fault, foundBy: 'nobody' })).toThrow('There is no model "nobody"');
});
