/** What a sandbox is made of, as its control API and its data file work on it. */
import type { RateLimiter } from './api/rateLimit';
import type { Cards } from './cards/cards';
import type { Faults } from './faults/faults';
import type { Changes } from './state/changes';
import type { Journal } from './state/journal';
import type { Store } from './state/store';
import type { Clock } from './time/clock';
import type { Webhooks } from './webhooks';

export interface Services {
	readonly changes: Changes;
	readonly clock: Clock;
	readonly faults: Faults;
	readonly cards: Cards;
	readonly journal: Journal;
	readonly rateLimiter: RateLimiter;
	readonly store: Store;
	readonly webhooks: Webhooks;
}
