/** One more attempt by hand, and what an attempt keeps of the receiver's answer. */
import { createClock } from '../../../sandbox/src/time/clock';
import { startLocalServer } from '../../../tools/localServer';
import { eventually } from '../../../tools/waiting';
import type { Receiver } from './support';
import { attempts, closeAfterwards, expectRefused, startReceiver, TestSandbox } from './support';

const HOUR = 3600;
const clock = createClock();
let answer: number | { status: number; body: string } = 200;
let api: TestSandbox;
let receiver: Receiver;

beforeEach(async () => {
	receiver = await startReceiver(() => answer);
	api = await TestSandbox.start({ webhookUrl: receiver.url, webhookRetrySeconds: HOUR, clock });
});

const redeliver = (id: unknown) => api.control('POST', `/deliveries/${String(id)}/redeliver`);

const afterAttempts = (count: number) => api.delivery({ attempts: attempts(count) });

describe('redelivery by hand', () => {
	it('of a delivered one: the same body, signed anew; a failure changes nothing', async () => {
		answer = 200;
		await api.newCard();
		const { id } = await afterAttempts(1);
		answer = 500;
		const accepted = await redeliver(id);
		expect([accepted.status, accepted.body.id]).toEqual([202, id]);
		const after = await afterAttempts(2);
		expect(after).toMatchObject({ status: 'delivered', next_attempt_at: null });
		expect(after.attempts.map(({ status }) => status)).toEqual([200, 500]);
		const [first, second] = receiver.received;
		expect(second?.rawBody).toEqual(first?.rawBody);
		expect(second?.headers['x-service-signature']).toMatch(/^[0-9a-f]{64}$/);
	});

	it('of a pending one: its planned retry stays, until an attempt succeeds', async () => {
		answer = 500;
		await api.newCard();
		const { id, next_attempt_at: planned } = await afterAttempts(1);
		await redeliver(id);
		expect(await afterAttempts(2)).toMatchObject({ status: 'pending', next_attempt_at: planned });
		answer = 200;
		await redeliver(id);
		expect(await afterAttempts(3)).toMatchObject({ status: 'delivered', next_attempt_at: null });

		// The retry that was planned does not come any more; a witness planned later does.
		answer = 500;
		await api.newCard();
		await api.delivery({ next_attempt_at: expect.any(String) }, 1);
		clock.advance(2 * HOUR);
		await eventually(async () => {
			expect((await api.deliveries()).map(({ attempts }) => attempts.length)).toEqual([3, 2]);
		});
		expect(receiver.received).toHaveLength(5);
	});

	it('of a pending one: failures neither use up its retries nor put them off', async () => {
		answer = 500;
		await api.newCard();
		const { id } = await afterAttempts(1);
		for (let count = 2; count <= 19; count += 1) {
			await redeliver(id);
			await afterAttempts(count);
		}
		clock.advance(HOUR);
		const { attempts, next_attempt_at: next, status } = await afterAttempts(20);
		expect(status).toBe('pending');
		const hours = (Date.parse(String(next)) - Date.parse(String(attempts[19]?.at))) / HOUR / 1000;
		expect(hours).toBeCloseTo(2, 1);
	});

	it('of a failed one: success delivers it, failure leaves it failed', async () => {
		answer = 500;
		await api.newCard();
		const { id } = await afterAttempts(1);
		clock.advance(24 * HOUR);
		// At once, and after 1, 3, 7 and 15 hours.
		expect(await afterAttempts(5)).toMatchObject({ status: 'failed' });
		await redeliver(id);
		expect(await afterAttempts(6)).toMatchObject({ status: 'failed', next_attempt_at: null });
		answer = 200;
		await redeliver(id);
		expect(await afterAttempts(7)).toMatchObject({ status: 'delivered' });
	});

	it('needs a receiver, and a delivery', async () => {
		answer = 200;
		await api.newCard();
		const { id } = await afterAttempts(1);
		expectRefused(await redeliver('dlv_unknown'), 404, 'delivery_not_found');
		await api.control('PUT', '/receivers/main', { url: null });
		expectRefused(await redeliver(id), 409, 'no_webhook');
		expect(await api.deliveries()).toHaveLength(1);
	});
});

describe("the receiver's answer", () => {
	it('is kept up to 1,000 characters, however long it is, and the next one comes through', async () => {
		answer = { status: 200, body: `é${'x'.repeat(5_000_000)}` };
		await api.newCard();
		const { attempts, status } = await afterAttempts(1);
		expect([status, attempts[0]?.answer]).toEqual(['delivered', `é${'x'.repeat(999)}`]);
		expect(attempts[0]?.duration_ms).toBeGreaterThanOrEqual(0);
		answer = { status: 500, body: '{"reason":"no"}' };
		const [first] = await api.deliveries();
		await redeliver(first?.id);
		const after = await afterAttempts(2);
		expect(after.attempts[1]).toMatchObject({ status: 500, answer: '{"reason":"no"}', error: null });
	});

	it('counts as none if it breaks off', async () => {
		const broken = await startLocalServer((_, response) => {
			response.writeHead(200, { 'Content-Length': '100' }).write('half');
			setImmediate(() => response.destroy());
		});
		closeAfterwards(broken.close);
		await api.control('PUT', '/receivers/main', { url: broken.origin });
		await api.newCard();
		const { attempts, status } = await afterAttempts(1);
		expect(status).toBe('pending');
		expect(attempts[0]).toMatchObject({ status: null, answer: null, error: expect.any(String) as unknown });
	});
});
