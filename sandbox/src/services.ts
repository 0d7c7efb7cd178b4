/** What a sandbox is made of, as its control API and its data folder work on it. */
import { PLAN_LIMITS, RateLimiter } from './api/rateLimit';
import { Cards } from './cards/cards';
import { Faults } from './faults/faults';
import type { FaultRule } from './faults/rules';
import type { FurtherReceiver, SandboxSettings } from './settings';
import type { Watcher } from './state/changes';
import { Changes } from './state/changes';
import { Journal } from './state/journal';
import { Secrets } from './state/secrets';
import { Store } from './state/store';
import type { Clock } from './time/clock';
import { Webhooks } from './webhooks';
import { MAIN } from './webhooks/receivers';

export interface Services {
	readonly changes: Changes;
	readonly clock: Clock;
	readonly faults: Faults;
	readonly cards: Cards;
	readonly journal: Journal;
	readonly rateLimiter: RateLimiter;
	readonly secrets: Secrets;
	readonly store: Store;
	readonly webhooks: Webhooks;
}

interface Given {
	readonly clock: Clock;
	readonly rules: readonly FaultRule[];
	/** Beside the main one. */
	readonly receivers: readonly FurtherReceiver[];
	readonly watcher?: Watcher;
}

export function createServices(
	settings: SandboxSettings,
	{ clock, rules, receivers, watcher }: Given,
): Services {
	const secrets = new Secrets(settings.apiKeys);
	const changes = new Changes(
		watcher && {
			call: (call) => watcher.call(secrets.maskedCall(call)),
			delivery: (delivery) => watcher.delivery(delivery),
		},
	);
	const store = new Store(changes);
	const rateLimiter = new RateLimiter(clock, {
		limit: PLAN_LIMITS[settings.plan],
		windowSeconds: 60,
	});
	const faults = new Faults(changes);
	faults.configure(rules);
	const webhooks = new Webhooks({
		clock,
		changes,
		faults,
		secrets,
		headerPrefix: settings.headerPrefix,
		secret: settings.webhookSecret,
		retrySeconds: settings.webhookRetrySeconds,
	});
	webhooks.setReceiver(MAIN, { url: settings.webhookUrl });
	for (const { name, ...receiver } of receivers) webhooks.setReceiver(name, receiver);
	const cards = new Cards({ store, clock, changes, webhooks, speed: settings.speed });
	const journal = new Journal(changes);
	return { changes, clock, faults, cards, journal, rateLimiter, secrets, store, webhooks };
}
