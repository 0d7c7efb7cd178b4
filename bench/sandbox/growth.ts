/** Many letters, one after the other: in memory, what each leaves there; in a file, how fast it opens again. */
import { statSync } from 'node:fs';

import type { Load } from './loadMain';
import type { Memory } from './serverMain';
import { Subject } from './subject';

type Say = (line: string) => void;

export type Step = Load & Memory;

export interface Growth {
	before: Memory;
	/** After each further so many letters. */
	stepLetters: number;
	steps: Step[];
	reads: Load;
	/** After a reset. */
	after: Memory;
}

async function createInSteps(
	subject: Subject,
	{ letters, stepLetters }: { letters: number; stepLetters: number },
	say: Say,
): Promise<Step[]> {
	const steps: Step[] = [];
	for (let done = stepLetters; done <= letters; done += stepLetters) {
		const load = await subject.load({ does: 'create', count: stepLetters });
		const step = { ...load, ...(await subject.memory()) };
		steps.push(step);
		say(
			`${done} letters: ${Math.round(stepLetters / step.seconds)}/s, p99 ${step.p99.toFixed(1)} ms, heap ${Math.round(step.heapBytes / 2 ** 20)} MB`,
		);
	}
	const accepted = await subject.sandbox.letters();
	if (accepted !== letters) throw new Error(`${letters} letters were sent, ${accepted} accepted.`);
	return steps;
}

export async function measureGrowth(letters: number, stepLetters: number, say: Say): Promise<Growth> {
	const subject = await Subject.start('memory');
	await subject.warmUp();
	await subject.reset();
	const before = await subject.memory();
	const steps = await createInSteps(subject, { letters, stepLetters }, say);
	const reads = await subject.load({ does: 'read', count: stepLetters });
	await subject.reset();
	const after = await subject.memory();
	await subject.stop();
	return { before, stepLetters, steps, reads, after };
}

export interface Reopened {
	letters: number;
	fileBytes: number;
	/** While the file was filled. */
	perSecond: number;
	startSeconds: number;
	/** Right after the start. */
	residentBytes: number;
	/** Of a search through all letters. */
	searchSeconds: number;
}

const SEARCH = '/cards?search=nobody%20has%20this&limit=50';

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await act();
	return (performance.now() - start) / 1000;
}

export async function measureFile(
	file: string,
	letters: number,
	stepLetters: number,
	say: Say,
): Promise<Reopened> {
	const first = await Subject.start('file', file);
	const steps = await createInSteps(first, { letters, stepLetters }, say);
	await first.stop();
	const again = await Subject.start('file', file);
	const { startSeconds, ready } = again;
	const found = await again.sandbox.letters();
	if (found !== letters) throw new Error(`${letters} letters were kept, ${found} found again.`);
	const searchSeconds = await secondsOf(() => again.sandbox.control('GET', SEARCH));
	await again.stop();
	const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
	return {
		letters,
		fileBytes: statSync(file).size,
		perSecond: letters / seconds,
		startSeconds,
		residentBytes: ready.residentBytes,
		searchSeconds,
	};
}
