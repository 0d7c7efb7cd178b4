/** The way of an event, explored to its end within bounds: what is open is what the docs name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EventWorld } from '../../../tools/explore/events/eventWorld';
import { EVIDENCE } from '../../../tools/explore/events/evidence';
import type { Open } from '../../../tools/explore/events/scenarios';
import { isMet, OPEN } from '../../../tools/explore/events/scenarios';
import { explore, describe as inWords, replay } from '../../../tools/explore/explore';
import { testedOf } from '../../../tools/explore/models';
import { inVirtualTime } from '../../../tools/explore/virtualTime';
import { testEvidence, watched } from '../../support/testEvidence';

const taken = new Set<string>();
const met = new Set<Open>();

it.each(testedOf('an event'))(
	'$name: nothing is open but what the docs name',
	async ({ name, said, start }) => {
		const found = await inVirtualTime(async () => await explore(watched(start, taken), { states: 4_000 }));
		expect(found.closed).toBe(true);
		for (const { broken } of found.counterexamples)
			for (const open of OPEN.filter((one) => isMet(one, broken))) met.add(open);
		const unnamed = found.counterexamples.filter(({ broken }) => said(broken) === undefined);
		expect(
			inWords(name, { ...found, counterexamples: unnamed })
				.split('\n')
				.slice(1),
		).toEqual([]);
	},
);

it('two updates within one delivery, which `npm run explore` alone comes to, are named', async () => {
	const start = () => new EventWorld({ deliveries: 3, updates: 2 });
	const trace = ['deliver', 'store 0', 'update', 'begin 0', 'deliver', 'update', 'deliver'];
	const broken = (await inVirtualTime(async () => await replay(start, trace))).broken() ?? '';
	const open = OPEN.filter((one) => isMet(one, broken));
	expect(open).toHaveLength(1);
	for (const one of open) met.add(one);
});

it('all that the docs name as open is found', () => {
	expect(OPEN.filter((open) => !met.has(open))).toEqual([]);
	const docs = readFileSync(join(__dirname, '../../../docs/edge-cases.md'), 'utf8');
	expect(OPEN.filter(({ said }) => !docs.includes(said))).toEqual([]);
});

testEvidence(EVIDENCE, taken);
