/** The explorers can fail: each fault that is planted in the nodes' code is found. */
import { FAULTS, findFault } from '../../../tools/explore/planted';
import { inVirtualTime } from '../../../tools/explore/virtualTime';

it.each(FAULTS)('finds that $name', async (fault) => {
	const found = await inVirtualTime(async () => await findFault(fault, { states: 5_000 }));
	expect(found.counterexamples).toHaveLength(1);
});
