/** Settings in the data file: those changed at run time, and the options they were changed from. */
import type { RateLimits } from '../api/rateLimit';
import type { Speed } from '../cards/cards';
import type { FaultRule } from '../faults/rules';
import type { SandboxSettings } from '../settings';
import type { WebhookSettings } from '../webhooks/delivery';

export type StartOptions = Pick<
	SandboxSettings,
	'plan' | 'speed' | 'webhookUrl' | 'webhookSecret' | 'headerPrefix'
> & { readonly faults: readonly FaultRule[] };

export function startOptions(settings: SandboxSettings, faults: readonly FaultRule[]): StartOptions {
	const { plan, speed, webhookUrl, webhookSecret, headerPrefix } = settings;
	return { plan, speed, webhookUrl, webhookSecret, headerPrefix, faults };
}

export interface RunTimeSettings {
	readonly clockOffsetSeconds: number;
	readonly speed: Speed;
	/** When it was last changed, in sandbox time. */
	readonly speedSince: number;
	readonly limits: RateLimits;
	readonly webhook: WebhookSettings;
	readonly faults: readonly FaultRule[];
}

export interface SavedSettings extends RunTimeSettings {
	readonly options: StartOptions;
}

/**
 * What holds after a start: the saved settings, except where an option is given another value than
 * at the start before, which then is what the person wants now.
 */
export function settingsAfterStart(
	saved: SavedSettings,
	given: StartOptions,
	fromOptions: RunTimeSettings,
): RunTimeSettings {
	const isNew = (name: keyof StartOptions) =>
		JSON.stringify(saved.options[name]) !== JSON.stringify(given[name]);
	const { webhook } = fromOptions;
	return {
		clockOffsetSeconds: saved.clockOffsetSeconds,
		speed: isNew('speed') ? fromOptions.speed : saved.speed,
		speedSince: saved.speedSince,
		limits: isNew('plan') ? fromOptions.limits : saved.limits,
		webhook: {
			...saved.webhook,
			...(isNew('webhookUrl') && { url: webhook.url }),
			...(isNew('webhookSecret') && newSecret(saved.webhook, webhook.secret)),
			...(isNew('headerPrefix') && { headerPrefix: webhook.headerPrefix }),
		},
		faults: isNew('faults') ? fromOptions.faults : saved.faults,
	};
}

function newSecret(before: WebhookSettings, secret: string): Partial<WebhookSettings> {
	return secret === before.secret ? {} : { secret, oldSecret: before.secret };
}
