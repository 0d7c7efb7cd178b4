/** Creates letters and moves them through their statuses, telling the webhooks what happened. */
import { randomInt, randomUUID } from 'node:crypto';
import type {
	Batch,
	BatchCreateRequest,
	CardCreateRequest,
	CardEventName,
	CardStatus,
} from '../nodes/shared/contract';
import type { Changes } from './changes';
import { isoTime, type Clock } from './clock';
import { ApiError } from './errors';
import { EVENT_ON_ENTERING, EVENT_ON_LEAVING, nextStatus, stepsTo } from './lifecycle';
import { Scheduler } from './scheduler';
import type { SandboxCard, Store, StoredCard } from './store';
import type { Webhooks } from './webhooks/webhooks';

/** Without a schedule: posted two days after it was ordered. */
const POSTING_ESTIMATE_MS = 2 * 24 * 3600 * 1000;

/** Seconds a letter takes for each step by itself; off: it moves by hand only. */
export type Speed = 'off' | number;

interface Origin {
	readonly accountId: string;
	readonly batchId?: string;
	readonly scheduleAt?: string;
}

interface Parts {
	readonly store: Store;
	readonly clock: Clock;
	readonly changes: Changes;
	readonly webhooks: Webhooks;
	readonly speed: Speed;
}

export class Letters {
	private readonly scheduler: Scheduler;
	private pace: Speed;

	constructor(private readonly parts: Parts) {
		this.scheduler = new Scheduler(parts.clock);
		this.pace = parts.speed;
	}

	create(request: CardCreateRequest, { accountId, batchId, scheduleAt }: Origin): StoredCard {
		const { clock, store } = this.parts;
		const now = clock.now();
		const schedule = request.schedule_at ?? scheduleAt;
		const card: SandboxCard = {
			id: `crd_${randomUUID()}`,
			external_id: request.external_id ?? null,
			status: 'queued',
			tracking_code: null,
			tracking_url: null,
			estimated_posting_at: schedule ?? isoTime(now + POSTING_ESTIMATE_MS),
			created_at: isoTime(now),
			...(request.metadata !== undefined && { metadata: request.metadata }),
		};
		const stored: StoredCard = {
			accountId,
			batchId: batchId ?? null,
			request,
			scheduleAt: schedule ?? null,
			card,
			events: [],
			nextStepAt: null,
		};
		store.cards.set(card.id, stored);
		this.emit(stored, EVENT_ON_ENTERING.queued, card.created_at);
		this.planFrom(now, stored);
		this.parts.changes.card(stored);
		return stored;
	}

	createBatch(request: BatchCreateRequest, accountId: string): Batch {
		const batchId = `bat_${randomUUID()}`;
		const batch: Batch = {
			batch_id: batchId,
			status: 'queued',
			total_cards: request.cards.length,
			created_at: isoTime(this.parts.clock.now()),
		};
		this.parts.store.batches.set(batchId, batch);
		for (const card of request.cards) {
			this.create(card, { accountId, batchId, scheduleAt: request.schedule_at });
		}
		return batch;
	}

	/** Walks to `to` through every status between, or one step towards delivery. */
	advance(stored: StoredCard, to = nextStatus(stored.card.status)): void {
		const { status } = stored.card;
		const steps = to === undefined ? [] : stepsTo(status, to);
		if (steps.length === 0) {
			const move = to === undefined ? 'does not move any more' : `cannot become ${to}`;
			throw new ApiError(409, 'illegal_transition', `A card that is ${status} ${move}`, 'state_error');
		}
		const now = this.parts.clock.now();
		for (const step of steps) this.enter(stored, step, now);
		this.planFrom(now, stored);
		this.parts.changes.card(stored);
	}

	get speed(): Speed {
		return this.pace;
	}

	/** Holds at once: each letter under way begins its present step anew. */
	setSpeed(speed: Speed): void {
		if (speed === this.pace) return;
		this.pace = speed;
		this.scheduler.clear();
		const now = this.parts.clock.now();
		for (const stored of this.parts.store.cards.values()) {
			const { nextStepAt } = stored;
			this.planFrom(now, stored);
			if (stored.nextStepAt !== nextStepAt) this.parts.changes.card(stored);
		}
		this.parts.changes.setting('clock');
	}

	/** Plans the steps of letters read from a data file, where the speed may have been another one. */
	resume(speedBefore: Speed, speed: Speed): void {
		this.pace = speedBefore;
		for (const stored of this.parts.store.cards.values()) {
			if (stored.nextStepAt !== null) this.schedule(stored, stored.nextStepAt);
		}
		this.setSpeed(speed);
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
		if (status === 'posted') {
			card.tracking_code = `HL${String(randomInt(1e9)).padStart(9, '0')}BR`;
			card.tracking_url = `https://tracking.example/${card.tracking_code}`;
		}
		this.emit(stored, EVENT_ON_ENTERING[status], at);
	}

	private emit({ card, events }: StoredCard, type: CardEventName | undefined, at: string): void {
		if (type === undefined) return;
		events.push({ type, at });
		this.parts.webhooks.emit(type, card, at);
	}

	/** Plans the next step of a letter that begins its present one now. */
	private planFrom(now: number, stored: StoredCard): void {
		stored.nextStepAt = null;
		const { status } = stored.card;
		if (this.pace === 'off' || nextStatus(status) === undefined) return;
		const dueAt = now + this.pace * 1000;
		const isHeld = status === 'queued' && stored.scheduleAt !== null;
		stored.nextStepAt = isHeld ? Math.max(dueAt, Date.parse(stored.scheduleAt)) : dueAt;
		this.schedule(stored, stored.nextStepAt);
	}

	private schedule(stored: StoredCard, dueAt: number): void {
		this.scheduler.at(dueAt, () => {
			// Moved by hand since, or planned anew.
			if (stored.nextStepAt !== dueAt) return;
			const next = nextStatus(stored.card.status);
			if (next === undefined) return;
			// At the due time, not now: a clock moved by an hour is worth an hour of steps.
			this.enter(stored, next, dueAt);
			this.planFrom(dueAt, stored);
			this.parts.changes.card(stored);
		});
	}
}
