/** The verb `check`, on a letter service written from the interface alone. */

import type { Row } from '../../../../sandbox/src/check/findings';
import { ALL_ORDERS } from '../../../../sandbox/src/check/orders';
import type { LetterServiceOptions, Mutation } from '../../../support/peers/letterService';
import { startLetterService } from '../../../support/peers/letterService';
import { address } from '../support';
import { MUTATIONS } from './mutations';
import { check, EVERYTHING, TO } from './runCheck';

type Service = Awaited<ReturnType<typeof startLetterService>>;
let service: Service | undefined;
afterEach(async () => {
	await service?.close();
});

async function start(options?: LetterServiceOptions): Promise<Service> {
	service = await startLetterService(options);
	return service;
}

const broken = (rows: readonly Row[]): Row[] => rows.filter(({ result }) => result === 'breaks');
const posts = ({ calls }: Service) => calls.filter(({ method }) => method !== 'GET');

it('finds nothing broken where nothing is', async () => {
	const { code, rows } = await check((await start()).baseUrl, '--json', ...EVERYTHING);
	expect(broken(rows)).toEqual([]);
	expect(rows.filter(({ result }) => result === 'unknown')).toEqual([]);
	expect([code, rows.length > 100]).toEqual([0, true]);
});

it.each(Object.entries(MUTATIONS))('reports a service that %s', async (_name, mutation) => {
	const { code, rows } = await check((await start({ mutation })).baseUrl, '--json', ...EVERYTHING);
	expect([code, broken(rows).length > 0]).toEqual([1, true]);
});

it('sends no POST without --orders', async () => {
	const running = await start();
	expect(await check(running.baseUrl)).toMatchObject({ code: 0 });
	expect(running.calls.length).toBeGreaterThan(5);
	expect(posts(running)).toEqual([]);
});

it.each([1, 4])('sends at most the %i POSTs it is allowed, and says what it left out', async (most) => {
	const running = await start();
	const { rows } = await check(running.baseUrl, '--json', '--orders', String(most), '--to', TO, '--yes');
	expect(posts(running)).toHaveLength(most);
	expect(rows.filter(({ result }) => result === 'unknown')).toHaveLength(ALL_ORDERS - most);
});

it('repeats no order that was not accepted, and says that nothing is known of its key', async () => {
	const change: Mutation['change'] = (answer, { route, refusal }) => {
		if (['cards', 'batches'].includes(route) && refusal === null) answer.status = 500;
	};
	const running = await start({ mutation: { change } });
	const { rows } = await check(running.baseUrl, '--json', ...EVERYTHING);
	expect(posts(running)).toHaveLength(ALL_ORDERS - 4);
	const unknown = rows.filter(({ result }) => result === 'unknown');
	expect(unknown.map(({ call, observed }) => [call, observed])).toEqual(
		['/cards', '/batches'].flatMap((path) =>
			['same key, other payload', 'same key again'].map((about) => [
				`POST ${path}, ${about}`,
				'the first order was not accepted',
			]),
		),
	);
});

it('orders to the address it is given and to no other', async () => {
	const running = await start();
	await check(running.baseUrl, ...EVERYTHING);
	expect(posts(running)).toHaveLength(ALL_ORDERS);
	const names = posts(running).flatMap(({ raw }) =>
		[...raw.matchAll(/"name":"(.*?)"/g)].map(([, name]) => name),
	);
	expect([...new Set(names)]).toEqual([address.name]);
});

it('orders nothing without consent', async () => {
	const running = await start();
	const refused = await check(running.baseUrl, '--orders', '3', '--to', TO);
	expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('may become a letter on paper')]);
	expect(await check(running.baseUrl, '--orders', '3', '--yes')).toMatchObject({ code: 2 });
	expect(running.calls).toEqual([]);
});

it('waits for the next window instead of running into the limit', async () => {
	const running = await start({ limitPerSecond: 60 });
	expect(await check(running.baseUrl, ...EVERYTHING)).toMatchObject({ code: 0 });
	expect(running.calls.filter(({ status }) => status === 429)).toEqual([]);
});

it("tells where the sandbox's own choices are wrong for an account", async () => {
	const { code, out } = await check((await start()).baseUrl, ...EVERYTHING);
	expect(out).toMatch(
		/DIFFERS +POST \/cards +no zip: code\n +interface: not shown\n +sandbox: +missing_field\n +observed: +invalid_field/,
	);
	expect(out).toMatch(
		/looked at: 0 of the specification's rules are broken, [1-9]\d* of the sandbox's own choices/,
	);
	expect(code).toBe(0);
});
