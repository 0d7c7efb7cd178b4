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

	const reasonOf = (body: string | Buffer) => {
		const result = parseEvent(Buffer.from(body), 'card.created');
		return result.body ? '' : result.reason;
	};
	const delivered = (more: string) =>
		`{"event":"card.created","data":{"id":"crd_1"},"occurred_at":"x"${more}}`;

	it.each(['', '{', '{"a":1}x'])('says that %j is not JSON', (body) => {
		expect(reasonOf(body)).toBe('the body is not valid JSON');
	});

	it('rejects bytes that are no UTF-8', () => {
		const [before, after] = delivered(',"note":"?"').split('?') as [string, string];
		const body = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
		expect(reasonOf(body)).toBe('the body is not valid JSON');
	});

	it('reads a body 100 levels deep, and no deeper', () => {
		const nested = (levels: number) => delivered(`,"more":${'['.repeat(levels)}${']'.repeat(levels)}`);
		expect(reasonOf(nested(99))).toBe('');
		expect(reasonOf(nested(100))).toBe('the body is nested too deeply');
	});

	it('names every field that is missing or of the wrong type', () => {
		expect(reasonOf('{"event":7,"data":{},"occurred_at":"x"}')).toBe(
			'missing or of the wrong type: event, data.id',
		);
		expect(reasonOf('[]')).toBe('missing or of the wrong type: the body');
	});

	it('rejects a body whose event is not the one of the header', () => {
		expect(reasonOf(delivered('').replace('created', 'delivered'))).toBe(
			'the header and the body name different events',
		);
	});

	it('keeps to the key that an earlier version has stored', () => {
		const result = read(delivered(''));
		expect(result.body && result.dedupeKey.slice(0, 12)).toBe('5224a8d30435');
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
