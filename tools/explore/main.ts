/**
 * `npm run explore`: every model with more of everything than in the tests, and then with the planted
 * faults, each of which has to be found. With the name of a model, this one alone as the tests have it,
 * up to the first rule that is broken, as JSON.
 */
import path from 'node:path';

import type { Exploration } from './explore';
import { describe, explore } from './explore';
import type { Model } from './models';
import { MODELS } from './models';
import { Copy } from './plant';
import { PLANTED_FAULTS } from './plantedFaults';
import { inVirtualTime } from './virtualTime';

/** So many that the deepest scenario ends. */
const MOST_STATES = 1_000_000;

async function run({ start }: Model, deeper: boolean): Promise<Exploration> {
	const bounds = { states: MOST_STATES, first: !deeper };
	return await inVirtualTime(async () => await explore(() => start(deeper), bounds));
}

/** True when nothing was found but what is documented. */
async function exploreAll(): Promise<boolean> {
	let isSound = true;
	for (const model of MODELS) {
		const found = await run(model, true);
		console.log(describe(model.name, found));
		const undocumented = found.counterexamples.filter(({ broken }) => !model.open.includes(broken));
		isSound &&= found.closed && undocumented.length === 0;
	}
	return isSound;
}

async function findFaults(): Promise<boolean> {
	let areFound = true;
	const copy = await Copy.make(path.resolve(__dirname, '../../..'));
	for (const fault of PLANTED_FAULTS) {
		const found = await copy.explore(fault);
		console.log(describe(`Planted: ${fault.name}`, found));
		areFound &&= found.counterexamples.length > 0;
	}
	return areFound;
}

async function main(name: string | undefined): Promise<void> {
	if (name === undefined) {
		const isSound = await exploreAll();
		process.exitCode = (await findFaults()) && isSound ? 0 : 1;
		return;
	}
	const model = MODELS.find((one) => one.name === name);
	if (model === undefined) throw new Error(`There is no model "${name}"`);
	console.log(JSON.stringify(await run(model, false)));
}

void main(process.argv[2]);
