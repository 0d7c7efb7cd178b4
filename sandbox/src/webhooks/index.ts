/** The webhooks as the rest of the sandbox sees them: receivers, events to send, and what was sent. */
import { randomUUID } from 'node:crypto';

import { Agent } from 'undici';

import type { CardEventName } from '../contract';
import type { Faults } from '../faults/faults';
import { stringifyExact } from '../json/exactJson';
import type { SandboxCard } from '../state/card';
import type { Changes } from '../state/changes';
import type { Delivery, Mistake } from '../state/delivery';
import type { Secrets } from '../state/secrets';
import type { Clock } from '../time/clock';
import type { Target } from './attempt';
import { credentialsIn } from './credentials';
import { Deliverer } from './deliverer';
import { timestampIn } from './headers';
import { DeliveryHistory } from './history';
import type { Receiver, ReceiverChange, WebhookSettings } from './receivers';
import { changedReceiver, MAIN, newReceiver, takes } from './receivers';
import { mistakesIn } from './signatureMistakes';

interface Options {
	readonly clock: Clock;
	readonly changes: Changes;
	readonly faults: Faults;
	readonly secrets: Secrets;
	readonly headerPrefix: string;
	/** Of the main receiver, and of any other that is given none. */
	readonly secret: string;
	readonly retrySeconds: number;
}

export class Webhooks {
	private readonly history: DeliveryHistory;
	/** Apart, so that no connection that was not checked is used for a receiver that wants it checked. */
	private readonly agents = {
		checking: new Agent(),
		unchecked: new Agent({ connect: { rejectUnauthorized: false } }),
	};
	private readonly deliverers = new Map<string, Deliverer>();
	private readonly receivers = new Map<string, Receiver>();
	private headerPrefix: string;

	constructor(private readonly options: Options) {
		const { changes, headerPrefix, secret } = options;
		this.history = new DeliveryHistory((delivery) => changes.forgottenDelivery(delivery));
		this.headerPrefix = headerPrefix;
		this.keep(newReceiver(MAIN, secret));
	}

	get current(): WebhookSettings {
		return { headerPrefix: this.headerPrefix, receivers: [...this.receivers.values()] };
	}

	restoreSettings({ headerPrefix, receivers }: WebhookSettings): void {
		this.headerPrefix = headerPrefix;
		this.receivers.clear();
		for (const receiver of receivers) this.keep(receiver);
	}

	setHeaderPrefix(headerPrefix: string): void {
		this.headerPrefix = headerPrefix;
	}

	receiver(name: string): Receiver | undefined {
		return this.receivers.get(name);
	}

	/** Adds it if there is none of that name. */
	setReceiver(name: string, change: ReceiverChange): Receiver {
		const before = this.receivers.get(name) ?? newReceiver(name, change.secret ?? null);
		return this.keep(changedReceiver(before, change, this.options.secret));
	}

	/** What is pending to it fails when its turn comes, as without an address. */
	removeReceiver(name: string): void {
		this.receivers.delete(name);
	}

	/** Queues one event, with the card as it is now, for every receiver that takes it, or for one of them. */
	emit(event: CardEventName, cardNow: () => SandboxCard, occurredAt: string, only?: string): Delivery[] {
		const takers = [...this.receivers.values()].filter(
			(receiver) => takes(receiver, event) && (only ?? receiver.name) === receiver.name,
		);
		if (takers.length === 0) return [];
		const card = cardNow();
		const body = stringifyExact({ event, data: card, occurred_at: occurredAt });
		return takers.map(({ name }) => this.queue({ event, card_id: card.id, receiver: name, body }));
	}

	/** One more attempt at once, whatever became of the delivery; a pending one keeps its retries. */
	redeliver(delivery: Delivery): void {
		this.delivererOf(delivery).startByHand(delivery);
	}

	find(id: string): Delivery | undefined {
		return this.history.get(id);
	}

	/** In a signature that its receiver has computed over the newest attempt; null where none is known. */
	mistakesIn(signature: string, { receiver, body, attempts }: Delivery): Mistake[] | null {
		const { secret, oldSecret } = this.receivers.get(receiver) ?? newReceiver(receiver, null);
		return mistakesIn(signature, {
			secret: secret ?? this.options.secret,
			oldSecret,
			timestamp: timestampIn(attempts.at(-1)?.headers ?? {}),
			body,
		});
	}

	/** Oldest first. */
	list(): Delivery[] {
		return this.history.all();
	}

	/** All since the last reset. */
	get count(): number {
		return this.history.count;
	}

	/** Takes a delivery from a data folder; it leaves when `resume` is called. */
	restore(delivery: Delivery): void {
		this.history.restore(delivery);
	}

	resume(): void {
		for (const delivery of this.history.all()) this.delivererOf(delivery).resume(delivery);
	}

	clear(): void {
		this.history.clear();
		for (const deliverer of this.deliverers.values()) deliverer.end();
		this.deliverers.clear();
	}

	async close(): Promise<void> {
		const deliverers = [...this.deliverers.values()];
		this.clear();
		await Promise.all(Object.values(this.agents).map((agent) => agent.destroy()));
		await Promise.all(deliverers.map((deliverer) => deliverer.ended()));
	}

	private keep(receiver: Receiver): Receiver {
		const { url, secret, oldSecret } = receiver;
		this.options.secrets.add(secret, oldSecret, url && credentialsIn(url));
		this.receivers.set(receiver.name, receiver);
		return receiver;
	}

	private queue(of: Pick<Delivery, 'event' | 'card_id' | 'receiver' | 'body'>): Delivery {
		const delivery: Delivery = {
			id: `dlv_${randomUUID()}`,
			...of,
			status: 'pending',
			attempts: [],
			next_attempt_at: null,
		};
		this.history.add(delivery);
		// Before the start, which waits for what is not saved yet.
		this.options.changes.delivery(delivery);
		this.delivererOf(delivery).startInOrder(delivery);
		return delivery;
	}

	/** One for each receiver: a slow one holds up no other. */
	private delivererOf({ receiver }: Delivery): Deliverer {
		const there = this.deliverers.get(receiver);
		if (there !== undefined) return there;
		const { checking, unchecked } = this.agents;
		const deliverer = new Deliverer({
			...this.options,
			history: this.history,
			target: () => this.targetOf(receiver),
			dispatcherFor: ({ allowSelfSigned }) => (allowSelfSigned ? unchecked : checking),
		});
		this.deliverers.set(receiver, deliverer);
		return deliverer;
	}

	private targetOf(name: string): Target | null {
		const receiver = this.receivers.get(name);
		if (receiver === undefined || receiver.url === null) return null;
		const { url, oldSecret, allowSelfSigned } = receiver;
		const secret = receiver.secret ?? this.options.secret;
		return { url, secret, oldSecret, allowSelfSigned, headerPrefix: this.headerPrefix };
	}
}
