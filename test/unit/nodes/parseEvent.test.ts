import { parseEvent } from '../../../nodes/HandwrittenLettersTrigger/parseEvent';

const read = (body: string) => parseEvent(Buffer.from(body), 'card.created');

describe('parseEvent', () => {
	it('passes the body on as delivered, unknown fields too', () => {
		const body = { event: 'card.created', data: { id: 'crd_1', is_new: [1] }, occurred_at: 'x', more: null };
		expect(read(JSON.stringify(body)).body).toEqual(body);
	});

	it('leaves out __proto__, which would change the prototype of a copy', () => {
		const { body } = read(
			'{"event":"card.created","data":{"id":"crd_1","metadata":{"__proto__":{"admin":true},"a":1}},"occurred_at":"x"}',
		);
		const { metadata } = body?.data as unknown as { metadata: object };
		expect(Object.getOwnPropertyNames(metadata)).toEqual(['a']);
	});

	it('gives events that differ in one of the three parts different keys', () => {
		const keyOf = (event: string, id: string, occurredAt: string) => {
			const body = JSON.stringify({ event, data: { id }, occurred_at: occurredAt });
			const result = parseEvent(Buffer.from(body), event);
			return result.body && result.dedupeKey;
		};
		const keys = [keyOf('a', 'b', 'c'), keyOf('x', 'b', 'c'), keyOf('a', 'x', 'c'), keyOf('a', 'b', 'x')];
		expect(new Set(keys).size).toBe(4);
		expect(keyOf('a', 'b', 'c')).toBe(keys[0]);
	});
});
