/** What a sandbox is made of, as its control API and its data file work on it. */
import type { Changes } from './changes';
import type { Clock } from './clock';
import type { Faults } from './faults';
import type { Letters } from './letters';
import type { RateLimiter } from './rateLimit';
import type { Store } from './store';
import type { Webhooks } from './webhooks/webhooks';

export interface Parts {
	readonly changes: Changes;
	readonly clock: Clock;
	readonly faults: Faults;
	readonly letters: Letters;
	readonly rateLimiter: RateLimiter;
	readonly store: Store;
	readonly webhooks: Webhooks;
}
