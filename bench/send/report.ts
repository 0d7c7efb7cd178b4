/** What `npm run bench:send` writes: its section of `docs/benchmarks.md`, and all its figures. */
import { format, groupBy, picture, results as resultsOf, table } from '../report';
import type { Latency } from './latency';
import type { Figure, Result } from './results';
import { duplicates, MAX_IN_FLIGHT, MEGABYTE, mid, plainHttp, spreadOf } from './results';
import type { Scenario } from './scenarios';
import { LATENCY_MS, LIMIT, WINDOW_SECONDS } from './scenarios';
import { limitSeconds, targets } from './targets';

export interface Surroundings {
	machine: string;
	latency: Latency;
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
	'CPU seconds',
	'Peak memory, MB (grown by)',
	'Execution',
];

const HOW_TO_READ = `How to read it:

- The letters come in through a webhook and are split into items, in a production execution. Seconds are the sending node's own, as n8n notes them; CPU seconds are those of n8n's processes for the whole execution.
- Memory is the resident memory of n8n's processes: the most during the run, and how much that is above the memory right before it.
- Requests, 429s, most in flight and connections are counted by the sandbox's HTTP server. Ids are those in the node's output; an execution that fails outputs none.
- HTTP Request sends a new Idempotency-Key with every request, unless the set-up says "own key": then it is the letter's \`external_id\`. Retry On Fail is 5 tries, 5 seconds apart, the most n8n offers. The batching is tuned by hand to the limit.
- (c) runs three times, every other round in reverse order: medians are shown, with the range of the seconds. (d) runs once, each set-up in a fresh n8n.
- (e) and (g) run in processes with n8n's engine alone, without a database; (e) holds no coordinator between them, as between n8n's workers. (f) and (g) run three times.
- The limit of (a) itself costs ${limitSeconds(300, WINDOW_SECONDS)} s for 300 letters: a window of ${WINDOW_SECONDS} s starts with its first request, so the first ${LIMIT} letters leave at once, the next after one window and the last after two.`;

const SHORT_HEAD = ['Set-up', 'Created', 'Duplicates', 'IDs in the output', 'Seconds', 'Execution'];

const titleOf = ({ setUp }: Result): string => (setUp.own ? `**${setUp.title}**` : setUp.title);
const count = (result: Result, figure: Figure): string => format(mid(result, figure));
const seconds = ({ runs }: Result): string => spreadOf(runs.map((run) => run.seconds));
const endings = ({ runs }: Result): string => [...new Set(runs.map(({ status }) => status))].join(', ');

/** The columns that decide. */
function shortRow(result: Result): string[] {
	const [created, ids] = [count(result, 'created'), count(result, 'ids')];
	return [titleOf(result), created, format(duplicates(result)), ids, seconds(result), endings(result)];
}

function tableRow(result: Result): string[] {
	const megabytes = (figure: Figure): string => format(Math.round(mid(result, figure) / MEGABYTE));
	return [
		titleOf(result),
		count(result, 'wanted'),
		count(result, 'created'),
		format(duplicates(result)),
		count(result, 'ids'),
		count(result, 'requests'),
		count(result, 'throttled'),
		count(result, 'mostInFlight'),
		count(result, 'connections'),
		seconds(result),
		mid(result, 'cpuSeconds').toFixed(1),
		`${megabytes('peakBytes')} (${megabytes('grownBytes')})`,
		endings(result),
	];
}

function tables(results: Result[], head: string[], toRow: (result: Result) => string[]): string {
	const all = groupBy(results, ({ scenario }) => scenario).map(
		([{ title }, own]) => `### ${title}\n\n${table(head, own.map(toRow))}`,
	);
	return all.join('\n\n');
}

export function sendTables(results: Result[]): string {
	return tables(results, HEAD, tableRow);
}

/** All figures, and how they were measured. */
export function sendResults(results: Result[], others: string[], { machine, latency }: Surroundings): string {
	const milliseconds = [latency.without, latency.with].map((value) => `${value.toFixed(1)} ms`);
	return `# Sending: all figures

Machine: ${machine} One request alone takes ${milliseconds.join(', with the latency of (c) ')} (${LATENCY_MS} ms are added).

${HOW_TO_READ}

${[sendTables(results), ...others].join('\n\n')}
`;
}

/** What the figures mean. */
function meaning(results: Result[]): string {
	if (targets(results).some(({ met }) => !met)) {
		return 'Not every target of this benchmark is met. The tables show the figures.';
	}
	const time = compareTime(results, ['latency', 'volume']);
	return `- Under a limit, and when connections break, this node orders every letter once and returns every ID. HTTP Request fails and returns no ID, also with Retry On Fail, which in (b) orders letters again unless each has a key of its own. Batching by hand works only for a limit that is known beforehand.
- Without a limit it takes ${time} the time of HTTP Request, with at most ${MAX_IN_FLIGHT} requests in flight.`;
}

/** For example `0.45 to 0.48 times`, over this node's set-ups. */
function compareTime(results: Result[], ids: Array<Scenario['id']>): string {
	const ratios = results
		.filter(({ scenario, setUp }) => ids.includes(scenario.id) && setUp.own)
		.map((result) => {
			const http = plainHttp(results, result);
			return http ? mid(result, 'seconds') / mid(http, 'seconds') : NaN;
		});
	const [least, most] = [Math.min(...ratios).toFixed(2), Math.max(...ratios).toFixed(2)];
	return least === most ? `${least} times` : `${least} to ${most} times`;
}

/** @param others The tables of what was measured otherwise. */
export function sendSection(results: Result[], others: string[], { machine }: Surroundings): string {
	return `## Sending

\`\`\`sh
npm run bench:send               # about 12 minutes
npm run bench:send -- --quick    # fewer letters and rounds, writes nothing
\`\`\`

In (a) to (d), this node and n8n's HTTP Request node (version 4.5) send the same letters to the same sandbox. Machine: ${machine} [All figures](${resultsOf('send').link}), and how they were measured.

![Letters and time for each set-up](${picture('send').link})

${meaning(results)}

${[tables(results, SHORT_HEAD, shortRow), ...others].join('\n\n')}`;
}
