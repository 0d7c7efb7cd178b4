/**
 * Delivers events to one receiver (spec, Events): at least once, signed anew on each attempt,
 * retried with doubling delays for 24 hours of sandbox time.
 */
import { promise as queueOf } from 'fastq';
import type { Dispatcher } from 'undici';

import type { Faults } from '../faults/faults';
import type { WebhookFault } from '../faults/rules';
import type { Changes } from '../state/changes';
import type { Delivery } from '../state/delivery';
import { isPending, isSuccess } from '../state/delivery';
import type { Secrets } from '../state/secrets';
import type { Clock } from '../time/clock';
import { isoTime } from '../time/clock';
import { Scheduler } from '../time/scheduler';
import type { Target } from './attempt';
import { attemptDelivery } from './attempt';
import type { DeliveryHistory } from './history';
import { PerCardQueue } from './perCardQueue';

const GIVE_UP_AFTER_MS = 24 * 3600 * 1000; // spec, Events: Receiver rules 4
/** Per receiver. Signed only when a slot is free, so that a long queue makes no timestamp stale. */
const MOST_IN_FLIGHT = 32;
/** Sandbox time after which a held event no longer waits for the card's next one. */
const HELD_AT_MOST_MS = 60_000;
/** Sandbox time by which a late event is late; the card's later events do not wait for it. */
const LATE_MS = 3000;

/** Gives the sandbox time of now. */
type Time = () => number;

interface Options {
	readonly clock: Clock;
	readonly changes: Changes;
	readonly faults: Faults;
	readonly secrets: Secrets;
	readonly history: DeliveryHistory;
	/** As it is at the moment of the call; null while it has no address, or is gone. */
	readonly target: () => Target | null;
	readonly dispatcherFor: (target: Target) => Dispatcher;
	readonly retrySeconds: number;
}

export class Deliverer {
	private readonly queue = queueOf((job: () => Promise<void>) => this.run(job), MOST_IN_FLIGHT);
	private readonly scheduler: Scheduler;
	private readonly order = new PerCardQueue();

	constructor(private readonly options: Options) {
		this.scheduler = new Scheduler(options.clock);
	}

	/** Tries it when the first try of the card's event before it has ended. */
	startInOrder(delivery: Delivery): void {
		if (this.order.enter(delivery)) this.startFirstTry(delivery);
	}

	startByHand(delivery: Delivery): void {
		this.start(() => this.attempt(delivery, null, () => this.options.clock.now()));
	}

	/** Goes on with a delivery read from a data folder. */
	resume(delivery: Delivery): void {
		if (!isPending(delivery)) return;
		const { attempts, next_attempt_at: plan } = delivery;
		if (attempts.length === 0) this.startInOrder(delivery);
		// Without a plan an attempt was under way, and nobody knows its outcome: at once.
		else this.planRetry(delivery, plan === null ? this.options.clock.now() : Date.parse(plan));
	}

	/** For good; what is under way goes on, and nobody hears of it. */
	end(): void {
		this.queue.kill();
		this.scheduler.close();
		this.order.clear();
	}

	/** After `end`: resolves when nothing is under way any more. */
	async ended(): Promise<void> {
		await this.queue.drained();
	}

	private start(job: () => Promise<void>): void {
		this.queue.push(job).catch((error: unknown) => {
			console.error('Unexpected failure of a delivery', error);
		});
	}

	private async run(job: () => Promise<void>): Promise<void> {
		// Whoever is told of a letter finds it, also after a kill.
		const { changes } = this.options;
		if (changes.areSaved || (await changes.saved())) await job();
	}

	private startFirstTry(delivery: Delivery): void {
		this.start(() => this.firstTry(delivery));
	}

	private async firstTry(delivery: Delivery): Promise<void> {
		const cardId = delivery.card_id;
		const time = this.timeFrom(this.options.clock.now());
		try {
			const fault = this.faultOf(delivery);
			if (fault === 'out_of_order' || fault === 'late') {
				this.hold(delivery, fault);
			} else {
				await this.attemptAndPlan(delivery, fault, time);
				const overtaken = this.order.letGo(cardId);
				if (overtaken !== undefined) await this.attemptAndPlan(overtaken, 'out_of_order', time);
			}
		} finally {
			const next = this.order.next(cardId);
			if (next !== undefined) this.startFirstTry(next);
		}
	}

	/** A delivery is put to the rules once, before its first try; one that overtakes is not. */
	private faultOf(delivery: Delivery): WebhookFault | null {
		const { faults, history, target } = this.options;
		const overtakes = this.order.heldOf(delivery.card_id) !== undefined;
		if (overtakes || target() === null || !isPending(delivery) || !history.has(delivery)) return null;
		return faults.strikeDelivery(delivery);
	}

	private hold(delivery: Delivery, fault: 'out_of_order' | 'late'): void {
		const { clock, changes } = this.options;
		const isLate = fault === 'late';
		const until = clock.now() + (isLate ? LATE_MS : HELD_AT_MOST_MS);
		if (!isLate) this.order.hold(delivery);
		delivery.next_attempt_at = isoTime(until);
		this.scheduler.at(until, () => {
			// Let go since, when the next event overtook it.
			if (!isLate && this.order.heldOf(delivery.card_id) !== delivery) return;
			if (!isLate) this.order.letGo(delivery.card_id);
			const time = this.timeFrom(until);
			this.start(() => this.attemptAndPlan(delivery, fault, time));
		});
		changes.delivery(delivery);
	}

	private async attemptAndPlan(delivery: Delivery, fault: WebhookFault | null, time: Time): Promise<void> {
		const { changes, history, target } = this.options;
		// Delivered by hand before its turn came, or forgotten by a reset.
		if (!isPending(delivery) || !history.has(delivery)) return;
		delivery.next_attempt_at = null;
		if (target() === null) {
			history.end(delivery, 'failed');
		} else {
			if (fault === 'duplicate') await this.attempt(delivery, fault, time);
			await this.send(delivery, fault, time);
			if (!history.has(delivery)) return;
			// Before anybody is told: who hears of a failed attempt hears when the next one is due.
			if (isPending(delivery)) this.retryOrGiveUp(delivery, time());
		}
		changes.delivery(delivery);
	}

	private async attempt(delivery: Delivery, fault: WebhookFault | null, time: Time): Promise<void> {
		await this.send(delivery, fault, time);
		if (this.options.history.has(delivery)) this.options.changes.delivery(delivery);
	}

	private async send(delivery: Delivery, fault: WebhookFault | null, time: Time): Promise<void> {
		const { clock, dispatcherFor, history, secrets } = this.options;
		const target = this.options.target();
		if (target === null || !history.has(delivery)) return;
		const moment = { at: isoTime(time()), wallNow: clock.wallNow() };
		const means = { dispatcher: dispatcherFor(target), secrets };
		const attempt = await attemptDelivery(target, delivery, fault, moment, means);
		// Forgotten by a reset or by closing while the attempt was under way.
		if (!history.has(delivery)) return;
		delivery.attempts.push(attempt);
		if (isSuccess(attempt)) history.end(delivery, 'delivered');
	}

	private retryOrGiveUp(delivery: Delivery, failedAt: number): void {
		const { history, retrySeconds } = this.options;
		const { retries = 0 } = delivery;
		const dueAt = failedAt + retrySeconds * 1000 * 2 ** retries;
		const firstAt = Date.parse(delivery.attempts[0]?.at ?? '');
		if (dueAt - firstAt > GIVE_UP_AFTER_MS) {
			history.end(delivery, 'failed');
		} else {
			delivery.next_attempt_at = isoTime(dueAt);
			delivery.retries = retries + 1;
			this.planRetry(delivery, dueAt);
		}
	}

	private planRetry(delivery: Delivery, dueAt: number): void {
		this.scheduler.at(dueAt, () => {
			const time = this.timeFrom(dueAt);
			this.start(() => this.attemptAndPlan(delivery, null, time));
		});
	}

	/**
	 * The time of an attempt goes on from when it was due, as if the clock had not jumped over it: then
	 * the retries that fall into the jump are due too.
	 */
	private timeFrom(dueAt: number): Time {
		const { clock } = this.options;
		const begun = clock.wallNow();
		return () => dueAt + clock.wallNow() - begun;
	}
}
