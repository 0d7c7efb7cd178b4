/** The verb `fault`: what goes wrong on demand. */
import { Argument } from 'commander';

import type { CountedRule } from '../client/controlClient';
import { FAULT_PRESETS } from '../faults/presets';
import type { FaultRule } from '../library/types';
import { parseJson, readJson } from './readJson';
import type { Scene, Verb } from './verb';
import { argument, UsageError } from './verb';

const ACTIONS = ['list', 'add', 'clear'] as const;
const PRESETS: Readonly<Record<string, FaultRule>> = FAULT_PRESETS;

const presetLines = Object.entries(PRESETS).map(
	([name, rule]) => `  ${name.padEnd(17)} ${JSON.stringify(rule)}`,
);

/** The sandbox judges a rule that is no preset. */
async function ruleIn(text: string | undefined): Promise<FaultRule> {
	if (text === undefined) throw new UsageError('fault add needs a RULE: see fault --help');
	const preset = Object.hasOwn(PRESETS, text) ? PRESETS[text] : undefined;
	if (preset !== undefined) return preset;
	if (text.startsWith('{')) return parseJson(text, 'The rule') as FaultRule;
	if (text === '-' || /[./\\]/.test(text)) return (await readJson(text)) as FaultRule;
	throw new UsageError(
		`There is no fault called "${text}": choose one of ${Object.keys(PRESETS).join(', ')}`,
	);
}

const ruleLine = ({ struck, ...rule }: CountedRule): string =>
	`${JSON.stringify(rule)}  applied ${String(struck)}×`;

async function run({ client, given, output }: Scene): Promise<void> {
	const [action = 'list', text] = given.positionals;
	if (action !== 'add' && text !== undefined) throw new UsageError(`fault ${action} takes no RULE`);
	if (action === 'add') output.show(await client.addFault(await ruleIn(text)), ruleLine);
	if (action === 'clear') await client.setFaults([]);
	if (action !== 'add') output.show((await client.state()).faults, ruleLine, 'No fault is set');
}

export const fault: Verb = {
	arguments: [
		new Argument('[ACTION]', 'what to do; list without it').choices(ACTIONS),
		argument(
			'[RULE]',
			"a fault's name from the list below, a rule as JSON, its file, or - for standard input",
		),
	],
	help: 'Lists the faults on demand, adds one or clears all of them. The first rule that applies decides.',
	appendix: `Faults by name:\n${presetLines.join('\n')}`,
	run,
};
