/** How much memory and CPU a process group takes, watched while something runs (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 50;
/** New members are looked for less often: that reads every process of the machine. */
const SAMPLES_PER_SEARCH = 20;

/** Fields of /proc/PID/stat behind the name, which may itself hold spaces. */
function readStat(pid: string): string[] | undefined {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return text.slice(text.lastIndexOf(')') + 2).split(' ');
	} catch {
		return undefined;
	}
}

const GROUP_FIELD = 2;
const USER_TICKS_FIELD = 11;
const SYSTEM_TICKS_FIELD = 12;
const RSS_FIELD = 21;

function membersOf(group: number): string[] {
	return readdirSync('/proc').filter(
		(name) => /^\d+$/.test(name) && readStat(name)?.[GROUP_FIELD] === String(group),
	);
}

function residentBytes(pids: string[]): number {
	return pids.reduce((sum, pid) => sum + Number(readStat(pid)?.[RSS_FIELD] ?? 0) * PAGE_BYTES, 0);
}

function cpuSeconds(pids: string[]): number {
	return pids.reduce((sum, pid) => {
		const stat = readStat(pid) ?? [];
		const ticks = Number(stat[USER_TICKS_FIELD] ?? 0) + Number(stat[SYSTEM_TICKS_FIELD] ?? 0);
		return sum + ticks / TICKS_PER_SECOND;
	}, 0);
}

export interface Usage {
	/** Resident bytes at the start, and the most seen since. */
	before: number;
	peak: number;
	cpuSeconds: number;
}

/** Watches the group until `stop`. */
export function watchUsage(group: number): { stop: () => Usage } {
	let members = membersOf(group);
	const before = residentBytes(members);
	const cpuBefore = cpuSeconds(members);
	let peak = before;
	let samples = 0;
	const sample = (): void => {
		samples += 1;
		if (samples % SAMPLES_PER_SEARCH === 0) members = membersOf(group);
		peak = Math.max(peak, residentBytes(members));
	};
	const timer = setInterval(sample, SAMPLE_MS);
	return {
		stop: () => {
			clearInterval(timer);
			sample();
			return { before, peak, cpuSeconds: cpuSeconds(membersOf(group)) - cpuBefore };
		},
	};
}
