/** What `npm run bench:send` writes: the targets, the tables, the chart. */
import { barChart, COLORS, type Panel, type Row } from './barChart';
import { WINDOW_SECONDS } from './benchSandbox';
import type { Latency } from './latency';
import { median, picture, table } from './report';
import type { Measurement } from './rig';
import { LATENCY_MS, LIMIT, type Scenario } from './scenarios';
import type { SetUp } from './setUps';

export interface Result {
	scenario: Scenario;
	setUp: SetUp;
	/** One per round. */
	runs: Measurement[];
}

export interface Surroundings {
	machine: string;
	latency: Latency;
}

type Figure = Exclude<keyof Measurement, 'status'>;

const MAX_IN_FLIGHT = 64;
const MEGABYTE = 2 ** 20;

function mid({ runs }: Result, figure: Figure): number {
	return median(runs.map((run) => run[figure]));
}

function duplicates(result: Result): number {
	return mid(result, 'created') - mid(result, 'distinct');
}

/**
 * Seconds the limit itself costs. A window starts with its first request, so the first letters
 * leave at once and the last ones as soon as the last window opens: one window less than needed.
 */
function limitSeconds(letters: number): number {
	return (Math.ceil(letters / LIMIT) - 1) * WINDOW_SECONDS;
}

interface Target {
	what: string;
	measured: string;
	wanted: string;
	met: boolean;
}

function ratioTarget(what: string, value: number, base: number, most: number, unit: string): Target {
	const ratio = value / base;
	return {
		what,
		measured: `${format(value)} ${unit} against ${format(base)} ${unit}: ${ratio.toFixed(2)} ×`,
		wanted: `at most ${most.toFixed(2)} ×`,
		met: ratio <= most,
	};
}

/** What this project asks of its own node. */
function targets(results: Result[]): Target[] {
	return results
		.filter(({ setUp }) => setUp.own)
		.flatMap((result): Target[] => {
			const { scenario, setUp } = result;
			const http = results.find((other) => other.scenario === scenario && other.setUp.id === 'http');
			const name = `(${scenario.letter}) ${setUp.title}`;
			const exact: Target = {
				what: `${name}: letters, duplicates, ids`,
				measured: `${mid(result, 'created')}, ${duplicates(result)}, ${mid(result, 'ids')}`,
				wanted: `${scenario.letters}, 0, ${scenario.letters}`,
				met: result.runs.every(
					({ created, distinct, ids }) =>
						[created, distinct, ids].every((count) => count === scenario.letters),
				),
			};
			switch (scenario.id) {
				case 'limit': {
					const share = (100 * mid(result, 'throttled')) / mid(result, 'requests');
					return [
						exact,
						{ what: `${name}: requests answered 429`, measured: `${share.toFixed(1)} %`, wanted: 'at most 1 %', met: share <= 1 },
						ratioTarget(`${name}: time, against what the limit needs`, mid(result, 'seconds'), limitSeconds(scenario.letters), 1.1, 's'),
					];
				}
				case 'cuts':
					return [exact];
				case 'latency': {
					const most = Math.max(...result.runs.map(({ mostInFlight }) => mostInFlight));
					return [
						exact,
						{ what: `${name}: requests in flight`, measured: String(most), wanted: `at most ${MAX_IN_FLIGHT}`, met: most <= MAX_IN_FLIGHT },
						...(http ? [ratioTarget(`${name}: time, against HTTP Request`, mid(result, 'seconds'), mid(http, 'seconds'), 1, 's')] : []),
					];
				}
				case 'volume':
					return [
						exact,
						...(http ? [ratioTarget(`${name}: memory growth, against HTTP Request`, mid(result, 'grownBytes') / MEGABYTE, mid(http, 'grownBytes') / MEGABYTE, 1.2, 'MB')] : []),
					];
			}
		});
}

function targetTable(results: Result[]): string {
	const rows = targets(results).map(({ what, measured, wanted, met }) => [what, measured, wanted, met ? 'yes' : '**no**']);
	return table(['Target', 'Measured', 'Wanted', 'Met'], rows);
}

const HEAD = [
	'Set-up',
	'Wanted',
	'Created',
	'Duplicates',
	'Ids output',
	'Requests',
	'429s',
	'Most in flight',
	'Connections',
	'Seconds',
	'Peak memory, MB (grown by)',
	'Execution',
];

/** From the fastest to the slowest run, where there were several. */
function spread(values: number[], show: (value: number) => string): string {
	const middle = show(median(values));
	return values.length === 1 ? middle : `${middle} (${show(Math.min(...values))}–${show(Math.max(...values))})`;
}

function tableRow(result: Result): string[] {
	const { runs, setUp } = result;
	const count = (figure: Figure): string => format(mid(result, figure));
	return [
		setUp.own ? `**${setUp.title}**` : setUp.title,
		count('wanted'),
		count('created'),
		format(duplicates(result)),
		count('ids'),
		count('requests'),
		count('throttled'),
		count('mostInFlight'),
		count('connections'),
		spread(runs.map(({ seconds }) => seconds), (value) => value.toFixed(2)),
		`${format(mid(result, 'peakBytes') / MEGABYTE)} (${format(mid(result, 'grownBytes') / MEGABYTE)})`,
		[...new Set(runs.map(({ status }) => status))].join(', '),
	];
}

export function byScenario(results: Result[]): Array<[Scenario, Result[]]> {
	return [...new Set(results.map(({ scenario }) => scenario))].map((scenario) => [
		scenario,
		results.filter((result) => result.scenario === scenario),
	]);
}

export function sendTables(results: Result[]): string {
	return [
		targetTable(results),
		...byScenario(results).map(([scenario, own]) => `### ${scenario.title}\n\n${table(HEAD, own.map(tableRow))}`),
	].join('\n\n');
}

export function sendSection(results: Result[], { machine, latency }: Surroundings): string {
	const millis = (value: number): string => `${value.toFixed(1)} ms`;
	return `## Sending

\`npm run bench:send\` (about 10 minutes; \`-- --quick\` tries it out with fewer letters and writes nothing)

This node and n8n's HTTP Request node (version 4.5) send the same letters, in the same real n8n, to the same sandbox. Machine: ${machine} A single request takes ${millis(latency.without)} here, with the added latency of ${LATENCY_MS} ms ${millis(latency.with)}.

![Letters, time and memory for each set-up](${picture('send').link})

${meaning(results)}

How to read it. The letters come in through a webhook and are split into items; seconds are the sending node's own, as n8n notes them. Memory is the resident memory of n8n's processes: the most during the run, and how much that is above the memory right before it. Most in flight, connections and 429s are counted by the sandbox's HTTP server. An execution that fails hands its ids to nobody. HTTP Request gets a new Idempotency-Key for every request it makes, unless the set-up says "own key": then it is the letter's \`external_id\`. "Retry On Fail" is 5 tries, 5 seconds apart, which is the most n8n offers. The hand-tuned batching knows the limit beforehand. (c) and (d) run several times, every other round backwards, (d) each time in a fresh n8n; medians are shown, with the range of the seconds.

The limit of (a) itself costs ${limitSeconds(300)} s for 300 letters: a window of ${WINDOW_SECONDS} s starts with its first request, so the first ${LIMIT} leave at once, the next after one window and the last after two.

${sendTables(results)}`;
}

/** Three sentences that hold only when the targets are met. */
function meaning(results: Result[]): string {
	if (targets(results).some(({ met }) => !met)) return 'Not every target is met: see the first table.';
	return `- Under a limit or a broken connection, only this node delivers every letter once and hands back every id without tuning: HTTP Request stops half way and keeps no id, and Retry On Fail orders every letter again unless each has a key of its own.
- Without a limit it needs no more time than HTTP Request although it keeps at most ${MAX_IN_FLIGHT} requests in flight, because it does less work for each letter.
- Its memory stays lower for the same reason: the letters wait as data, not as open connections.`;
}

/** One panel for each scenario: letters for those that go wrong, then time, then memory. */
export function sendChart(results: Result[]): string {
	const panels = byScenario(results).map(([scenario, own]): Panel => {
		switch (scenario.id) {
			case 'limit':
			case 'cuts':
				return {
					title: scenario.title,
					series: [
						{ name: 'letters', color: COLORS.blue },
						{ name: 'duplicates', color: COLORS.orange },
					],
					mark: { value: scenario.letters, label: `${scenario.letters} wanted` },
					rows: own.map((result) => row(result, [mid(result, 'distinct'), duplicates(result)], describeLetters(result))),
				};
			case 'latency':
				return bars(`${scenario.title}: seconds`, own, (result) => mid(result, 'seconds'), (result, value) => `${value.toFixed(2)} s, ${format(mid(result, 'mostInFlight'))} in flight`);
			case 'volume':
				return bars(`${scenario.title}: growth of n8n's memory`, own, (result) => mid(result, 'grownBytes') / MEGABYTE, (_result, value) => `${format(value)} MB`);
		}
	});
	return barChart('Sending letters from n8n: this node and HTTP Request', panels);
}

function bars(title: string, results: Result[], read: (result: Result) => number, show: (result: Result, value: number) => string): Panel {
	return {
		title,
		series: [{ name: title, color: COLORS.grey }],
		rows: results.map((result) => row(result, [read(result)], show(result, read(result)))),
	};
}

function row({ setUp }: Result, values: number[], text: string): Row {
	return { label: setUp.title, values, text, strong: setUp.own };
}

function describeLetters(result: Result): string {
	const ids = mid(result, 'ids');
	const extra = duplicates(result);
	return [
		extra > 0 ? `${format(extra)} duplicates` : undefined,
		ids > 0 ? `${format(ids)} ids` : 'no ids',
		`${mid(result, 'seconds').toFixed(1)} s`,
	]
		.filter((part) => part !== undefined)
		.join(' · ');
}

function format(value: number): string {
	const digits = Math.abs(value) < 100 && !Number.isInteger(value) ? (Math.abs(value) < 10 ? 2 : 1) : 0;
	return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
