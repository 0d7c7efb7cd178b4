/** The figures of `npm run bench:sandbox` in words, as a table and as a picture. */
import type { Panel, Row } from '../barChart';
import { barChart, COLORS } from '../barChart';
import { coresAndMemory, median, picture, table, writeSection, writeText } from '../report';
import type { Load } from './loadMain';
import type { Usage } from './serverMain';

export const LETTERS = 100_000;
export const STEP = 10_000;
const TARGET_PER_SECOND = 2000;
/** The journal, which holds a bounded number of calls, is full by then: what grows after is letters. */
const JOURNAL_FULL = 20_000;

/** A later letter may take this much more than an earlier one: tables of the runtime grow in leaps. */
const STEADY = 1.25;

export interface Run {
	before: Usage;
	/** After each further STEP letters. */
	steps: (Load & Usage)[];
	reads: Load;
	/** After a reset. */
	after: Usage;
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const count = (value: number): string => Math.round(value).toLocaleString('en');
const milliseconds = (value: number): string => value.toFixed(1);
const rate = ({ seconds }: Load): number => STEP / seconds;

/** Heap bytes that each letter took between two steps. */
function growth(steps: Run['steps'], from: number, to: number): number {
	const heapAt = (letters: number): number => steps[letters / STEP - 1]?.heapBytes ?? NaN;
	return (heapAt(to) - heapAt(from)) / (to - from);
}

/** Gives the section's text; writes it and its picture unless told otherwise. */
export async function reportSandbox(run: Run, { write }: { write: boolean }): Promise<string> {
	const { file, link } = picture('sandbox');
	const text = sectionOf(run, link);
	if (write) {
		await writeText(file, chartOf(run));
		await writeSection('sandbox', text);
	}
	return text;
}

function sectionOf({ before, steps, reads, after }: Run, link: string): string {
	const sent = steps.length * STEP;
	const half = Math.floor((steps.length + JOURNAL_FULL / STEP) / 2) * STEP;
	const [early, late] = [growth(steps, JOURNAL_FULL, half), growth(steps, half, sent)];
	const perLetter = growth(steps, JOURNAL_FULL, sent);
	const letterBytes = median(steps.map((step) => step.letterBytes));
	const perSecond = median(steps.map(rate));
	const cpu = ((steps.at(-1)?.cpuSeconds ?? NaN) - before.cpuSeconds) / sent;
	const verdict = perSecond >= TARGET_PER_SECOND ? 'met' : 'missed';
	const machine = `${coresAndMemory()} for both processes, Node ${process.versions.node}`;
	return `## The sandbox under load

\`npm run bench:sandbox\`: an undici client in one process orders ${count(sent)} different letters from the sandbox in another, over 32 connections, in memory, without a receiver of events. ${machine}.

- **${count(perSecond)} letters a second** (median of ${steps.length} times ${count(STEP)}; target ${count(TARGET_PER_SECOND)}: ${verdict}), p50 ${milliseconds(median(steps.map(({ p50 }) => p50)))} ms, p99 ${milliseconds(median(steps.map(({ p99 }) => p99)))} ms with 32 calls in flight. The sandbox's process took ${count(cpu * 1e6)} µs of CPU per letter.
- Reading a letter among ${count(sent)}: ${count(rate(reads))} a second, p99 ${milliseconds(reads.p99)} ms.
- **${count(perLetter)} bytes of heap per letter**; its order and answer are ${count(letterBytes)} bytes of JSON. The first half took ${count(early)} a letter, the second ${count(late)}: ${late <= STEADY * early ? 'nothing grows but the letters' : 'more and more with each letter'}.
- Heap at the start ${megabytes(before.heapBytes)}, after a reset ${megabytes(after.heapBytes)}.

![Letters per second and memory](${link})

${table(
	['letters', 'letters/s', 'p50 ms', 'p99 ms', 'slowest ms', 'heap', 'resident'],
	steps.map((step, index) => [
		count((index + 1) * STEP),
		count(rate(step)),
		milliseconds(step.p50),
		milliseconds(step.p99),
		milliseconds(step.slowest),
		megabytes(step.heapBytes),
		megabytes(step.residentBytes),
	]),
)}

Heap is measured after a garbage collection and includes the journal of at most 20,000 calls.`;
}

function chartOf({ steps }: Run): string {
	const rows = (value: (step: Load & Usage) => number, text: (step: Load & Usage) => string): Row[] =>
		steps.map((step, index) => ({
			label: `${count((index + 1) * STEP)} letters`,
			values: [value(step)],
			text: text(step),
		}));
	const speed: Panel = {
		title: 'Letters per second',
		series: [{ name: 'letters per second', color: COLORS.blue }],
		mark: { value: TARGET_PER_SECOND, label: `target ${count(TARGET_PER_SECOND)}` },
		rows: rows(rate, (step) => `${count(rate(step))}/s, p99 ${milliseconds(step.p99)} ms`),
	};
	const memory: Panel = {
		title: 'Heap after a garbage collection',
		series: [{ name: 'heap', color: COLORS.grey }],
		rows: rows(
			({ heapBytes }) => heapBytes / 2 ** 20,
			({ heapBytes }) => megabytes(heapBytes),
		),
	};
	return barChart('The sandbox taking letters', [speed, memory]);
}
