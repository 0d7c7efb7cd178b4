/** The figures of `npm run bench:sandbox` in words, as tables and as a picture. */
import type { Panel, Row } from '../barChart';
import { barChart, COLORS } from '../barChart';
import { coresAndMemory, median, picture, table, writeSection, writeText } from '../report';
import type { Growth, Reopened, Step } from './growth';
import type { Cost, Round } from './rounds';
import type { Kind } from './subject';

/** The journal, which holds a bounded number of calls, is full by then: what grows after is letters. */
const JOURNAL_FULL = 20_000;

/** A later letter may take this much more than an earlier one: tables of the runtime grow in leaps. */
const STEADY = 1.25;

export interface Run {
	rounds: Round[];
	roundLetters: number;
	growth: Growth;
	file: Reopened;
}

const MEGABYTE = 2 ** 20;
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;
const count = (value: number): string => Math.round(value).toLocaleString('en');
const oneDigit = (value: number): string => value.toFixed(1);

/** Gives the section's text; writes it and its picture unless told otherwise. */
export async function reportSandbox(run: Run, { write }: { write: boolean }): Promise<string> {
	const { file, link } = picture('sandbox');
	const text = sectionOf(run, link);
	if (write) {
		await writeText(file, chartOf(run.growth));
		await writeSection('sandbox', text);
	}
	return text;
}

function sectionOf(run: Run, link: string): string {
	return `## The sandbox under load

\`npm run bench:sandbox\`: an undici client in one process orders different letters from a server in another, over 32 connections, without a receiver of events. ${coresAndMemory()} for both processes, Node ${process.versions.node}.

${costOf(run)}

${growthOf(run.growth, link)}

${reopenedOf(run.file)}`;
}

export const NAMES: Record<Kind, string> = {
	bare: 'A bare route of Fastify',
	memory: 'The sandbox in memory',
	file: 'The sandbox with a data file',
};

function costOf({ rounds, roundLetters }: Run): string {
	const middle = (kind: Kind, value: (cost: Cost) => number): number =>
		median(rounds.map((round) => value(round[kind])));
	/** Within one round, so that both met the same machine. */
	const times = (kind: Kind): number =>
		median(rounds.map((round) => round[kind].cpuMicroseconds / round.bare.cpuMicroseconds));
	const met = (kind: 'memory' | 'file'): string => {
		const [rate, factor] = [middle(kind, ({ perSecond }) => perSecond), times(kind)];
		return `- **${NAMES[kind]}: ${count(rate)} letters a second** at **${factor.toFixed(2)} times the CPU of the bare route**.`;
	};
	const rows = (Object.keys(NAMES) as Kind[]).map((kind) => [
		NAMES[kind],
		count(middle(kind, ({ perSecond }) => perSecond)),
		count(middle(kind, ({ cpuMicroseconds }) => cpuMicroseconds)),
		rounds.map((round) => count(round[kind].cpuMicroseconds)).join(', '),
		oneDigit(middle(kind, ({ p50 }) => p50)),
		oneDigit(middle(kind, ({ p99 }) => p99)),
	]);
	return `Medians of ${rounds.length} rounds; in each, all three servers take ${count(roundLetters)} letters by turns, in fresh processes. The bare route reads the same JSON and answers with a card of the same size, and does nothing else.

${met('memory')}
${met('file')}

${table(['', 'letters/s', 'µs of CPU a letter', 'in each round', 'p50 ms', 'p99 ms'], rows)}`;
}

/** Heap bytes that each letter took between two steps. */
function growthPerLetter({ steps, stepLetters }: Growth, from: number, to: number): number {
	const heapAt = (letters: number): number => steps[letters / stepLetters - 1]?.heapBytes ?? NaN;
	return (heapAt(to) - heapAt(from)) / (to - from);
}

function growthOf(growth: Growth, link: string): string {
	const { before, steps, stepLetters, reads, after } = growth;
	const sent = steps.length * stepLetters;
	const half = Math.floor((steps.length + JOURNAL_FULL / stepLetters) / 2) * stepLetters;
	const early = growthPerLetter(growth, JOURNAL_FULL, half);
	const late = growthPerLetter(growth, half, sent);
	const letterBytes = median(steps.map((step) => step.letterBytes));
	return `### ${count(sent)} letters in memory

- **${count(growthPerLetter(growth, JOURNAL_FULL, sent))} bytes of heap per letter**; its order and answer are ${count(letterBytes)} bytes of JSON. The first half took ${count(early)} a letter, the second ${count(late)}: ${late <= STEADY * early ? 'nothing grows but the letters' : 'more and more with each letter'}.
- Heap at the start ${megabytes(before.heapBytes)}, after a reset ${megabytes(after.heapBytes)}.
- Reading a letter among ${count(sent)}: ${count(stepLetters / reads.seconds)} a second, p99 ${oneDigit(reads.p99)} ms.

![Letters per second and memory](${link})

${table(
	['letters', 'letters/s', 'p50 ms', 'p99 ms', 'slowest ms', 'heap', 'resident'],
	steps.map((step, index) => [
		count((index + 1) * stepLetters),
		count(stepLetters / step.seconds),
		oneDigit(step.p50),
		oneDigit(step.p99),
		oneDigit(step.slowest),
		megabytes(step.heapBytes),
		megabytes(step.residentBytes),
	]),
)}

Heap is measured after a garbage collection and includes the journal of at most 20,000 calls.`;
}

function reopenedOf({
	letters,
	fileBytes,
	perSecond,
	startSeconds,
	residentBytes,
	searchSeconds,
}: Reopened): string {
	const resident = residentBytes / MEGABYTE;
	return `### ${count(letters)} letters in a data file

- The file took ${count(perSecond)} letters a second throughout and is ${megabytes(fileBytes)} in size.
- **The sandbox starts on it in ${oneDigit(startSeconds)} s** (from the start of the process until it serves) **and then has ${count(resident)} MB resident**: the letters stay on the disk.
- A search that finds nothing, and so looks at every letter, takes ${oneDigit(searchSeconds)} s.`;
}

function chartOf({ steps, stepLetters }: Growth): string {
	const rows = (value: (step: Step) => number, text: (step: Step) => string): Row[] =>
		steps.map((step, index) => ({
			label: `${count((index + 1) * stepLetters)} letters`,
			values: [value(step)],
			text: text(step),
		}));
	const rate = ({ seconds }: Step): number => stepLetters / seconds;
	const speed: Panel = {
		title: 'Letters per second',
		series: [{ name: 'letters per second', color: COLORS.blue }],
		rows: rows(rate, (step) => `${count(rate(step))}/s, p99 ${oneDigit(step.p99)} ms`),
	};
	const memory: Panel = {
		title: 'Heap after a garbage collection',
		series: [{ name: 'heap', color: COLORS.grey }],
		rows: rows(
			({ heapBytes }) => heapBytes / MEGABYTE,
			({ heapBytes }) => megabytes(heapBytes),
		),
	};
	return barChart('The sandbox taking letters', [speed, memory]);
}
