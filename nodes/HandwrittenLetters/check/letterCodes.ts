/**
 * The code of a checked letter: what a person approved is what leaves, whatever a node or a model
 * in between did to it. It proves contents, not consent.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { canonicalJson } from '../../contract/canonicalJson';
import type { Account } from '../../n8n/account';

/** What a code holds together, beside the address it would be sent to. */
export interface SealedLetter {
	idempotencyKey: string;
	request: unknown;
}

export class LetterCodes {
	private readonly key: Buffer;
	private readonly address: string;

	constructor({ baseUrl, credential }: Pick<Account, 'baseUrl' | 'credential'>) {
		// The API key itself signs nothing, so that no code can help to find it for another use.
		this.key = createHmac('sha256', credential.apiKey)
			.update('handwritten letters, checked letter, 1')
			.digest();
		this.address = new URL(baseUrl).href;
	}

	codeOf(letter: SealedLetter): string {
		return createHmac('sha256', this.key).update(this.contents(letter)).digest('hex');
	}

	matches(letter: SealedLetter, code: unknown): boolean {
		const given = Buffer.from(typeof code === 'string' ? code : '');
		const wanted = Buffer.from(this.codeOf(letter));
		return given.length === wanted.length && timingSafeEqual(given, wanted);
	}

	/** The same after it was stored: n8n keeps items as JSON between two nodes. */
	private contents({ idempotencyKey, request }: SealedLetter): string {
		return canonicalJson({
			operation: 'card.create',
			base_url: this.address,
			idempotency_key: idempotencyKey,
			request,
		});
	}
}
