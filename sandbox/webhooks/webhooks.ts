/**
 * Delivers events to the receiver (spec, Events): at least once, signed anew on each attempt,
 * retried with doubling delays for 24 hours of sandbox time. A card's next event is first tried
 * when the first try of the one before it has ended, so a healthy receiver sees them in order.
 */
import { randomUUID } from 'node:crypto';
import { promise as queueOf } from 'fastq';
import { Agent } from 'undici';
import type { CardEventName } from '../../nodes/shared/contract';
import type { Changes } from '../changes';
import { isoTime, type Clock } from '../clock';
import { Scheduler } from '../scheduler';
import type { SandboxCard } from '../store';
import { attemptDelivery } from './attempt';
import { isSuccess, type Delivery, type WebhookSettings } from './delivery';
import { DeliveryHistory } from './history';

const GIVE_UP_AFTER_MS = 24 * 3600 * 1000; // spec, Events: Receiver rules 4
/** Signed only when a slot is free, so that a long queue does not make timestamps stale. */
const MOST_IN_FLIGHT = 32;

interface Job {
	readonly delivery: Delivery;
	readonly kind: 'first' | 'retry' | 'by hand';
}

interface Options {
	readonly clock: Clock;
	readonly changes: Changes;
	readonly settings: WebhookSettings;
	readonly retrySeconds: number;
}

export class Webhooks {
	private readonly agent = new Agent();
	private readonly history = new DeliveryHistory();
	private readonly queue = queueOf((job: Job) => this.run(job), MOST_IN_FLIGHT);
	private readonly scheduler: Scheduler;
	/** Per card with a first attempt under way or ready: the events behind it. */
	private readonly behind = new Map<string, Delivery[]>();
	private settings: WebhookSettings;

	constructor(private readonly options: Options) {
		this.settings = options.settings;
		this.scheduler = new Scheduler(options.clock);
	}

	get current(): WebhookSettings {
		return this.settings;
	}

	/** Holds from the next attempt on, for deliveries already pending too. */
	configure(settings: Partial<WebhookSettings>): void {
		this.settings = { ...this.settings, ...settings };
	}

	/** Queues one event with the card as it is now; does nothing while no receiver is set. */
	emit(event: CardEventName, card: SandboxCard, occurredAt: string): Delivery | undefined {
		if (this.settings.url === null) return undefined;
		const delivery: Delivery = {
			id: `dlv_${randomUUID()}`,
			event,
			card_id: card.id,
			body: JSON.stringify({ event, data: card, occurred_at: occurredAt }),
			status: 'pending',
			attempts: [],
			next_attempt_at: null,
		};
		this.history.add(delivery);
		const queue = this.behind.get(card.id);
		if (queue !== undefined) {
			queue.push(delivery);
		} else {
			this.behind.set(card.id, []);
			this.start(delivery, 'first');
		}
		this.options.changes.note('deliveries');
		return delivery;
	}

	/** One more attempt at once, whatever became of the delivery; a pending one keeps its retries. */
	redeliver(delivery: Delivery): void {
		this.start(delivery, 'by hand');
	}

	find(id: string): Delivery | undefined {
		return this.history.get(id);
	}

	/** Oldest first. */
	list(): Delivery[] {
		return this.history.all();
	}

	get count(): number {
		return this.history.count;
	}

	clear(): void {
		this.history.clear();
		this.queue.kill();
		this.scheduler.clear();
		this.behind.clear();
	}

	async close(): Promise<void> {
		this.scheduler.close();
		this.clear();
		await this.agent.destroy();
		await this.queue.drained();
	}

	private start(delivery: Delivery, kind: Job['kind']): void {
		void this.queue.push({ delivery, kind });
	}

	private async run({ delivery, kind }: Job): Promise<void> {
		// One that is delivered by hand before its turn needs no other attempt.
		if (kind === 'by hand' || delivery.status === 'pending') await this.attempt(delivery, kind);
		if (kind === 'first') this.releaseNext(delivery);
	}

	private async attempt(delivery: Delivery, kind: Job['kind']): Promise<void> {
		const { clock, changes } = this.options;
		const { url } = this.settings;
		if (url !== null) {
			const moment = { at: isoTime(clock.now()), wallNow: clock.wallNow() };
			const attempt = await attemptDelivery(url, this.settings, delivery, moment, this.agent);
			// Forgotten by a reset or by closing while the attempt was under way.
			if (this.history.get(delivery.id) === undefined) return;
			delivery.attempts.push(attempt);
			if (isSuccess(attempt)) this.history.end(delivery, 'delivered');
			else if (kind !== 'by hand' && delivery.status === 'pending') this.planRetry(delivery);
		} else if (kind !== 'by hand') {
			this.history.end(delivery, 'failed');
		}
		changes.note('deliveries');
	}

	private planRetry(delivery: Delivery): void {
		const now = this.options.clock.now();
		const delay = this.options.retrySeconds * 1000 * 2 ** (delivery.attempts.length - 1);
		const firstAt = Date.parse(delivery.attempts[0]?.at ?? '');
		if (now + delay - firstAt > GIVE_UP_AFTER_MS) {
			this.history.end(delivery, 'failed');
		} else {
			delivery.next_attempt_at = isoTime(now + delay);
			this.scheduleRetry(delivery, now + delay);
		}
	}

	private scheduleRetry(delivery: Delivery, dueAt: number): void {
		this.scheduler.at(dueAt, () => {
			delivery.next_attempt_at = null;
			this.start(delivery, 'retry');
		});
	}

	private releaseNext({ card_id: cardId }: Delivery): void {
		const next = this.behind.get(cardId)?.shift();
		if (next === undefined) this.behind.delete(cardId);
		else this.start(next, 'first');
	}
}
