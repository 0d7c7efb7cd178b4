/** A part of a benchmark in a process of its own, which answers each message with one of its own. */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export class ChildProgram {
	private constructor(private readonly child: ChildProcess) {
		child.once('exit', (code) => {
			if (code === 0) return;
			console.error('A process of the benchmark has ended before its time.');
			process.exit(1);
		});
	}

	/** @param file Compiled, below `bench`. */
	static start(file: string, args: string[] = [], execArgv: string[] = []): ChildProgram {
		return new ChildProgram(fork(join(__dirname, file), args, { execArgv }));
	}

	async ask<Answer>(question: object | string): Promise<Answer> {
		const answer = this.next<Answer>();
		this.child.send(question);
		return await answer;
	}

	async next<Answer>(): Promise<Answer> {
		const [answer] = (await once(this.child, 'message')) as [Answer];
		return answer;
	}

	async stop(): Promise<void> {
		const exited = once(this.child, 'exit');
		this.child.disconnect();
		await exited;
	}
}

/** In the child: answers until its parent ends, or ends it. An answer that fails ends it as well. */
export function answerParent(answer: (question: unknown) => unknown): void {
	process.on('message', (question) => {
		void Promise.resolve(answer(question)).then((value) => process.send?.(value));
	});
	process.once('disconnect', () => process.exit());
}
