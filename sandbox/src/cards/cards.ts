/** Creates letters and moves them through their statuses, telling the webhooks what happened. */
import { randomInt, randomUUID } from 'node:crypto';

import { ApiError } from '../api/errors';
import type { Batch, BatchCreateRequest, CardCreateRequest, CardEventName, CardStatus } from '../contract';
import { hashOf } from '../json/canonicalJson';
import type { StoredBatch, StoredCard } from '../state/card';
import type { Changes } from '../state/changes';
import type { OrderText } from '../state/orderText';
import { textOfOrder } from '../state/orderText';
import type { Store } from '../state/store';
import type { Clock } from '../time/clock';
import { isoTime } from '../time/clock';
import { Scheduler } from '../time/scheduler';
import type { Webhooks } from '../webhooks';
import { CREATED, EVENT_ON_ENTERING, EVENT_ON_LEAVING, nextStatus, stepsTo } from './lifecycle';
import type { Speed } from './speed';

/** Without a schedule: posted two days after it was ordered. */
const POSTING_ESTIMATE_MS = 2 * 24 * 3600 * 1000;

interface Origin {
	readonly accountId: string;
	readonly key?: string;
	readonly batchId?: string;
	readonly scheduleAt?: string;
}

export interface NewCard {
	readonly stored: StoredCard;
	readonly order: OrderText;
}

interface CardServices {
	readonly store: Store;
	readonly clock: Clock;
	readonly changes: Changes;
	readonly webhooks: Webhooks;
	readonly speed: Speed;
}

export class Cards {
	private readonly scheduler: Scheduler;
	private pace: Speed;
	private paceSince: number;

	constructor(private readonly services: CardServices) {
		this.scheduler = new Scheduler(services.clock);
		this.pace = services.speed;
		this.paceSince = services.clock.now();
	}

	/** A letter that is not accepted yet: nothing is kept and nobody is told. */
	prepare(
		order: CardCreateRequest,
		text: OrderText,
		{ accountId, key, batchId, scheduleAt }: Origin,
	): NewCard {
		const now = this.services.clock.now();
		const schedule = order.schedule_at ?? scheduleAt;
		const createdAt = isoTime(now);
		const stored: StoredCard = {
			number: this.services.store.nextNumber(),
			accountId,
			batchId: batchId ?? null,
			key: key ?? null,
			scheduleAt: schedule ?? null,
			hasMetadata: order.metadata !== undefined,
			card: {
				id: `crd_${randomUUID()}`,
				external_id: order.external_id ?? null,
				status: 'queued',
				tracking_code: null,
				tracking_url: null,
				estimated_posting_at: schedule ?? isoTime(now + POSTING_ESTIMATE_MS),
				created_at: createdAt,
			},
			events: [{ type: CREATED, at: createdAt }],
			stepBeganAt: now,
		};
		return { stored, order: text };
	}

	accept({ stored, order }: NewCard): void {
		const { store, webhooks } = this.services;
		store.addCard(stored, order);
		webhooks.emit(CREATED, () => store.cardOf(stored), stored.card.created_at);
		this.plan(stored);
	}

	createBatch(request: BatchCreateRequest, accountId: string, key: string): StoredBatch {
		const { clock, store } = this.services;
		const batchId = `bat_${randomUUID()}`;
		const batch: Batch = {
			batch_id: batchId,
			status: 'queued',
			total_cards: request.cards.length,
			created_at: isoTime(clock.now()),
		};
		const stored: StoredBatch = {
			number: store.nextNumber(),
			key,
			payloadHash: hashOf(request),
			batch,
		};
		const origin: Origin = { accountId, batchId, scheduleAt: request.schedule_at };
		const cards = request.cards.map((order) => this.prepare(order, textOfOrder(order), origin));
		store.addBatch(stored);
		for (const card of cards) this.accept(card);
		return stored;
	}

	/** Walks to `to` through every status between, or one step towards delivery. */
	advance(stored: StoredCard, to = nextStatus(stored.card.status)): void {
		const { status } = stored.card;
		const steps = to === undefined ? [] : stepsTo(status, to);
		if (steps.length === 0) {
			const move = to === undefined ? 'does not move any more' : `cannot become ${to}`;
			throw new ApiError('illegal_transition', `A card that is ${status} ${move}`);
		}
		const now = this.services.clock.now();
		for (const step of steps) this.enter(stored, step, now);
		this.plan(stored);
		this.services.changes.card(stored);
	}

	remove(stored: StoredCard): void {
		this.services.store.removeCard(stored);
	}

	get speed(): Speed {
		return this.pace;
	}

	/** When the speed was last changed, in sandbox time. */
	get speedSince(): number {
		return this.paceSince;
	}

	/** Holds at once: each letter under way begins its present step anew. */
	setSpeed(speed: Speed): void {
		if (speed === this.pace) return;
		this.pace = speed;
		this.paceSince = this.services.clock.now();
		this.planAll();
		this.services.changes.setting('clock');
	}

	/** Plans the steps of letters read from a data folder, where the speed may have been another one. */
	resume(before: { readonly speed: Speed; readonly speedSince: number }, speed: Speed): void {
		this.pace = before.speed;
		this.paceSince = before.speedSince;
		if (speed === before.speed) this.planAll();
		else this.setSpeed(speed);
	}

	/** Resolves once every letter has taken the steps that are due. */
	async caughtUp(): Promise<void> {
		await this.scheduler.caughtUp();
	}

	/** Forgets every planned step. */
	clear(): void {
		this.scheduler.clear();
	}

	close(): void {
		this.scheduler.close();
	}

	private enter(stored: StoredCard, status: CardStatus, now: number): void {
		const { card } = stored;
		const at = isoTime(now);
		this.emit(stored, EVENT_ON_LEAVING[card.status], at);
		card.status = status;
		stored.stepBeganAt = now;
		if (status === 'posted') {
			card.tracking_code = `HL${String(randomInt(1e9)).padStart(9, '0')}BR`;
			card.tracking_url = `https://tracking.example/${card.tracking_code}`;
		}
		this.emit(stored, EVENT_ON_ENTERING[status], at);
	}

	private emit(stored: StoredCard, type: CardEventName | undefined, at: string): void {
		if (type === undefined) return;
		stored.events.push({ type, at });
		this.services.webhooks.emit(type, () => this.services.store.cardOf(stored), at);
	}

	/**
	 * When the letter takes its next step by itself; undefined if it does not. Not kept but worked
	 * out, so that another speed changes no letter.
	 */
	private dueAt({ card, scheduleAt, stepBeganAt }: StoredCard): number | undefined {
		if (this.pace === 'off' || nextStatus(card.status) === undefined) return undefined;
		const dueAt = Math.max(stepBeganAt, this.paceSince) + this.pace * 1000;
		const isHeld = card.status === 'queued' && scheduleAt !== null;
		return isHeld ? Math.max(dueAt, Date.parse(scheduleAt.toUpperCase())) : dueAt;
	}

	private planAll(): void {
		this.scheduler.clear();
		if (this.pace === 'off') return;
		for (const stored of this.services.store.cards.values()) this.plan(stored);
	}

	private plan(stored: StoredCard): void {
		const dueAt = this.dueAt(stored);
		if (dueAt === undefined) return;
		this.scheduler.at(dueAt, () => {
			const next = nextStatus(stored.card.status);
			const isThere = this.services.store.cards.get(stored.card.id) === stored;
			// Moved by hand since, planned anew, or removed.
			if (next === undefined || !isThere || this.dueAt(stored) !== dueAt) return;
			// At the due time, not now: a clock moved by an hour is worth an hour of steps.
			this.enter(stored, next, dueAt);
			this.plan(stored);
			this.services.changes.card(stored);
		});
	}
}
