/** One of the servers that are measured, and the client that calls it, each in a process of its own. */
import { SandboxClient } from '../../tools/sandboxClient';
import { ChildProgram } from '../childProgram';
import type { Load, Order } from './loadMain';
import type { Memory, Ready } from './serverMain';

export const WARM_UP_LETTERS = 5000;

export type Kind = 'bare' | 'memory' | 'file';

export class Subject {
	private constructor(
		private readonly server: ChildProgram,
		private readonly client: ChildProgram,
		readonly sandbox: SandboxClient,
		/** From the start of the process until it served. */
		readonly startSeconds: number,
		readonly ready: Ready,
	) {}

	/** @param file of the kind `file` */
	static async start(kind: Kind, file?: string): Promise<Subject> {
		const before = performance.now();
		const args = kind === 'file' && file !== undefined ? [kind, file] : [kind];
		const server = ChildProgram.start('sandbox/serverMain.js', args, ['--expose-gc']);
		const ready = await server.next<Ready>();
		const startSeconds = (performance.now() - before) / 1000;
		const client = ChildProgram.start('sandbox/loadMain.js', [ready.origin]);
		const sandbox = SandboxClient.at(ready.origin, () => server.stop());
		return new Subject(server, client, sandbox, startSeconds, ready);
	}

	async warmUp(): Promise<void> {
		await this.load({ does: 'warm up', count: WARM_UP_LETTERS });
	}

	load(order: Order): Promise<Load> {
		return this.client.ask<Load>(order);
	}

	/** Since the start. */
	cpuSeconds(): Promise<number> {
		return this.server.ask<number>('cpu');
	}

	/** Once the garbage is gone. */
	memory(): Promise<Memory> {
		return this.server.ask<Memory>('memory');
	}

	async reset(): Promise<void> {
		await this.sandbox.control('POST', '/reset');
	}

	async stop(): Promise<void> {
		await this.client.stop();
		await this.sandbox.close();
	}
}
