/** Of what the service signed, nothing may differ: no byte of the body, no character of a header. */
import { createHmac } from 'node:crypto';

import fc from 'fast-check';

import { verifySignature } from '../../../nodes/HandwrittenLettersTrigger/verifySignature';

const delivery = fc.record({
	body: fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
	secret: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
	second: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }),
});
type Delivery = typeof delivery extends fc.Arbitrary<infer T> ? T : never;

const headersOf = ({ body, secret, second }: Delivery): string[] => [
	'X-Service-Signature',
	createHmac('sha256', secret).update(`${second}.`).update(body).digest('hex'),
	'X-Service-Timestamp',
	String(second),
	'X-Service-Event',
	'card.created',
];

interface Changes {
	rawHeaders?: string[];
	rawBody?: Buffer;
}

function isGenuine(of: Delivery, changes: Changes = {}): boolean {
	const { rawHeaders = headersOf(of), rawBody = of.body } = changes;
	return verifySignature(
		{ rawHeaders, rawBody },
		{ headerPrefix: 'X-Service', secrets: [of.secret], toleranceSeconds: 300, now: of.second * 1000 },
	).genuine;
}

const changed = (text: string, at: number, char: string): string =>
	text.slice(0, at) + char + text.slice(at + 1);

it('one byte of the body that differs, is missing or is added makes it a forgery', () => {
	fc.assert(
		fc.property(delivery, fc.nat(), fc.integer({ min: 1, max: 255 }), (of, place, difference) => {
			expect(isGenuine(of)).toBe(true);
			const at = place % of.body.length;
			const other = Buffer.from(of.body);
			other[at] = (other[at] ?? 0) ^ difference;
			const [head, tail] = [of.body.subarray(0, at), of.body.subarray(at)];
			for (const rawBody of [
				other,
				Buffer.concat([head, tail.subarray(1)]),
				Buffer.concat([head, Buffer.from([difference]), tail]),
			]) {
				if (!rawBody.equals(of.body)) expect(isGenuine(of, { rawBody })).toBe(false);
			}
		}),
	);
});

it('one character of a header that differs, one more or one less makes it a forgery', () => {
	const chars = fc.constantFrom('0', '1', '7', '9', 'a', 'f', ' ', '-', '+', '.', 'x');
	fc.assert(
		fc.property(delivery, fc.constantFrom(1, 3), fc.nat(), chars, (of, header, place, char) => {
			const value = headersOf(of)[header] ?? '';
			const at = place % value.length;
			const others = [changed(value, at, char), value + char, char + value, changed(value, at, '')];
			for (const other of others.filter((one) => one !== value)) {
				const rawHeaders = headersOf(of).with(header, other);
				expect([other, isGenuine(of, { rawHeaders })]).toEqual([other, false]);
			}
		}),
	);
});
