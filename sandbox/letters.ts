/** Creates letters and moves them through their statuses, telling the webhooks what happened. */
import { randomInt, randomUUID } from 'node:crypto';
import type {
	Batch,
	BatchCreateRequest,
	CardCreateRequest,
	CardEventName,
	CardStatus,
} from '../nodes/shared/contract';
import { isoTime, type Clock } from './clock';
import { ApiError } from './errors';
import { EVENT_ON_ENTERING, EVENT_ON_LEAVING, nextStatus, stepsTo } from './lifecycle';
import type { Scheduler } from './scheduler';
import type { SandboxCard, Store, StoredCard } from './store';
import type { Webhooks } from './webhooks';

/** Without a schedule: posted two days after it was ordered. */
const POSTING_ESTIMATE_MS = 2 * 24 * 3600 * 1000;

export type Speed = 'off' | number;

interface Origin {
	readonly accountId: string;
	readonly batchId?: string;
	readonly scheduleAt?: string;
}

export class Letters {
	constructor(
		private readonly store: Store,
		private readonly clock: Clock,
		private readonly scheduler: Scheduler,
		private readonly webhooks: Webhooks,
		readonly speed: Speed,
	) {}

	create(request: CardCreateRequest, { accountId, batchId, scheduleAt }: Origin): StoredCard {
		const now = this.clock.now();
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
		const stored: StoredCard = { accountId, batchId: batchId ?? null, request, card, events: [] };
		this.store.cards.set(card.id, stored);
		this.emit(stored, EVENT_ON_ENTERING.queued, card.created_at);
		if (this.speed !== 'off') {
			const releasedAt = schedule === undefined ? now : Date.parse(schedule);
			this.planStep(stored, Math.max(now + this.speed * 1000, releasedAt), this.speed * 1000);
		}
		return stored;
	}

	createBatch(request: BatchCreateRequest, accountId: string): Batch {
		const batchId = `bat_${randomUUID()}`;
		const batch: Batch = {
			batch_id: batchId,
			status: 'queued',
			total_cards: request.cards.length,
			created_at: isoTime(this.clock.now()),
		};
		this.store.batches.set(batchId, batch);
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
		for (const step of steps) this.enter(stored, step);
	}

	private enter(stored: StoredCard, status: CardStatus): void {
		const { card } = stored;
		const at = isoTime(this.clock.now());
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
		this.webhooks.emit(type, card, at);
	}

	private planStep(stored: StoredCard, dueAt: number, stepMs: number): void {
		this.scheduler.at(dueAt, () => {
			const next = nextStatus(stored.card.status);
			if (next === undefined) return;
			this.enter(stored, next);
			// From the due time, not from now: a clock moved by an hour is worth an hour of steps.
			this.planStep(stored, dueAt + stepMs, stepMs);
		});
	}
}
