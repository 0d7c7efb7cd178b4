/** Deliveries from a process of their own, so that making and signing them takes none of our time. */
import { ChildProgram } from '../childProgram';

export const CONNECTIONS = 8;

export type Kind = 'valid' | 'forged';

export interface Order {
	/** Connections take turns among them. */
	urls: string[];
	kind: Kind;
	seconds: number;
	/** What valid deliveries are signed with. */
	secret: string;
}

export interface Answers {
	/** Deliveries answered. */
	answered: number;
	/** How many of them by each address, in their order. */
	answeredBy: number[];
	/** How many got which status. */
	statuses: Record<number, number>;
	perSecond: number;
	/** Milliseconds from sending to the answer's end. */
	p50: number;
	p99: number;
}

export class Load {
	private readonly program = ChildProgram.start('receive/loadMain.js');

	async run(order: Order): Promise<Answers> {
		return await this.program.ask<Answers>(order);
	}

	async stop(): Promise<void> {
		await this.program.stop();
	}
}
