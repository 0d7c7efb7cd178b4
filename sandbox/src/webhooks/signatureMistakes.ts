/** Which mistake a receiver makes whose signature is another: each way of computing it is tried. */
import { createHmac } from 'node:crypto';

import type { Mistake } from '../state/delivery';

type Variant = readonly [mistake: Mistake | null, text: string];

const escapedAscii = (text: string): string =>
	text.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The body as the usual libraries write it after they have parsed it. */
function rewritten(body: string): string[] {
	const value: unknown = JSON.parse(body);
	const compact = JSON.stringify(value);
	// No text of JSON holds a line break of its own.
	const python = JSON.stringify(value, null, 1)
		.replace(/,\n\s*/g, ', ')
		.replace(/\n\s*/g, '');
	const php = compact.replaceAll('/', '\\/');
	const all = [compact, python, php, JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)];
	return [...new Set(all.flatMap((text) => [text, escapedAscii(text)]))].filter((text) => text !== body);
}

function bodiesOf(body: string): Variant[] {
	return [
		[null, body],
		['trailing_newline', `${body}\n`],
		...rewritten(body).map((text): Variant => ['parsed_body', text]),
	];
}

interface Sent {
	readonly secret: string;
	readonly oldSecret: string;
	/** In Unix seconds. */
	readonly timestamp: string;
	readonly body: string;
}

/** Those that together make the given signature, as few as possible; null where none is known that does. */
export function mistakesIn(given: string, { secret, oldSecret, timestamp, body }: Sent): Mistake[] | null {
	const signature = given.trim().replace(/^sha256=/i, '');
	const secrets: Variant[] = [
		[null, secret],
		['old_secret', oldSecret],
		['secret_newline', `${secret}\n`],
	];
	const starts: Variant[] = [
		[null, `${timestamp}.`],
		['milliseconds', `${timestamp}000.`],
		['missing_dot', timestamp],
		['no_timestamp', ''],
	];
	const bodies = bodiesOf(body);
	const found: Mistake[][] = [];
	for (const [ofSecret, key] of secrets) {
		for (const [ofStart, start] of starts) {
			for (const [ofBody, text] of bodies) {
				const digest = createHmac('sha256', key).update(start).update(text).digest();
				const isBase64 = [digest.toString('base64'), digest.toString('base64url')].includes(signature);
				if (!isBase64 && digest.toString('hex') !== signature.toLowerCase()) continue;
				const named = [ofSecret, ofStart, ofBody, isBase64 ? ('base64' as const) : null];
				found.push(named.filter((mistake) => mistake !== null));
			}
		}
	}
	return found.sort((a, b) => a.length - b.length)[0] ?? null;
}
