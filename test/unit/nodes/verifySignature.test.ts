/** Each reason of a refusal (trigger/attacks.test.ts sends what forgers send). */
import { createHmac } from 'node:crypto';

import { MAX_BODY_BYTES, verifySignature } from '../../../nodes/HandwrittenLettersTrigger/verifySignature';
import type { Vector } from '../../support/trigger/signatureVectors';
import { vectors } from '../../support/trigger/signatureVectors';

const [vector] = vectors as [Vector];

const headersOf = ({ signature, timestamp }: Vector): string[] => [
	'X-Service-Signature',
	signature,
	'X-Service-Timestamp',
	String(timestamp),
	'X-Service-Event',
	'card.delivered',
];

function verify(
	of: Vector = vector,
	changes: {
		rawHeaders?: string[];
		rawBody?: Buffer;
		secrets?: string[];
		now?: number;
		toleranceSeconds?: number;
		headerPrefix?: string;
	} = {},
) {
	const { rawHeaders = headersOf(of), rawBody = Buffer.from(of.body), ...rest } = changes;
	return verifySignature(
		{ rawHeaders, rawBody },
		{
			headerPrefix: 'X-Service',
			secrets: [of.secret],
			toleranceSeconds: 300,
			now: of.timestamp * 1000,
			...rest,
		},
	);
}

const reasonOf = (verdict: ReturnType<typeof verify>) => (verdict.genuine ? '' : verdict.reason);

describe('verifySignature', () => {
	it.each(vectors)('accepts what openssl signed: $name', (of) => {
		expect(verify(of)).toEqual({ genuine: true, event: 'card.delivered' });
	});

	it('accepts the previous secret during a rotation', () => {
		expect(verify(vector, { secrets: ['new', vector.secret] }).genuine).toBe(true);
	});

	it('reads the header names with the configured prefix, in any case', () => {
		const rawHeaders = headersOf(vector).map((text) => text.replace('X-Service', 'x-carta'));
		expect(verify(vector, { rawHeaders, headerPrefix: 'X-Carta' }).genuine).toBe(true);
		expect(reasonOf(verify(vector, { rawHeaders }))).toBe('the header X-Service-Signature is missing');
	});

	it.each([[['', '']], [['   ', '\n']], [[]]])(
		'refuses everything when no secret is configured: %j',
		(secrets) => {
			expect(reasonOf(verify(vector, { secrets }))).toBe('no webhook secret is configured');
		},
	);

	it('names white space around a configured secret, and not the secret', () => {
		const reason = reasonOf(verify(vector, { secrets: [`${vector.secret}\n`] }));
		expect(reason).toContain('begins or ends with white space');
		expect(reason).not.toContain(vector.secret);
		expect(reasonOf(verify(vector, { secrets: ['other', ' another'] }))).toContain('white space');
	});

	it.each([
		[0, true],
		[1, false],
	])('reads a signed body of the most bytes and %i more: %s', (more, genuine) => {
		const body = 'x'.repeat(MAX_BODY_BYTES + more);
		const signature = createHmac('sha256', vector.secret).update(`${vector.timestamp}.${body}`).digest('hex');
		const verdict = verify({ ...vector, body, signature });
		expect(verdict.genuine).toBe(genuine);
		if (!genuine) expect(reasonOf(verdict)).toContain('larger than 1048576 bytes');
	});

	it('refuses a wrong secret', () => {
		expect(reasonOf(verify(vector, { secrets: ['other'] }))).toBe(
			'the signature does not match the body with any configured secret',
		);
	});

	it('takes the value of a header for no name', () => {
		const rawHeaders = ['X-Names', 'X-Service-Signature', ...headersOf(vector)];
		expect(verify(vector, { rawHeaders }).genuine).toBe(true);
	});

	it.each([0, 2, 4])('refuses header %i when it is missing, empty or repeated', (at) => {
		const whole = headersOf(vector);
		const without = whole.filter((_text, index) => index !== at && index !== at + 1);
		const empty = whole.map((text, index) => (index === at + 1 ? '' : text));
		const twice = [...whole, ...whole.slice(at, at + 2)];
		expect(reasonOf(verify(vector, { rawHeaders: without }))).toContain('is missing');
		expect(reasonOf(verify(vector, { rawHeaders: empty }))).toContain('is empty');
		expect(reasonOf(verify(vector, { rawHeaders: twice }))).toContain('more than once');
	});

	it('rejects a signed timestamp in milliseconds, and says so', () => {
		const milliseconds = { ...vector, timestamp: vector.timestamp * 1000 };
		const signature = createHmac('sha256', vector.secret)
			.update(`${milliseconds.timestamp}.${vector.body}`)
			.digest('hex');
		const verdict = verify({ ...milliseconds, signature }, { now: milliseconds.timestamp });
		expect(reasonOf(verdict)).toContain('looks like milliseconds');
	});

	const [, ...rest] = vector.signature;
	it.each([rest.join(''), `sha256=${vector.signature}`, `zz${rest.join('')}`, `${vector.signature}0`])(
		'refuses a signature that is not plain hexadecimal (%s)',
		(signature) => {
			expect(reasonOf(verify({ ...vector, signature }))).toContain('64 hexadecimal');
		},
	);

	it.each(['12abc', 'abc12', '1e3', '-1', '1.5', 'NaN', '1767225600 '.repeat(2), '9'.repeat(18)])(
		'refuses the timestamp %s before it looks at the clock',
		(text) => {
			const rawHeaders = headersOf(vector);
			rawHeaders[3] = text;
			expect(reasonOf(verify(vector, { rawHeaders }))).toContain('whole number of seconds');
		},
	);

	it.each([
		[300, ''],
		[301, 'the timestamp is 301 seconds old; 300 are allowed'],
		[-300, ''],
		[-301, 'the timestamp is 301 seconds in the future; 300 are allowed'],
	])('judges a delivery %i seconds old', (seconds, reason) => {
		expect(reasonOf(verify(vector, { now: (vector.timestamp + seconds) * 1000 }))).toBe(reason);
	});
});
