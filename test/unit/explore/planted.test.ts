/** The explorers can fail: each fault that is planted in the nodes' code is found. */
import { FAULTS, findFault } from '../../../tools/explore/planted';
import { inVirtualTime } from '../../../tools/explore/virtualTime';

// On a machine that does much else.
jest.setTimeout(120_000);

it.each(FAULTS)('finds that $name', async (fault) => {
	const found = await inVirtualTime(async () => await findFault(fault, { states: 5_000 }));
	expect(found.counterexamples).toHaveLength(1);
});
