/** The section of `docs/benchmarks.md` that `npm run bench:receive` writes. */
import { picture, table, targetTable } from '../report';
import { format } from '../results';
import { byEngine, mid, titleOf, type Result } from './cases';
import { CONNECTIONS } from './load';
import { targets } from './targets';

const HEAD = [
	'Subject',
	'Deliveries per second',
	'p50, ms',
	'p99, ms',
	'CPU ms per delivery',
	'Deliveries',
	'Executions recorded',
];

const HOW_TO_READ = `How to read it:

- The trigger runs from the packed package with its duplicate filter on. The bare trigger node does nothing but emit what it gets: the ceiling n8n sets for any trigger node. It and the Webhook node check nothing, so a forged delivery is a valid one to them.
- The chain is what users build today: Webhook (raw body) → Extract from File → Crypto (HMAC) → If → Respond to Webhook. It checks the signature alone, and n8n records an execution for each forged delivery too.
- No workflow has a node more than that. All have n8n's default settings: every execution is stored with its data.
- Every delivery is another event, of about 600 bytes. A forged one has a fresh timestamp and a signature made with another secret, so nothing but the HMAC can tell.
- Executions are counted in n8n's own list after the last one has ended. CPU is that of n8n's processes, executions included.`;

/** From the slowest to the fastest run, where there were several. */
function spread(values: number[], middle: number): string {
	const [least, most] = [Math.min(...values), Math.max(...values)];
	return values.length === 1 ? format(middle) : `${format(middle)} (${format(least)}–${format(most)})`;
}

function tableRow(result: Result): string[] {
	const title = titleOf(result);
	const rates = result.runs.map(({ perSecond }) => perSecond);
	return [
		result.subject.id === 'own' ? `**${title}**` : title,
		spread(rates, mid(result, 'perSecond')),
		mid(result, 'p50').toFixed(1),
		mid(result, 'p99').toFixed(1),
		mid(result, 'cpuMs').toFixed(1),
		format(mid(result, 'answered')),
		format(mid(result, 'executions')),
	];
}

export function receiveTables(results: Result[]): string {
	const tables = byEngine(results).map(
		([{ title }, own]) => `### ${title}\n\n${table(HEAD, own.map(tableRow))}`,
	);
	return [targetTable(targets(results)), ...tables].join('\n\n');
}

export interface Surroundings {
	machine: string;
	rounds: number;
	seconds: number;
}

export function receiveSection(results: Result[], { machine, rounds, seconds }: Surroundings): string {
	return `## Receiving

\`\`\`sh
npm run bench:receive               # about 8 minutes
npm run bench:receive -- --quick    # shorter and fewer rounds, writes nothing
\`\`\`

How many deliveries one n8n takes, by what receives them and by n8n's setting. ${CONNECTIONS} connections, each sends its next delivery when the last is answered; ${rounds} rounds of ${seconds} s, every other round backwards, medians (with the range of the rates). Machine: ${machine}

![Deliveries per second under each setting](${picture('receive').link})

${HOW_TO_READ}

${receiveTables(results)}`;
}
