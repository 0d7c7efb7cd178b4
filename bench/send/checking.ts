/** Many letters are only checked, against n8n's Edit Fields node that evaluates the same expressions. */
import type { INodeParameters } from 'n8n-workflow';

import { DEFAULTS } from '../../sandbox/src/defaults';
import { ChildProgram } from '../childProgram';
import type { Target } from '../report';
import { format, median, ratioTarget, table } from '../report';
import type { Cost, Task } from './children/itemsMain';
import type { Means, Other } from './results';
import { MEGABYTE, spreadOf } from './results';
import { fieldExpressions } from './setUps';

const ITEMS = 50_000;
const ROUNDS = 3;
const SETTLE_ITEMS = 1000;
/** So many letters a check draws unless its option says otherwise. */
const DRAWN = 20;
const MOST_DRAWING_MS = 300;

interface CheckingRun {
	check: Cost;
	edit: Cost;
	/** Letters checked with their pictures, after three times as many that do not count. */
	drawn: Cost;
}

const edit: INodeParameters = {
	mode: 'manual',
	assignments: {
		assignments: Object.entries(fieldExpressions).map(([name, value]) => ({
			id: name,
			name,
			value,
			type: 'string',
		})),
	},
	options: {},
};

const check: INodeParameters = {
	resource: 'card',
	operation: 'create',
	orderingMode: 'check',
	...fieldExpressions,
	style: { __rl: true, mode: 'id', value: fieldExpressions.style },
	options: { maxLettersPerRun: 2 * ITEMS },
};

export const checking: Other = {
	letter: 'g',
	title: `(g) ${format(ITEMS)} letters only checked, in n8n's engine alone`,
	measure: async (means) => {
		const runs = await measureRuns(means);
		return { table: tableOf(runs), targets: targetsOf(runs) };
	},
};

async function measureRuns({ sandbox, n8nFolder, say }: Means): Promise<CheckingRun[]> {
	await sandbox.prepare({ limit: null, rules: [] });
	const account = { apiKey: DEFAULTS.apiKey, baseUrl: sandbox.baseUrl };
	const cost = async (
		node: Task['node'],
		parameters: INodeParameters,
		items = ITEMS,
		warmUps = [SETTLE_ITEMS],
	): Promise<Cost> => {
		const child = ChildProgram.start('send/children/itemsMain.js', [], ['--expose-gc']);
		try {
			await child.next();
			const task: Task = { node, parameters, items, account, n8nFolder };
			for (const warmUp of warmUps) await child.ask<Cost>({ ...task, items: warmUp });
			const measured = await child.ask<Cost>(task);
			if (measured.error !== undefined) throw new Error(measured.error);
			say(`  ${node}: ${measured.output} items, ${describe(measured)}`);
			return measured;
		} finally {
			await child.stop();
		}
	};
	const runs: CheckingRun[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		runs.push({
			edit: await cost('edit', edit),
			check: await cost('check', check),
			drawn: await cost('check', check, DRAWN, [DRAWN, DRAWN, DRAWN]),
		});
	}
	return runs;
}

/** What this project asks of a check, in the median of the rounds. */
function targetsOf(runs: CheckingRun[]): Target[] {
	const name = `(g) ${format(ITEMS)} letters checked`;
	const ratio = (what: string, most: number, unit: string, of: (cost: Cost) => number): Target =>
		ratioTarget(`${name}: ${what}, against Edit Fields`, most, unit, [
			median(runs.map((run) => of(run.check))),
			median(runs.map((run) => of(run.edit))),
		]);
	return [
		{
			what: `${name}: items returned`,
			measured: runs.map((run) => run.check.output).join(' / '),
			wanted: String(ITEMS),
			met: runs.every(
				({ check: own, edit: other }) => own.output === own.input && other.output === other.input,
			),
		},
		ratio('time', 3, 's', ({ seconds }) => seconds),
		ratio('live heap', 2.5, 'MB', ({ heapBytes }) => heapBytes / MEGABYTE),
		drawnTarget(runs),
	];
}

function drawnTarget(runs: CheckingRun[]): Target {
	const seconds = median(runs.map(({ drawn }) => drawn.seconds));
	const drawn = Math.min(...runs.map(({ drawn: { pictures } }) => pictures));
	return {
		what: `(g) ${DRAWN} letters checked with pictures, warm`,
		measured: `${drawn} pictures in ${Math.round(seconds * 1000)} ms`,
		wanted: `${DRAWN} in at most ${MOST_DRAWING_MS} ms`,
		met: drawn === DRAWN && seconds * 1000 <= MOST_DRAWING_MS,
	};
}

function tableOf(runs: CheckingRun[]): string {
	const row = (title: string, costs: Cost[]): string[] => [
		title,
		spreadOf(costs.map(({ seconds }) => seconds)),
		...(['heapBytes', 'outputBytes'] as const).map((figure) =>
			format(Math.round(median(costs.map((cost) => cost[figure])) / MEGABYTE)),
		),
	];
	const rows = [
		row(
			'**This node, only checking**',
			runs.map((run) => run.check),
		),
		row(
			'Edit Fields, the same expressions',
			runs.map((run) => run.edit),
		),
		row(
			`**This node, only checking, ${DRAWN} letters with pictures**`,
			runs.map((run) => run.drawn),
		),
	];
	return table(['Node', 'Seconds', 'Live heap of input and output, MB', 'Of the output, MB'], rows);
}

function describe({ seconds, heapBytes, outputBytes }: Cost): string {
	const [all, output] = [heapBytes, outputBytes].map((bytes) => Math.round(bytes / MEGABYTE));
	return `${seconds.toFixed(2)} s, ${all} MB of live heap, ${output} MB of it output`;
}
