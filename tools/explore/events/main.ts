/** Explores the way of an event deeper than `npm test` does; takes some minutes. */
import * as claim from '../../../nodes/HandwrittenLettersTrigger/duplicates/claimDelivery';
import * as own from '../../../nodes/HandwrittenLettersTrigger/duplicates/ownDelivery';
import * as release from '../../../nodes/HandwrittenLettersTrigger/duplicates/releaseItem';
import * as seen from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { describe, explore } from '../explore';
import { EventWorld } from './eventWorld';
import { DEEP, inTheirWords, isUnnamed, SCENARIOS } from './scenarios';

async function main(): Promise<void> {
	const code = { ...claim, ...own, ...release, ...seen };
	for (const { name, budget } of [...SCENARIOS, ...DEEP]) {
		const found = await explore(() => new EventWorld(code, budget), { states: 50_000 });
		console.log(describe(name, inTheirWords(found)));
		if (!found.closed) process.exitCode = 1;
		if (found.counterexamples.some(({ broken }) => isUnnamed(broken))) process.exitCode = 1;
	}
}

void main();
