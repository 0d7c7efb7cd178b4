/**
 * Remembers accepted calls (spec, Endpoints: Idempotency rules). Nothing here waits, so two
 * identical calls that arrive together cannot both find the key unused.
 */

import { hashOf } from '../json/canonicalJson';

/** The key of an accepted call has come again with another payload. */
export class UsedKeyError extends Error {}

/** The accepted calls of one endpoint, each with what it has done. */
export class AcceptedCalls<Effect> {
	/** By the call's account and Idempotency-Key. */
	private readonly effects = new Map<string, Effect>();

	/** The payloads of rejected calls whose keys are kept. */
	private readonly rejected = new Map<string, string>();

	/** Payloads are compared only once a key comes again: most never do. */
	constructor(private readonly isPayloadOf: (payload: unknown, effect: Effect) => boolean) {}

	/**
	 * What the call has done, now or the first time.
	 * @param keepsRejected A refusal uses up the key, too; it is forgotten with a restart.
	 */
	once(
		accountId: string,
		givenKey: string,
		payload: unknown,
		accept: (key: string) => Effect,
		keepsRejected: boolean,
	): Effect {
		const key = `${accountId} ${givenKey}`;
		const earlier = this.effects.get(key);
		if (earlier === undefined) {
			const effect = keepsRejected ? this.unlessRejected(key, payload, accept) : accept(key);
			this.remember(key, effect);
			return effect;
		}
		if (this.isPayloadOf(payload, earlier)) return earlier;
		throw new UsedKeyError('This Idempotency-Key was already accepted with a different payload');
	}

	private unlessRejected(key: string, payload: unknown, accept: (key: string) => Effect): Effect {
		const hash = hashOf(payload);
		if ((this.rejected.get(key) ?? hash) !== hash) {
			throw new UsedKeyError(
				'This Idempotency-Key was already used for a rejected call with a different payload',
			);
		}
		try {
			return accept(key);
		} catch (refusal) {
			this.rejected.set(key, hash);
			throw refusal;
		}
	}

	/** @param key null for a letter of a batch */
	remember(key: string | null, effect: Effect): void {
		if (key !== null) this.effects.set(key, effect);
	}

	forget(key: string | null): void {
		if (key !== null) this.effects.delete(key);
	}

	clear(): void {
		this.effects.clear();
		this.rejected.clear();
	}
}
