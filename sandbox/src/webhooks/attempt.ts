/** One signed request to the receiver, and what came of it. */
import type { Dispatcher } from 'undici';
import { request } from 'undici';

import type { WebhookFault } from '../faults/rules';
import type { Attempt, Delivery } from '../state/delivery';
import type { Secrets } from '../state/secrets';
import { credentialsIn, withoutCredentials } from './credentials';
import { failureText } from './failure';
import type { Signing } from './headers';
import { signedHeaders, tampered } from './headers';

const ANSWER_TIMEOUT_MS = 10_000;
const ANSWER_CHARACTERS = 1000;
/** Enough for that many characters of any kind; what a receiver sends beyond is not waited for. */
const ANSWER_BYTES = 4 * ANSWER_CHARACTERS;

/** A receiver that has an address. */
export interface Target extends Signing {
	readonly url: string;
	readonly allowSelfSigned: boolean;
}

interface Moment {
	/** Of the sandbox's clock: what the attempt shows. */
	readonly at: string;
	/** Of the real clock: what is signed. */
	readonly wallNow: number;
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (bytes >= ANSWER_BYTES) break;
	}
	return Buffer.concat(chunks).toString().slice(0, ANSWER_CHARACTERS);
}

/** A receiver may send back what it was sent. */
function shownAnswer(answer: string, secrets: Secrets): string {
	return answer.length < ANSWER_CHARACTERS ? secrets.masked(answer) : secrets.maskedCut(answer);
}

export async function attemptDelivery(
	target: Target,
	delivery: Delivery,
	fault: WebhookFault | null,
	{ at, wallNow }: Moment,
	{ dispatcher, secrets }: { readonly dispatcher: Dispatcher; readonly secrets: Secrets },
): Promise<Attempt> {
	const url = withoutCredentials(target.url);
	const credentials = credentialsIn(target.url);
	const basic = credentials !== null && { Authorization: `Basic ${credentials}` };
	const signed = signedHeaders(target, delivery, wallNow, fault);
	const startedAt = performance.now();
	let status: number | null = null;
	let answer: string | null = null;
	let error: string | null = null;
	try {
		const response = await request(url, {
			method: 'POST',
			headers: { ...signed, ...basic },
			body: fault === 'tampered' ? tampered(delivery.body) : delivery.body,
			dispatcher,
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
		});
		answer = shownAnswer(await beginningOf(response.body), secrets);
		// Only now: an answer that breaks off is none.
		status = response.statusCode;
	} catch (reason) {
		error = failureText(reason);
	}
	const headers = { ...signed, ...(basic && { Authorization: 'Basic ***' }) };
	const duration = Math.round(performance.now() - startedAt);
	return { at, url, headers, status, error, answer, duration_ms: duration, fault };
}
