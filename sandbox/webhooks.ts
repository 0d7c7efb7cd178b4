/**
 * Delivers events to the receiver (spec, Events): at least once, signed anew on each attempt,
 * retried with doubling delays for 24 hours of sandbox time. A card's next event is first tried
 * when the first try of the one before it has ended, so a healthy receiver sees them in order.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import type { CardEventName } from '../nodes/shared/contract';
import { isoTime, type Clock } from './clock';
import type { Scheduler } from './scheduler';
import { sign } from './signature';
import type { SandboxCard } from './store';

const GIVE_UP_AFTER_MS = 24 * 3600 * 1000; // spec, Events: Receiver rules 4
const ANSWER_TIMEOUT_MS = 10_000;
/** Signed only when a slot is free, so that a long queue does not make timestamps stale. */
const MOST_IN_FLIGHT = 32;

export interface WebhookSettings {
	url: string | null;
	secret: string;
	headerPrefix: string;
}

export interface Attempt {
	readonly at: string;
	readonly url: string;
	readonly headers: Record<string, string>;
	/** Null when no answer came; `error` then says why. */
	readonly status: number | null;
	readonly error: string | null;
}

export interface Delivery {
	readonly id: string;
	readonly event: CardEventName;
	readonly card_id: string;
	/** The exact text sent, the same on every attempt. */
	readonly body: string;
	status: 'pending' | 'delivered' | 'failed';
	readonly attempts: Attempt[];
	next_attempt_at: string | null;
}

interface Options {
	readonly clock: Clock;
	readonly scheduler: Scheduler;
	readonly settings: WebhookSettings;
	readonly retrySeconds: number;
}

export class Webhooks {
	private readonly agent = new Agent({ connect: { timeout: ANSWER_TIMEOUT_MS } });
	private readonly deliveries = new Map<string, Delivery>();
	private readonly ready = new Set<Delivery>();
	private readonly inFlight = new Set<Promise<void>>();
	/** Per card with a first attempt under way or ready: the events behind it. */
	private readonly behind = new Map<string, Delivery[]>();
	private settings: WebhookSettings;
	private closed = false;

	constructor(private readonly options: Options) {
		this.settings = options.settings;
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
		this.deliveries.set(delivery.id, delivery);
		const queue = this.behind.get(card.id);
		if (queue !== undefined) {
			queue.push(delivery);
		} else {
			this.behind.set(card.id, []);
			this.start(delivery);
		}
		return delivery;
	}

	list(): Delivery[] {
		return [...this.deliveries.values()];
	}

	get count(): number {
		return this.deliveries.size;
	}

	clear(): void {
		this.deliveries.clear();
		this.ready.clear();
		this.behind.clear();
	}

	async close(): Promise<void> {
		this.closed = true;
		this.clear();
		await this.agent.destroy();
		await Promise.all(this.inFlight);
	}

	private start(delivery: Delivery): void {
		this.ready.add(delivery);
		this.fillSlots();
	}

	private fillSlots(): void {
		for (const delivery of this.ready) {
			if (this.closed || this.inFlight.size >= MOST_IN_FLIGHT) return;
			this.ready.delete(delivery);
			const running = this.attempt(delivery).finally(() => {
				this.inFlight.delete(running);
				this.fillSlots();
			});
			this.inFlight.add(running);
		}
	}

	private async attempt(delivery: Delivery): Promise<void> {
		const { url } = this.settings;
		const isFirst = delivery.attempts.length === 0;
		if (url === null) {
			delivery.next_attempt_at = null;
			delivery.status = 'failed';
		} else {
			const attempt = await this.send(url, delivery);
			delivery.attempts.push(attempt);
			this.settle(delivery, attempt);
		}
		if (isFirst) this.releaseNext(delivery);
	}

	private async send(url: string, { event, body }: Delivery): Promise<Attempt> {
		const { secret, headerPrefix } = this.settings;
		const timestamp = Math.floor(this.options.clock.wallNow() / 1000);
		const headers = {
			'Content-Type': 'application/json',
			[`${headerPrefix}-Signature`]: sign(secret, timestamp, body),
			[`${headerPrefix}-Timestamp`]: String(timestamp),
			[`${headerPrefix}-Event`]: event,
		};
		const at = isoTime(this.options.clock.now());
		try {
			const answer = await request(url, {
				method: 'POST',
				headers,
				body,
				dispatcher: this.agent,
				headersTimeout: ANSWER_TIMEOUT_MS,
				bodyTimeout: ANSWER_TIMEOUT_MS,
			});
			await answer.body.dump();
			return { at, url, headers, status: answer.statusCode, error: null };
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			return { at, url, headers, status: null, error: reason };
		}
	}

	private settle(delivery: Delivery, { status }: Attempt): void {
		delivery.next_attempt_at = null;
		if (status !== null && status >= 200 && status < 300) {
			delivery.status = 'delivered';
			return;
		}
		const { clock, scheduler, retrySeconds } = this.options;
		const delay = retrySeconds * 1000 * 2 ** (delivery.attempts.length - 1);
		const dueAt = clock.now() + delay;
		const firstAt = Date.parse(delivery.attempts[0]?.at ?? '');
		if (dueAt - firstAt > GIVE_UP_AFTER_MS) {
			delivery.status = 'failed';
			return;
		}
		// Forgotten by a reset or by closing while the attempt was under way.
		if (!this.deliveries.has(delivery.id)) return;
		delivery.next_attempt_at = isoTime(dueAt);
		scheduler.at(dueAt, () => {
			this.start(delivery);
		});
	}

	private releaseNext({ card_id: cardId, id }: Delivery): void {
		if (!this.deliveries.has(id)) return;
		const next = this.behind.get(cardId)?.shift();
		if (next === undefined) this.behind.delete(cardId);
		else this.start(next);
	}
}
