/**
 * What the package's library takes and gives. As published, these types stand alone: a project compiles
 * against them with `skipLibCheck` off and without any other package.
 */

import type { Schemas } from './schemas';

declare global {
	/** Also for projects whose TypeScript library does not have it. */
	interface SymbolConstructor {
		readonly asyncDispose: unique symbol;
	}
}

/** What POST /v1/cards takes: a template, a message or both. */
export type Order = Schemas['CardCreateRequest'];
export type Address = Schemas['Address'];
/** A letter, with what only the sandbox knows of it. */
export type Letter = Schemas['Letter'];
export type CardStatus = Letter['status'];
export type Delivery = Schemas['ListedDelivery'];
export type CardEventName = Delivery['event'];
/** One try to deliver a webhook. */
export type Attempt = Delivery['attempts'][number];
/** `next: 2`: the next two; `nth: 2`: the second alone; `every: 3`: each third; `probability: 0.5`: at random, the same for the same seed. */
export type FaultRule = Schemas['FaultRule'];
/** One call to `/v1`. */
export type RecordedRequest = Schemas['Call'];
export type RecordedMessage = NonNullable<RecordedRequest['request']>;

/** A letter to begin with: a missing recipient or text is made up. It takes all steps to its status. */
export type SeedLetter = Partial<Order> & { status?: CardStatus };

/** Which calls are meant; all that is given must fit. `key` is the Idempotency-Key. */
export interface RequestFilter {
	method?: 'GET' | 'POST';
	/** How it begins, with or without `/v1`. */
	path?: string;
	key?: string;
	external_id?: string;
	/** `none` for a call whose connection a fault reset. */
	status?: number | 'none';
	/** In path, key, request_id, status or one of the two bodies, whatever the case. */
	text?: string;
}

/** What can be said of a receiver of webhooks; what is not given stays as it is. */
export interface ReceiverSettings {
	/** Null: no event goes there. */
	url?: string | null;
	/** The sandbox's webhook secret unless given. */
	secret?: string;
	/** Those it takes; null: all. */
	events?: CardEventName[] | null;
	/** Accepts any certificate. */
	allowSelfSigned?: boolean;
}

/** The options of the program in camel case; the port is any free one unless given. */
export interface SandboxOptions {
	port?: number;
	host?: string;
	apiKeys?: string[];
	webhookUrl?: string | null;
	webhookSecret?: string;
	/** Receivers beside the one of `webhookUrl`, which is called main. */
	receivers?: (ReceiverSettings & { name: string })[];
	webhookRetrySeconds?: number;
	headerPrefix?: string;
	plan?: 'starter' | 'pro' | 'enterprise';
	rejectedKeepsKey?: boolean;
	speed?: 'off' | number;
	allowHosts?: string[];
	controlToken?: string | null;
	data?: string | null;
	faults?: FaultRule[];
	/** Made before it can be reached, if it has no letter yet. */
	seed?: SeedLetter[];
}

/** Which deliveries are meant; all that is given must fit. */
export interface DeliveryFilter {
	/** A letter's id or external_id. */
	card?: string;
	event?: CardEventName;
	status?: Delivery['status'];
	/** The name of the receiver it goes to. */
	receiver?: string;
	/** Anywhere in the body, whatever the case. */
	text?: string;
}

/** What to wait for. `card` is a letter's id or external_id; the letter may be still to come. */
export type WaitCondition = { card: string; timeoutMs?: number } & (
	| {
			/** Until the letter has reached this status, or has gone on from it. */
			status: CardStatus;
	  }
	| {
			/** Until a receiver has answered this event with a 2xx. */
			delivered: CardEventName;
			/** Only this one counts. */
			receiver?: string;
	  }
	| {
			/** Until this many of the letter's events were answered with a 2xx. */
			deliveries: number;
			/** Only this one counts. */
			receiver?: string;
	  }
);

export interface Sandbox {
	readonly origin: string;
	/** What an API client takes: the origin and the version. */
	readonly baseUrl: string;
	/** The first of the API keys. */
	readonly apiKey: string;
	readonly webhookSecret: string;
	/** What the control API and the console want; null where only this machine reaches them. */
	readonly controlToken: string | null;
	/** Orders a letter as any client would, a made-up one by default; no fault strikes the call. */
	send(order?: Partial<Order>): Promise<Letter>;
	/** Makes letters without a call to the API: no rate limit and no fault of calls meets them. */
	seed(letters: SeedLetter[]): Promise<Letter[]>;
	/** The newest letter last. */
	letters(): Promise<Letter[]>;
	/** One step towards delivery, or to a status through all steps between. */
	advance(card: string, to?: CardStatus): Promise<Letter>;
	/** Delivers a signed test event, about a made-up letter unless one is named; gives the first delivery. */
	trigger(event: CardEventName, card?: string): Promise<Delivery>;
	/** The oldest first. */
	deliveries(filter?: DeliveryFilter): Promise<Delivery[]>;
	/** One more attempt at once, by the id of the delivery. */
	redeliver(delivery: string): Promise<void>;
	/** The calls to `/v1`, the oldest first. */
	requests(filter?: RequestFilter): Promise<RecordedRequest[]>;
	waitFor(condition: WaitCondition): Promise<Letter>;
	/** Adds or changes a receiver, `main` for that of `webhookUrl`; null removes it. */
	setReceiver(name: string, settings: ReceiverSettings | null): Promise<void>;
	/** In place of all rules there are. */
	setFaults(rules: FaultRule[]): Promise<void>;
	/** `limit: null` lifts the rate limit. A change starts new windows. */
	setLimits(limits: { limit?: number | null; windowSeconds?: number }): Promise<void>;
	/** The time that letters live in. */
	now(): Promise<Date>;
	/** Seconds a letter takes for each step by itself; off: it moves by hand only. */
	setSpeed(speed: 'off' | number): Promise<void>;
	/** Moves the sandbox's clock forward; letters and retries that become due happen. */
	advanceTime(seconds: number): Promise<void>;
	/** Empties the sandbox; its settings stay. */
	reset(): Promise<void>;
	close(): Promise<void>;
	/** Closes it at the end of a block: `await using sandbox = await createSandbox();` */
	[Symbol.asyncDispose](): Promise<void>;
}
