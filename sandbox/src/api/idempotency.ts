/**
 * Remembers accepted calls (spec, Endpoints: Idempotency rules). Nothing here waits, so two
 * identical calls that arrive together cannot both find the key unused.
 */
import { ApiError } from './errors';

/** What a call has created. */
interface Created {
	/** Of the call: its account and its Idempotency-Key; null for a letter of a batch. */
	readonly key: string | null;
}

/** The accepted calls of one endpoint, each with what it has created. */
export class AcceptedCalls<Entity extends Created> {
	private readonly created = new Map<string, Entity>();

	/** Payloads are compared only once a key comes again: most never do. */
	constructor(private readonly isPayloadOf: (payload: unknown, created: Entity) => boolean) {}

	/** What the call has created, now or the first time; a refusal is not remembered. */
	once(accountId: string, givenKey: string, payload: unknown, accept: (key: string) => Entity): Entity {
		const key = `${accountId} ${givenKey}`;
		const earlier = this.created.get(key);
		if (earlier === undefined) {
			const entity = accept(key);
			this.remember(entity);
			return entity;
		}
		if (this.isPayloadOf(payload, earlier)) return earlier;
		throw new ApiError(
			409,
			'idempotency_conflict',
			'This Idempotency-Key was already accepted with a different payload',
		);
	}

	remember(entity: Entity): void {
		if (entity.key !== null) this.created.set(entity.key, entity);
	}

	forget({ key }: Entity): void {
		if (key !== null) this.created.delete(key);
	}

	clear(): void {
		this.created.clear();
	}
}
