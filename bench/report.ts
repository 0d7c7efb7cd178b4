/**
 * What every benchmark does with its figures: medians, tables, its own section of
 * `docs/benchmarks.md`, which it replaces without touching the others, and all figures in
 * `bench/results`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';

import type { N8nInstallation } from '../tools/n8n/install/install';
import { projectRoot } from '../tools/n8n/paths';
import { runToEnd } from '../tools/n8n/process/childProcess';

/** In the order in which they stand in the file. */
const SECTIONS = ['send', 'receive', 'queue'] as const;
export type Section = (typeof SECTIONS)[number];

const FILE = join(projectRoot, 'docs', 'benchmarks.md');
const HEAD = `# Benchmarks

Measured by the programs in \`bench\`. The command that a section names writes it, and the full tables that it links. Run them on a quiet machine: both sides of a comparison share its cores.
`;

/** Where a section's picture goes, and how the section refers to it. */
export function picture(section: Section): { file: string; link: string } {
	const name = `images/bench-${section}.svg`;
	return { file: join(projectRoot, 'docs', name), link: name };
}

/** Where a section's figures stand as they were measured, and how the section refers to it. */
export function results(section: Section): { file: string; link: string } {
	const name = `bench/results/${section}.md`;
	return { file: join(projectRoot, name), link: `../${name}` };
}

/** Puts the section, a Markdown text with a second-level heading, in the place of its last one. */
export async function writeSection(section: Section, text: string): Promise<void> {
	const old = await readFile(FILE, 'utf8').catch(() => '');
	const parts = SECTIONS.flatMap((name) => {
		const [begin, end] = marks(name);
		if (name === section) return `${begin}\n${text.trim()}\n${end}\n`;
		const from = old.indexOf(begin);
		const to = old.indexOf(end);
		return from >= 0 && to > from ? `${old.slice(from, to)}${end}\n` : [];
	});
	await writeText(FILE, [HEAD, ...parts].join('\n'));
}

export async function writeText(file: string, text: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
}

function marks(section: Section): [string, string] {
	return [`<!-- bench:${section} -->`, `<!-- end of bench:${section} -->`];
}

/** A Markdown table; the first column holds text, the others figures unless said otherwise. */
export function table(head: string[], rows: string[][], others: 'figures' | 'text' = 'figures'): string {
	const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
	const rule = head.map((_cell, index) => (index === 0 || others === 'text' ? '---' : '---:'));
	return [head, rule, ...rows].map(line).join('\n');
}

export function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** With as many digits as say something. */
export function format(value: number): string {
	const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) < 10 ? 2 : 1;
	return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

export interface Target {
	what: string;
	measured: string;
	wanted: string;
	met: boolean;
}

export function targetTable(targets: Target[]): string {
	const rows = targets.map(({ what, measured, wanted, met }) => [
		what,
		measured,
		wanted,
		met ? 'yes' : '**no**',
	]);
	return table(['Target', 'Measured', 'Wanted', 'Met'], rows, 'text');
}

/** A figure of ours that is at most so many times the other's. */
export function ratioTarget(
	what: string,
	most: number,
	unit: string,
	[own, other]: [number, number],
): Target {
	return {
		what,
		measured: `${format(own)} ${unit} against ${format(other)} ${unit}: ${(own / other).toFixed(2)} ×`,
		wanted: `at most ${most.toFixed(2)} ×`,
		met: own / other <= most,
	};
}

/** The middle of the runs, and from the least to the most where there were several. */
export function spread(values: number[], say: (value: number) => string): string {
	const range = [Math.min(...values), Math.max(...values)].map(say).join('–');
	return values.length === 1 ? say(median(values)) : `${say(median(values))} (${range})`;
}

/** What has the same of something, together. */
export function groupBy<Group, One>(all: One[], of: (one: One) => Group): Array<[Group, One[]]> {
	return [...new Set(all.map(of))].map((group) => [group, all.filter((one) => of(one) === group)]);
}

/** The machine, the programs and the day. */
export async function describeMachine(
	n8n: Pick<N8nInstallation, 'version' | 'node'>,
	logFile: string,
	beside = 'the sandbox',
): Promise<string> {
	await runToEnd(n8n.node, ['--version'], { logFile });
	const n8nNode = (await readFile(logFile, 'utf8')).trim();
	return [
		`${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GB of memory for everything together (${process.platform}).`,
		`n8n ${n8n.version} on Node ${n8nNode.slice(1)};`,
		`${beside} is a process of its own on Node ${process.versions.node}.`,
		`Measured on ${new Date().toISOString().slice(0, 10)}.`,
	].join(' ');
}
