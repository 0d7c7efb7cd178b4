/** The webhooks as the rest of the sandbox sees them: settings, events to send, and what was sent. */
import { randomUUID } from 'node:crypto';

import type { SandboxCard } from '../cards/card';
import type { CardEventName } from '../contract';
import type { Faults } from '../faults/faults';
import { stringifyExact } from '../json/exactJson';
import type { Changes } from '../state/changes';
import type { Secrets } from '../state/secrets';
import type { Clock } from '../time/clock';
import { Deliverer } from './deliverer';
import type { Delivery, WebhookSettings } from './delivery';
import { DeliveryHistory } from './history';

/** What `old_secret` signs with while the secret has never been changed. */
const NEVER_VALID_SECRET = 'whsec_old';

interface Options {
	readonly clock: Clock;
	readonly changes: Changes;
	readonly faults: Faults;
	readonly secrets: Secrets;
	readonly settings: Omit<WebhookSettings, 'oldSecret'>;
	readonly retrySeconds: number;
}

export class Webhooks {
	private readonly history: DeliveryHistory;
	private readonly deliverer: Deliverer;
	private readonly changes: Changes;
	private readonly secrets: Secrets;
	private settings: WebhookSettings;

	constructor({ settings, secrets, ...options }: Options) {
		this.changes = options.changes;
		this.secrets = secrets;
		this.secrets.add(settings.secret);
		this.history = new DeliveryHistory((delivery) => this.changes.forgottenDelivery(delivery));
		this.settings = { ...settings, oldSecret: NEVER_VALID_SECRET };
		this.deliverer = new Deliverer({
			...options,
			history: this.history,
			settings: () => this.settings,
		});
	}

	get current(): WebhookSettings {
		return this.settings;
	}

	/** Holds from the next attempt on, for deliveries already pending too. */
	configure(changed: Partial<Omit<WebhookSettings, 'oldSecret'>>): void {
		const { secret, oldSecret } = this.settings;
		const isNewSecret = changed.secret !== undefined && changed.secret !== secret;
		this.settings = { ...this.settings, ...changed, oldSecret: isNewSecret ? secret : oldSecret };
		this.secrets.add(this.settings.secret);
	}

	/** Queues one event with the card as it is now; does nothing while no receiver is set. */
	emit(event: CardEventName, cardNow: () => SandboxCard, occurredAt: string): Delivery | undefined {
		if (this.settings.url === null) return undefined;
		const card = cardNow();
		const delivery: Delivery = {
			id: `dlv_${randomUUID()}`,
			event,
			card_id: card.id,
			body: stringifyExact({ event, data: card, occurred_at: occurredAt }),
			status: 'pending',
			attempts: [],
			next_attempt_at: null,
		};
		this.history.add(delivery);
		// Before the start, which waits for what is not saved yet.
		this.changes.delivery(delivery);
		this.deliverer.startInOrder(delivery);
		return delivery;
	}

	/** One more attempt at once, whatever became of the delivery; a pending one keeps its retries. */
	redeliver(delivery: Delivery): void {
		this.deliverer.startByHand(delivery);
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

	restoreSettings(settings: WebhookSettings): void {
		this.settings = settings;
		this.secrets.add(settings.secret, settings.oldSecret);
	}

	/** Takes a delivery from a data file; it leaves when `resume` is called. */
	restore(delivery: Delivery): void {
		this.history.restore(delivery);
	}

	resume(): void {
		for (const delivery of this.history.all()) this.deliverer.resume(delivery);
	}

	clear(): void {
		this.history.clear();
		this.deliverer.clear();
	}

	async close(): Promise<void> {
		this.clear();
		await this.deliverer.close();
	}
}
