/** A scene whose n8n is its own: it may be killed and started again, and have settings of its own. */
import { readFileSync } from 'node:fs';

import type { SandboxOptions } from '../../../sandbox/src/createSandbox';
import { Cleanups } from '../../cleanup';
import { startN8n } from '../process/n8nProcess';
import type { N8nWishes, OwnN8n } from './newN8n';
import { startNewN8n } from './newN8n';
import type { SceneParts } from './scene';
import { manifest, Scene, sceneParts } from './scene';

export interface OwnWishes extends N8nWishes {
	/** It stays outside of a namespace of n8n's. */
	sandbox?: SandboxOptions;
}

export class OwnScene extends Scene {
	/** Of the n8n that ran before. */
	private readonly pastLogs: string[] = [];

	private constructor(
		parts: SceneParts,
		/** After a crash another one, at the same address. */
		private readonly own: OwnN8n,
	) {
		super(parts, own, 0);
	}

	/** With what is built: build first. */
	static async start({ sandbox, ...wishes }: OwnWishes = {}): Promise<OwnScene> {
		const ends = new Cleanups();
		try {
			const own = await startNewN8n(manifest, wishes, ends);
			ends.add(() => own.n8n.stop());
			const parts = await sceneParts(own.n8n.url, own.options, sandbox, ends);
			return new OwnScene(parts, own);
		} catch (error) {
			await ends.run().catch((failure: unknown) => console.error(failure));
			throw error;
		}
	}

	override log(): string {
		return [...this.pastLogs, super.log()].join('');
	}

	/**
	 * n8n ends without warning, as in a power cut, and comes back with the data it had stored. n8n 2.40
	 * at times ends once more by itself then: recovering an execution whose start it had not stored, it
	 * reads the time of that start. It skips the recovery when it is started again, as whatever keeps it
	 * running does.
	 */
	async crashN8n(whileDown?: () => Promise<void>): Promise<void> {
		await this.own.n8n.kill();
		await whileDown?.();
		await this.startAgain().catch((error: unknown) => {
			if (!String(error).includes('with exit code 1 before it was ready')) throw error;
			return this.startAgain();
		});
	}

	/** n8n is told to stop, and is started again with the data it has stored. */
	async restartN8n(): Promise<void> {
		await this.own.n8n.stop();
		await this.startAgain();
	}

	/** Its log begins anew. */
	private async startAgain(): Promise<void> {
		this.pastLogs.push(readFileSync(this.n8n.logFile, 'utf8'));
		this.own.n8n = await startN8n(this.own.options);
	}
}
