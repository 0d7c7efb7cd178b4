/**
 * Remembers accepted calls (spec, Endpoints: Idempotency rules). Nothing here waits, so two
 * identical calls that arrive together cannot both find the key unused.
 */
import { createHash } from 'node:crypto';

import { canonicalJson } from '../json/canonicalJson';
import { ApiError } from './errors';

export interface AcceptedCall {
	/** The Idempotency-Key and the account it belongs to. */
	readonly scopedKey: string;
	readonly payloadHash: string;
}

/** What a call has created. */
interface Created {
	readonly call: AcceptedCall | null;
}

function hashOf(payload: unknown): string {
	return createHash('sha256').update(canonicalJson(payload)).digest('base64url');
}

/** The accepted calls of one endpoint, each with what it has created. */
export class AcceptedCalls<Entity extends Created> {
	private readonly created = new Map<string, Entity>();

	/** What the call has created, now or the first time; a refusal is not remembered. */
	once(accountId: string, key: string, payload: unknown, accept: (call: AcceptedCall) => Entity): Entity {
		const scopedKey = `${accountId} ${key}`;
		const earlier = this.created.get(scopedKey);
		if (earlier === undefined) {
			const entity = accept({ scopedKey, payloadHash: hashOf(payload) });
			this.remember(entity);
			return entity;
		}
		if (earlier.call?.payloadHash === hashOf(payload)) return earlier;
		throw new ApiError(
			409,
			'idempotency_conflict',
			'This Idempotency-Key was already accepted with a different payload',
		);
	}

	remember(entity: Entity): void {
		if (entity.call !== null) this.created.set(entity.call.scopedKey, entity);
	}

	forget({ call }: Entity): void {
		if (call !== null) this.created.delete(call.scopedKey);
	}

	clear(): void {
		this.created.clear();
	}
}
