/** Starts the sandbox in a process of its own and asks it what reached it. */
import { SandboxClient } from '../../tools/sandboxClient';
import { ChildProgram } from '../childProgram';
import type { Service } from './scenarios';

export type Order = 'start counting' | 'report';

/** The calls to `/v1` as the sandbox's HTTP server saw them. */
export interface Traffic {
	requests: number;
	/** Answered with 429. */
	throttled: number;
	mostInFlight: number;
	connections: number;
}

export class BenchSandbox {
	private constructor(
		private readonly child: ChildProgram,
		private readonly client: SandboxClient,
	) {}

	static async start(settings: { apiKeys: string[] }): Promise<BenchSandbox> {
		const child = ChildProgram.start('send/children/sandboxMain.js', [JSON.stringify(settings)]);
		const origin = await child.next<string>();
		return new BenchSandbox(
			child,
			SandboxClient.at(origin, () => child.stop()),
		);
	}

	get baseUrl(): string {
		return this.client.credential.baseUrl;
	}

	/** Empties it, sets how it behaves and starts counting from nothing. */
	async prepare({ limit, windowSeconds, rules }: Service): Promise<void> {
		await this.client.control('POST', '/reset');
		await this.client.control('PUT', '/limits', { limit, windowSeconds });
		await this.client.control('PUT', '/faults', { rules });
		await this.tell('start counting');
	}

	traffic(): Promise<Traffic> {
		return this.tell('report');
	}

	/** Every letter that was accepted, by the External ID it carries. */
	async externalIds(): Promise<Array<string | null | undefined>> {
		return (await this.client.cards()).map(({ external_id: id }) => id);
	}

	/** A letter, as any program orders it. */
	async order(letter: object, idempotencyKey: string): Promise<void> {
		await this.client.order(letter, idempotencyKey);
	}

	stop(): Promise<void> {
		return this.client.close();
	}

	private tell(order: Order): Promise<Traffic> {
		return this.child.ask<Traffic>(order);
	}
}
