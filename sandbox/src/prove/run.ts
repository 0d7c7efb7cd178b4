/** One run of the command against a fresh sandbox, and what came of it there. */
import { setTimeout as sleep } from 'node:timers/promises';

import { createSandbox } from '../library';
import type { Delivery, FaultRule, Letter, RecordedRequest, Sandbox, SandboxOptions } from '../library/types';
import type { Ended } from './command';
import { runCommand } from './command';
import { isForged } from './trials';

export interface Outcome {
	/** Of the command: once, or twice where it ended with an error. */
	readonly ends: readonly Ended[];
	/** All without those of the seed. */
	readonly letters: readonly Letter[];
	readonly calls: readonly RecordedRequest[];
	readonly deliveries: readonly Delivery[];
}

export interface Setting {
	readonly command: readonly string[];
	readonly options: SandboxOptions;
	readonly env: NodeJS.ProcessEnv;
	readonly timeoutMs: number;
	/** The command speaks to the terminal itself. */
	readonly isShown: boolean;
}

const PAUSE_MS = 20;
/** A late event comes in this time; a receiver that needs longer is judged by what it has answered. */
const LONGEST_WAIT_MS = 5000;

const isOpen = ({ status, attempts }: Delivery): boolean => status === 'pending' && attempts.every(isForged);

/** Once each event was tried as it is: a receiver that has ended with the command refuses it at once. */
async function settledDeliveries(sandbox: Sandbox): Promise<Delivery[]> {
	const deadline = performance.now() + LONGEST_WAIT_MS;
	for (;;) {
		const deliveries = await sandbox.deliveries();
		if (!deliveries.some(isOpen) || performance.now() > deadline) return deliveries;
		await sleep(PAUSE_MS);
	}
}

/** @param rule null for the baseline */
export async function runOnce(setting: Setting, rule: FaultRule | null): Promise<Outcome> {
	const { command, options } = setting;
	const sandbox = await createSandbox(options);
	try {
		const seeded = new Set((await sandbox.letters()).map(({ id }) => id));
		if (rule !== null) await sandbox.setFaults([rule]);
		const ends = [await runCommand(command, { ...setting, sandbox })];
		// As its users would: that is where doubles arise.
		if (rule !== null && ends[0]?.code !== 0) ends.push(await runCommand(command, { ...setting, sandbox }));
		const deliveries = await settledDeliveries(sandbox);
		const letters = (await sandbox.letters()).filter(({ id }) => !seeded.has(id));
		return { ends, letters, calls: await sandbox.requests(), deliveries };
	} finally {
		await sandbox.close();
	}
}

/** Whether the fault has met anything. */
export function wasReached({ calls, deliveries }: Outcome): boolean {
	return [...calls, ...deliveries.flatMap(({ attempts }) => attempts)].some(({ fault }) => fault !== null);
}
