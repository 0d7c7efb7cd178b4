/** What is measured apart from the comparison with HTTP Request, each with a table and targets of its own. */
import type { Target } from '../report';
import { besideTable, besideTargets, besideTitle, measureBeside } from './beside';
import { checkingTable, checkingTargets, checkingTitle, measureChecking } from './checking';
import { measureProcesses, processTable, processTargets, processTitle } from './processes';
import type { Rig } from './rig';
import type { BenchSandbox } from './sandbox';

export interface Other {
	letter: string;
	title: string;
	measure: () => Promise<{ table: string; targets: Target[] }>;
}

export interface Means {
	sandbox: BenchSandbox;
	takeKey: () => string;
	/** A new n8n in the place of the last one. */
	fresh: () => Promise<Rig>;
	n8nFolder: string;
	say: (line: string) => void;
}

export function others({ sandbox, takeKey, fresh, n8nFolder, say }: Means): Other[] {
	return [
		{
			letter: 'e',
			title: processTitle,
			measure: async () => {
				const runs = await measureProcesses(sandbox, takeKey, say);
				return { table: processTable(runs), targets: processTargets(runs) };
			},
		},
		{
			letter: 'f',
			title: besideTitle,
			measure: async () => {
				const runs = await measureBeside(await fresh(), say);
				return { table: besideTable(runs), targets: besideTargets(runs) };
			},
		},
		{
			letter: 'g',
			title: checkingTitle,
			measure: async () => {
				const runs = await measureChecking(sandbox, n8nFolder, say);
				return { table: checkingTable(runs), targets: checkingTargets(runs) };
			},
		},
	];
}
