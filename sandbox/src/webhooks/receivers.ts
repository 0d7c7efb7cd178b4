/** Who receives the events, each with its own address, secret and choice of events. */
import type { CardEventName } from '../contract';

/** The one that `--webhook-url` sets; it is always there. */
export const MAIN = 'main';

/** What `old_secret` signs with while the secret has never been changed. */
const NEVER_VALID_SECRET = 'whsec_old';

export interface Receiver {
	readonly name: string;
	/** Null: nothing is delivered to it. */
	readonly url: string | null;
	/** Null: the one that the sandbox was started with. */
	readonly secret: string | null;
	/** The one before the last change, for the fault `old_secret`. */
	readonly oldSecret: string;
	/** Null: all, also those of a later version. */
	readonly events: readonly CardEventName[] | null;
	/** Takes any certificate, one that nobody has signed too. */
	readonly allowSelfSigned: boolean;
}

export type ReceiverChange = Partial<Omit<Receiver, 'name' | 'oldSecret'>>;

/** As a data folder keeps them. */
export interface WebhookSettings {
	readonly headerPrefix: string;
	/** The main one first. */
	readonly receivers: readonly Receiver[];
}

export function newReceiver(name: string, secret: string | null): Receiver {
	return { name, url: null, secret, oldSecret: NEVER_VALID_SECRET, events: null, allowSelfSigned: false };
}

/** Holds from the next attempt on, for deliveries already pending too. */
export function changedReceiver(
	receiver: Receiver,
	change: ReceiverChange,
	startSecret: string,
	startSecretBefore = startSecret,
): Receiver {
	const changed = { ...receiver, ...change };
	const before = receiver.secret ?? startSecretBefore;
	return before === (changed.secret ?? startSecret) ? changed : { ...changed, oldSecret: before };
}

export function takes({ url, events }: Receiver, event: CardEventName): boolean {
	return url !== null && (events === null || events.includes(event));
}
