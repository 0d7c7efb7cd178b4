/** What `npm run bench:receive` writes: its section of `docs/benchmarks.md`, and all its figures. */
import { format, picture, results as resultsOf, spread, table } from '../report';
import type { Result } from './cases';
import { byEngine, mid, titleOf } from './cases';
import type { Kind } from './load';
import { CONNECTIONS } from './load';

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

- The trigger runs from the packed package with its duplicate filter on. The bare trigger node does nothing but emit what it gets: what n8n itself takes. The trigger with a credential and a record also checks nothing, and writes a record of each event as long as this trigger's: what this trigger takes beyond it is the price of its checks. These two and the Webhook node check nothing, so a forged delivery is a valid one to them.
- The chain is made of n8n's own nodes: Webhook (raw body) → Extract from File → Crypto (HMAC) → If → Respond to Webhook. It checks the signature alone, and n8n records an execution for each forged delivery too.
- The workflows contain no other nodes. All have n8n's default settings: every execution is stored with its data.
- Every delivery is another event, of about 430 bytes. A forged one has a fresh timestamp and a signature made with another secret, so nothing but the HMAC can tell.
- n8n's default engine opens a JavaScript isolate for each delivery to a trigger node, before the node's code runs (not for the Webhook nodes here), and one more for each execution: the CPU column shows them. With lazy acquisition it opens one only where an expression is evaluated, as in the chain.
- Executions are counted in n8n's own list after the last one has ended. CPU is that of n8n's processes, executions included.`;

function tableRow(result: Result): string[] {
	const title = titleOf(result);
	return [
		result.subject.id === 'own' ? `**${title}**` : title,
		spread(
			result.runs.map(({ perSecond }) => perSecond),
			format,
		),
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
	return tables.join('\n\n');
}

/** What n8n's setting does for this trigger. */
function gains(results: Result[]): string {
	const own = byEngine(results).map(([{ title }, all]) => {
		const rate = (kind: Kind): number => {
			const result = all.find(({ subject, kind: other }) => subject.id === 'own' && other === kind);
			return result ? mid(result, 'perSecond') : NaN;
		};
		return { title, valid: rate('valid'), forged: rate('forged') };
	});
	const [first] = own;
	if (!first) return '';
	const rows = own.map(({ title, valid, forged }) => [
		title,
		format(valid),
		`${(valid / first.valid).toFixed(1)} ×`,
		format(forged),
		`${(forged / first.forged).toFixed(1)} ×`,
	]);
	return table(['Setting', 'Valid per second', 'Gain', 'Forged per second', 'Gain'], rows);
}

export interface Surroundings {
	machine: string;
	rounds: number;
	seconds: number;
	settleSeconds: number;
}

/** All figures, and how they were measured. */
export function receiveResults(
	results: Result[],
	{ machine, rounds, seconds, settleSeconds }: Surroundings,
): string {
	return `# Receiving: all figures

${CONNECTIONS} connections, each sends its next delivery when the last is answered; ${rounds} rounds of ${seconds} s, each after ${settleSeconds} s of the same that do not count, every other round in reverse order, medians (with the range of the rates). Machine: ${machine}

${HOW_TO_READ}

${receiveTables(results)}
`;
}

export function receiveSection(results: Result[], { machine }: Surroundings): string {
	return `## Receiving

\`\`\`sh
npm run bench:receive               # about 15 minutes
npm run bench:receive -- --quick    # shorter and fewer rounds, writes nothing
\`\`\`

Deliveries per second that one n8n handles. Machine: ${machine} [All figures](${resultsOf('receive').link}), and how they were measured.

![Deliveries per second under each setting](${picture('receive').link})

What n8n's setting gains this trigger:

${gains(results)}

n8n's default engine opens a JavaScript isolate for each delivery to a trigger node such as this one, before the node's code runs, and one more for each execution. With lazy acquisition it opens one only where an expression is evaluated.`;
}
