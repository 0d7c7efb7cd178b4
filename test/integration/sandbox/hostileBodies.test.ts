/** Bodies that are deep, long or no text: refused in words, quickly, and nothing is broken afterwards. */
import { gzipSync } from 'node:zlib';

import type { SandboxOptions } from '../../../sandbox/src/createSandbox';
import type { Answer } from './support';
import { address, errorOf, expectRefused, newDataFolder, order, TestSandbox } from './support';

let api: TestSandbox;
const start = async (options: SandboxOptions = {}) => (api = await TestSandbox.start(options));

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
/** The body, metadata and its list are levels too. */
const orderNested = (levels: number) =>
	JSON.stringify(order({ metadata: { deep: 0 } })).replace('"deep":0', `"deep":${nested(levels - 2)}`);

const refused = (answer: Answer, words: string) => expectRefused(answer, 400, 'invalid_request', words);

describe.each([
	['in memory', () => ({})],
	['with a data folder', () => ({ data: newDataFolder() })],
])('nesting, %s', (_name, options) => {
	it.each([101, 4200, 500_000])('%i levels are refused and harm no later call', async (levels) => {
		await start(options());
		refused(await api.post('/cards', undefined, { rawBody: orderNested(levels) }), 'more than 100 levels');
		const batch = `{"cards":[${orderNested(levels - 2)}]}`;
		refused(await api.post('/batches', undefined, { rawBody: batch }), 'more than 100 levels');
		expect((await api.post('/cards', order())).status).toBe(201);
		expect((await api.control('GET', '/cards')).body.total).toBe(1);
	});

	it('accepts metadata of 90 levels and gives them back; brackets inside a text do not count', async () => {
		await start(options());
		const first = await api.post('/cards', undefined, { rawBody: orderNested(91) });
		expect(first.status).toBe(201);
		const deeper = await api.post('/cards', undefined, { rawBody: orderNested(92) });
		refused(deeper, 'metadata: is nested more than 90 levels deep');
		const note = '\\"[{'.repeat(200);
		const second = await api.post('/cards', order({ metadata: { note } }));
		expect(second.body.metadata).toEqual({ note });
		const { body } = await api.get(`/cards/${String(first.body.id)}`);
		expect(JSON.stringify(body.metadata)).toBe(`{"deep":${nested(89)}}`);
	});
});

describe('long lists of faults', () => {
	const lists: Array<[string, string]> = [
		['zeros', '0'],
		['empty letters', '{}'],
		['letters with one fault', JSON.stringify({ to: { ...address, state: 'X' }, message: 'm' })],
	];
	it.each(lists)('1 MB of %s: only the first 20 problems are looked for', async (_name, item) => {
		await start();
		const count = Math.floor(1e6 / (item.length + 1));
		const rawBody = `{"cards":[${new Array(count).fill(item).join(',')}]}`;
		const answer = await api.post('/batches', undefined, { rawBody });
		expect(answer.status).toBe(item === '0' ? 400 : 422);
		const { message = '' } = errorOf(answer);
		expect(message.split(';')).toHaveLength(21);
		expect(message).toContain('only the first 20 problems are named');
	});

	it('1 MB of unknown properties', async () => {
		await start();
		const rawBody = `{${Array.from({ length: 80_000 }, (_, i) => `"p${i}":0`).join(',')}}`;
		const answer = await api.post('/cards', undefined, { rawBody });
		refused(answer, 'p0: is not an allowed property');
		expect(errorOf(answer).message?.length).toBeLessThan(2000);
	});
});

describe('bodies that are not JSON', () => {
	const send = (rawBody: Buffer, headers: Record<string, string> = {}) =>
		api.post('/cards', undefined, { rawBody, headers });
	const good = Buffer.from(JSON.stringify(order()));

	it('invalid UTF-8', async () => {
		await start();
		refused(await send(Buffer.concat([good, Buffer.from([0xff])])), 'not valid UTF-8');
	});

	it('gzip', async () => {
		await start();
		refused(await send(gzipSync(good), { 'content-encoding': 'gzip' }), 'Content-Encoding gzip');
		refused(await send(gzipSync(good)), 'not valid UTF-8');
	});

	it.each(['"__proto__"', '"\\u005f_proto__"', '"__pr\\u006fto__"'])('a property %s', async (name) => {
		await start();
		const body = JSON.stringify(order({ metadata: { list: [{ x: 1 }] } })).replace('"x"', name);
		refused(await send(Buffer.from(body)), 'The property name "__proto__" is not allowed');
	});
});
