/**
 * `npm run explore`: every model with more of everything than in the tests, and then with the planted
 * faults, each of which has to be found.
 */
import type { Exploration } from './explore';
import { describe, explore } from './explore';
import type { Model } from './models';
import { MODELS } from './models';
import { FAULTS, findFault } from './planted';
import { inVirtualTime } from './virtualTime';

/** So many that the deepest scenario ends. */
const bounds = { states: 1_000_000 };

/** What the docs name counts once, in their words; all else as it was found. */
function inTheirWords(found: Exploration, said: Model['said']): Exploration {
	const once = new Map<string, Exploration['counterexamples'][number]>();
	for (const { broken, trace } of found.counterexamples) {
		const words = said(broken);
		const name = words === undefined ? broken : `Documented: ${words}`;
		if (!once.has(name)) once.set(name, { broken: name, trace });
	}
	return { ...found, counterexamples: [...once.values()] };
}

/** True when nothing was found but what is documented. */
async function exploreAll(): Promise<boolean> {
	let isSound = true;
	for (const { name, startDeeper, said } of MODELS) {
		const found = await explore(startDeeper, bounds);
		console.log(describe(name, inTheirWords(found, said)));
		isSound &&= found.closed && found.counterexamples.every(({ broken }) => said(broken) !== undefined);
	}
	return isSound;
}

async function findFaults(): Promise<boolean> {
	let areFound = true;
	for (const fault of FAULTS) {
		const found = await findFault(fault, bounds);
		console.log(describe(`Planted: ${fault.name}`, found));
		areFound &&= found.counterexamples.length > 0;
	}
	return areFound;
}

void inVirtualTime(async () => {
	const isSound = await exploreAll();
	process.exitCode = (await findFaults()) && isSound ? 0 : 1;
});
