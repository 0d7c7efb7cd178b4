/**
 * Delivers events to the receiver (spec, Events): at least once, signed anew on each attempt,
 * retried with doubling delays for 24 hours of sandbox time.
 */
import { randomUUID } from 'node:crypto';
import { promise as queueOf } from 'fastq';
import { Agent } from 'undici';
import type { CardEventName } from '../../nodes/shared/contract';
import type { Changes } from '../changes';
import { isoTime, type Clock } from '../clock';
import type { WebhookFault } from '../faultRules';
import type { Faults } from '../faults';
import { Scheduler } from '../scheduler';
import type { SandboxCard } from '../store';
import { attemptDelivery } from './attempt';
import { CardOrder } from './cardOrder';
import { isSuccess, type Delivery, type WebhookSettings } from './delivery';
import { DeliveryHistory } from './history';

const GIVE_UP_AFTER_MS = 24 * 3600 * 1000; // spec, Events: Receiver rules 4
/** Signed only when a slot is free, so that a long queue does not make timestamps stale. */
const MOST_IN_FLIGHT = 32;

/** Sandbox time after which a held event no longer waits for the card's next one. */
const HELD_AT_MOST_MS = 60_000;
/** What `old_secret` signs with while the secret has never been changed. */
const NEVER_VALID_SECRET = 'whsec_old';

interface Job {
	readonly delivery: Delivery;
	/** `late`: its first try was put off on demand. */
	readonly kind: 'first' | 'late' | 'retry' | 'by hand';
}

interface Options {
	readonly clock: Clock;
	readonly changes: Changes;
	readonly faults: Faults;
	readonly settings: Omit<WebhookSettings, 'oldSecret'>;
	readonly retrySeconds: number;
}

export class Webhooks {
	private readonly agent = new Agent();
	private readonly history = new DeliveryHistory();
	private readonly queue = queueOf((job: Job) => this.run(job), MOST_IN_FLIGHT);
	private readonly scheduler: Scheduler;
	private readonly order = new CardOrder();
	private settings: WebhookSettings;

	constructor(private readonly options: Options) {
		this.settings = { ...options.settings, oldSecret: NEVER_VALID_SECRET };
		this.scheduler = new Scheduler(options.clock);
	}

	get current(): WebhookSettings {
		return this.settings;
	}

	/** Holds from the next attempt on, for deliveries already pending too. */
	configure(changed: Partial<Omit<WebhookSettings, 'oldSecret'>>): void {
		const { secret, oldSecret } = this.settings;
		const isNewSecret = changed.secret !== undefined && changed.secret !== secret;
		this.settings = { ...this.settings, ...changed, oldSecret: isNewSecret ? secret : oldSecret };
	}

	restoreSettings(settings: WebhookSettings): void {
		this.settings = settings;
	}

	/** Takes a delivery from a data file; it leaves when `resume` is called. */
	restore(delivery: Delivery): void {
		this.history.restore(delivery);
	}

	resume(): void {
		for (const delivery of this.history.all()) {
			if (delivery.status !== 'pending') continue;
			const [first] = delivery.attempts;
			if (first === undefined) this.startInOrder(delivery);
			// Without a plan an attempt was under way, and nobody knows its outcome: at once.
			else this.planAt(delivery, Date.parse(delivery.next_attempt_at ?? first.at));
		}
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
		// Before the start, which waits for what is not saved yet.
		this.options.changes.delivery(delivery);
		this.startInOrder(delivery);
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

	/** All since the last reset. */
	get count(): number {
		return this.history.count;
	}

	/** Those `list` gives. */
	get keptCount(): number {
		return this.history.keptCount;
	}

	clear(): void {
		this.history.clear();
		this.queue.kill();
		this.scheduler.clear();
		this.order.clear();
	}

	async close(): Promise<void> {
		this.scheduler.close();
		this.clear();
		await this.agent.destroy();
		await this.queue.drained();
	}

	private startInOrder(delivery: Delivery): void {
		if (this.order.enter(delivery)) this.start(delivery, 'first');
	}

	private start(delivery: Delivery, kind: Job['kind']): void {
		void this.queue.push({ delivery, kind });
	}

	private async run({ delivery, kind }: Job): Promise<void> {
		// Whoever is told of a letter finds it, also after a kill.
		const { changes } = this.options;
		if (!changes.areSaved && !(await changes.saved())) return;
		if (kind === 'by hand') {
			await this.attempt(delivery, null);
			return;
		}
		if (kind !== 'first') {
			await this.attemptAndPlan(delivery, kind === 'late' ? 'out_of_order' : null);
			return;
		}
		const cardId = delivery.card_id;
		const fault = this.faultOf(delivery);
		if (fault === 'out_of_order') {
			this.hold(delivery);
		} else {
			await this.attemptAndPlan(delivery, fault);
			const overtaken = this.order.letGo(cardId);
			if (overtaken !== undefined) await this.attemptAndPlan(overtaken, 'out_of_order');
		}
		const next = this.order.next(cardId);
		if (next !== undefined) this.start(next, 'first');
	}

	/** A delivery is put to the rules once, before its first try; one that overtakes is not. */
	private faultOf({ event, card_id: cardId }: Delivery): WebhookFault | null {
		if (this.settings.url === null || this.order.heldOf(cardId) !== undefined) return null;
		return this.options.faults.strikeDelivery(event);
	}

	private hold(delivery: Delivery): void {
		const { clock, changes } = this.options;
		const until = clock.now() + HELD_AT_MOST_MS;
		this.order.hold(delivery);
		delivery.next_attempt_at = isoTime(until);
		this.scheduler.at(until, () => {
			// Let go since, when the next event overtook it.
			if (this.order.heldOf(delivery.card_id) !== delivery) return;
			this.order.letGo(delivery.card_id);
			this.start(delivery, 'late');
		});
		changes.delivery(delivery);
	}

	private async attemptAndPlan(delivery: Delivery, fault: WebhookFault | null): Promise<void> {
		// Delivered by hand before its turn came.
		if (delivery.status !== 'pending') return;
		delivery.next_attempt_at = null;
		if (this.settings.url === null) {
			this.history.end(delivery, 'failed');
		} else {
			await this.attempt(delivery, fault);
			if (fault === 'duplicate') await this.attempt(delivery, fault);
			if (this.isKept(delivery) && delivery.status === 'pending') this.planRetry(delivery);
		}
		this.options.changes.delivery(delivery);
	}

	private async attempt(delivery: Delivery, fault: WebhookFault | null): Promise<void> {
		const { clock, changes } = this.options;
		const { url } = this.settings;
		if (url === null) return;
		const moment = { at: isoTime(clock.now()), wallNow: clock.wallNow() };
		const attempt = await attemptDelivery(url, this.settings, delivery, fault, moment, this.agent);
		// Forgotten by a reset or by closing while the attempt was under way.
		if (!this.isKept(delivery)) return;
		delivery.attempts.push(attempt);
		if (isSuccess(attempt)) this.history.end(delivery, 'delivered');
		changes.delivery(delivery);
	}

	private isKept({ id }: Delivery): boolean {
		return this.history.get(id) !== undefined;
	}

	private planRetry(delivery: Delivery): void {
		const now = this.options.clock.now();
		const delay = this.options.retrySeconds * 1000 * 2 ** (delivery.attempts.length - 1);
		const firstAt = Date.parse(delivery.attempts[0]?.at ?? '');
		if (now + delay - firstAt > GIVE_UP_AFTER_MS) {
			this.history.end(delivery, 'failed');
		} else {
			delivery.next_attempt_at = isoTime(now + delay);
			this.planAt(delivery, now + delay);
		}
	}

	private planAt(delivery: Delivery, dueAt: number): void {
		this.scheduler.at(dueAt, () => {
			this.start(delivery, 'retry');
		});
	}
}
