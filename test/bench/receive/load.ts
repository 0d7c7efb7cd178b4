/** Deliveries from a process of their own, so that making and signing them takes none of our time. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Kind } from './cases';

export const CONNECTIONS = 8;

export interface Order {
	url: string;
	kind: Kind;
	seconds: number;
	/** What valid deliveries are signed with. */
	secret: string;
}

export interface Answers {
	/** Deliveries answered. */
	answered: number;
	/** How many got which status. */
	statuses: Record<number, number>;
	perSecond: number;
	/** Milliseconds from sending to the answer's end. */
	p50: number;
	p99: number;
}

export class Load {
	private readonly child: ChildProcess = fork(join(__dirname, 'loadMain.js'));

	constructor() {
		this.child.once('exit', (code) => {
			if (code === 0) return;
			console.error('The process that sends the deliveries has ended.');
			process.exit(1);
		});
	}

	async run(order: Order): Promise<Answers> {
		const answer = once(this.child, 'message') as Promise<[Answers]>;
		this.child.send(order);
		return (await answer)[0];
	}

	async stop(): Promise<void> {
		const exited = once(this.child, 'exit');
		this.child.disconnect();
		await exited;
	}
}
