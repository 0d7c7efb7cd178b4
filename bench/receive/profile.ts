/** Where n8n's time goes: its own CPU profile, taken while deliveries arrive. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { table } from '../report';

/** The first part that stands anywhere in a call stack has the time; the rest is n8n itself. */
const PARTS: Array<[string, RegExp]> = [
	['Database (TypeORM, SQLite)', /node_modules\/(@n8n\/typeorm|sqlite3)\//],
	["n8n's event log", /n8n\/dist\/eventbus\//],
	['This package', /node_modules\/n8n-nodes-handwritten-letters\//],
	[
		'HTTP (Node, Express)',
		/^node:(_http|net|internal\/streams)|node_modules\/(express|router|body-parser|compression)\//,
	],
	['Garbage collection', /^\(garbage collector\)$/],
	['Outside JavaScript', /^\(program\)$/],
];
const REST = 'n8n and its engine';
const IDLE = '(idle)';

/** As V8 writes it; times are microseconds of the machine's monotonic clock. */
interface CpuProfile {
	nodes: Array<{ id: number; callFrame: { functionName: string; url: string }; children?: number[] }>;
	samples: number[];
	timeDeltas: number[];
	startTime: number;
}

export interface Span {
	title: string;
	deliveries: number;
	/** Microseconds of the monotonic clock. */
	from: number;
	to: number;
}

export const nodeOptions = (folder: string): string => `--cpu-prof --cpu-prof-dir=${folder}`;

export const monotonicMicroseconds = (): number => Number(process.hrtime.bigint() / 1000n);

/** The main thread's profile: the largest file in the folder, written when n8n has ended. */
async function readProfile(folder: string): Promise<CpuProfile> {
	const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
	const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
	const largest = files[sizes.indexOf(Math.max(...sizes))];
	if (largest === undefined) throw new Error(`n8n has left no CPU profile in ${folder}.`);
	return JSON.parse(await readFile(join(folder, largest), 'utf8')) as CpuProfile;
}

/** The part each node of the call tree belongs to. */
function partsOf({ nodes }: CpuProfile): Map<number, string> {
	const parts = new Map<number, string>();
	const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const ownPart = (id: number): string | undefined => {
		const { functionName = '', url = '' } = byId.get(id)?.callFrame ?? {};
		if (functionName === IDLE) return IDLE;
		return PARTS.find(([, pattern]) => pattern.test(url) || pattern.test(functionName))?.[0];
	};
	for (const { id } of nodes) {
		const stack: Array<string | undefined> = [];
		for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) stack.push(ownPart(at));
		const order = [IDLE, ...PARTS.map(([name]) => name)];
		parts.set(id, order.find((name) => stack.includes(name)) ?? REST);
	}
	return parts;
}

/** Milliseconds in the span, by part. */
function timeByPart(
	profile: CpuProfile,
	parts: Map<number, string>,
	{ from, to }: Span,
): Map<string, number> {
	const times = new Map<string, number>();
	let time = profile.startTime;
	profile.samples.forEach((sample, index) => {
		const delta = profile.timeDeltas[index] ?? 0;
		time += delta;
		if (time < from || time > to) return;
		const part = parts.get(sample) ?? REST;
		times.set(part, (times.get(part) ?? 0) + delta / 1000);
	});
	return times;
}

/** Milliseconds of n8n's main thread per delivery. */
export async function profileTable(folder: string, spans: Span[]): Promise<string> {
	const profile = await readProfile(folder);
	const parts = partsOf(profile);
	const columns = spans.map((span) => {
		const times = timeByPart(profile, parts, span);
		return (part: string): number => (times.get(part) ?? 0) / span.deliveries;
	});
	const names = [...PARTS.map(([name]) => name), REST];
	const row = (name: string): string[] => [name, ...columns.map((of) => of(name).toFixed(2))];
	const busy = columns.map((of) => names.reduce((sum, name) => sum + of(name), 0).toFixed(2));
	return table(
		['Milliseconds per delivery', ...spans.map(({ title }) => title)],
		[...names.map(row), ['**Together**', ...busy]],
	);
}
