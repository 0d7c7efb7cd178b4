/** Settings in the data folder: those changed at run time, and the options they were changed from. */
import type { RateLimits } from '../api/rateLimit';
import type { Speed } from '../cards/speed';
import type { FaultRule } from '../faults/rules';
import type { FurtherReceiver, SandboxSettings } from '../settings';
import type { Receiver, WebhookSettings } from '../webhooks/receivers';
import { changedReceiver, MAIN } from '../webhooks/receivers';

export type StartOptions = Pick<
	SandboxSettings,
	'plan' | 'speed' | 'webhookUrl' | 'webhookSecret' | 'headerPrefix'
> & { readonly faults: readonly FaultRule[]; readonly receivers: readonly FurtherReceiver[] };

export function startOptions(
	{ plan, speed, webhookUrl, webhookSecret, headerPrefix }: SandboxSettings,
	faults: readonly FaultRule[],
	receivers: readonly FurtherReceiver[],
): StartOptions {
	return { plan, speed, webhookUrl, webhookSecret, headerPrefix, faults, receivers };
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
	return {
		clockOffsetSeconds: saved.clockOffsetSeconds,
		speed: isNew('speed') ? fromOptions.speed : saved.speed,
		speedSince: saved.speedSince,
		limits: isNew('plan') ? fromOptions.limits : saved.limits,
		webhook: {
			headerPrefix: (isNew('headerPrefix') ? fromOptions : saved).webhook.headerPrefix,
			receivers: receiversAfterStart(saved, given, fromOptions.webhook, isNew),
		},
		faults: isNew('faults') ? fromOptions.faults : saved.faults,
	};
}

function receiversAfterStart(
	saved: SavedSettings,
	given: StartOptions,
	fromOptions: WebhookSettings,
	isNew: (name: keyof StartOptions) => boolean,
): Receiver[] {
	const { receivers } = saved.webhook;
	const wanted = isNew('receivers') ? fromOptions.receivers : receivers;
	return wanted.map((receiver) => {
		const before = receivers.find(({ name }) => name === receiver.name) ?? receiver;
		const now = fromOptions.receivers.find(({ name }) => name === receiver.name) ?? receiver;
		const { url, secret, events, allowSelfSigned } = now;
		const ofMain = {
			// Without the option the last URL holds: what waits for it must not be given up.
			...(isNew('webhookUrl') && given.webhookUrl !== null && { url }),
			...(isNew('webhookSecret') && { secret }),
		};
		const further = isNew('receivers') ? { url, secret, events, allowSelfSigned } : {};
		const change = receiver.name === MAIN ? ofMain : further;
		return changedReceiver(before, change, given.webhookSecret, saved.options.webhookSecret);
	});
}
