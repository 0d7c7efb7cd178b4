/**
 * Remembers accepted calls (spec, Endpoints: Idempotency rules). Nothing here waits, so two
 * identical calls that arrive together cannot both find the key unused.
 */
import { createHash } from 'node:crypto';
import { ApiError } from './errors';

/** JSON with sorted keys: the same payload however the client ordered its fields. */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`);
		return `{${entries.join(',')}}`;
	}
	return JSON.stringify(value ?? null);
}

export interface AcceptedCall<Answer> {
	readonly payloadHash: string;
	readonly answer: Answer;
}

/** The accepted calls of one endpoint; a key belongs to the account that used it. */
export class AcceptedCalls<Answer> {
	private readonly calls = new Map<string, AcceptedCall<Answer>>();

	constructor(private readonly onAccept: (scopedKey: string, call: AcceptedCall<Answer>) => void) {}

	/** Answers a repeated call as the first time, or accepts it; a refusal is not remembered. */
	once(accountId: string, key: string, payload: unknown, accept: () => Answer): Answer {
		const scopedKey = `${accountId} ${key}`;
		const payloadHash = createHash('sha256').update(canonicalJson(payload)).digest('hex');
		const earlier = this.calls.get(scopedKey);
		if (earlier === undefined) {
			const call = { payloadHash, answer: accept() };
			this.calls.set(scopedKey, call);
			this.onAccept(scopedKey, call);
			return call.answer;
		}
		if (earlier.payloadHash !== payloadHash) {
			throw new ApiError(
				409,
				'idempotency_conflict',
				'This Idempotency-Key was already accepted with a different payload',
			);
		}
		return earlier.answer;
	}

	get size(): number {
		return this.calls.size;
	}

	/** What `restore` takes, for each call. */
	list(): [scopedKey: string, call: AcceptedCall<Answer>][] {
		return [...this.calls];
	}

	restore(scopedKey: string, call: AcceptedCall<Answer>): void {
		this.calls.set(scopedKey, call);
	}

	clear(): void {
		this.calls.clear();
	}
}
