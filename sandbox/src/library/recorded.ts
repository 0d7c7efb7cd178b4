/** Calls to `/v1` as the journal shows them, in types that stand alone. */

/** One call to `/v1`. */
export interface RecordedRequest {
	method: string;
	path: string;
	/** Of the answer, also of one that a fault kept back; null when a fault reset the connection. */
	status: number | null;
	fault: string | null;
	/** Why the service refused it, in words; null if it did not. */
	error: string | null;
	idempotency_key: string | null;
	request_id: string;
	at: string;
	/** Of a 401, what was wrong with how the key came; of a 409, what differs from the first call. */
	why: Why | null;
	/** Headers without secrets, and the body up to 64 KB; null for all but the newest 1,000 calls. */
	request: RecordedMessage | null;
	answer: RecordedMessage | null;
}

export interface RecordedMessage {
	headers: Record<string, unknown>;
	body: string | null;
	/** There was more. */
	cut?: true;
	/** There was a body, and the sandbox has not read it as text. */
	not_read?: true;
}

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

export interface Why {
	code:
		'no_key' | 'no_scheme' | 'other_scheme' | 'other_header' | 'in_query' | 'wrong_key' | 'other_contents';
	/** The scheme, header or parameter that the key came in instead. */
	where?: string;
	/** The request_id of the first call under the key; null where it is no longer kept. */
	first?: string | null;
	/** Each value as JSON; null where it is missing. */
	differences?: { path: string; first: string | null; now: string | null }[];
}
