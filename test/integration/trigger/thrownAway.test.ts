/**
 * Executions that n8n drops, and other nodes that write static data: no event is gone, and
 * a repeat starts nothing.
 */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import { PATIENCE_MS } from '../../../nodes/HandwrittenLettersTrigger/seenEvents';
import type { EngineWebhook } from '../../../tools/engine/engineWebhook';
import { sendRaw } from '../../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import { gate, triggerScene } from '../../support/trigger/triggerScene';

const { start, send, newEvent, RECEIVED, DUPLICATE, closeAll } = triggerScene();
afterEach(async () => {
	jest.restoreAllMocks();
	await closeAll();
});

/** A minute and a bit; the secret is read again, and the signature stays in its window. */
const aMinuteLater = () => {
	const then = Date.now() + PATIENCE_MS;
	jest.spyOn(Date, 'now').mockImplementation(() => then);
};

const logged = (level: 'info' | 'warn' | 'error') => {
	const spy = jest.spyOn(Container.get(Logger), level);
	return () => spy.mock.calls.map(([message]) => message);
};

/** How many items the executions of a trigger gave to the next node. */
const passedOn = async (trigger: EngineWebhook) =>
	(await Promise.all(trigger.runs)).map(({ outputs }) => outputs.flat().length);

describe('an event whose execution n8n dropped before it began', () => {
	it.each([
		['the first', {}, 0],
		['a later one', {}, 1],
		['with the filter off', { parameters: { events: ['*'], options: { ignoreDuplicates: false } } }, 1],
	])(
		'%s, is answered 503, named in the log, and starts an execution when it is delivered again',
		async (_what, settings, earlier) => {
			const errors = logged('error');
			const state = { broken: false };
			const trigger = await start({ fate: () => (state.broken ? 'rejected' : 'runs'), ...settings });
			for (let count = 0; count < earlier; count += 1) await send(trigger, newEvent());
			state.broken = true;
			const body = newEvent();
			expect((await send(trigger, body)).status).toBe(503);
			const { data } = JSON.parse(body) as { data: { id: string } };
			expect(errors().filter((line) => line.includes(data.id))).toEqual([
				expect.stringMatching(/n8n has not begun the execution of "card\.delivered" of .* answered with 503/),
			]);
			// Killed right now: what n8n has written says nothing of the event.
			const restarted = await start({ staticData: trigger.staticData() });
			expect(await send(restarted, body)).toEqual(RECEIVED);
			state.broken = false;
			expect(await send(trigger, body)).toEqual(RECEIVED);
			expect(await passedOn(trigger)).toEqual(Array(earlier + 1).fill(1));
			if ('parameters' in settings) return;
			expect(await send(trigger, body)).toEqual(DUPLICATE);
			expect(await send(await start({ staticData: trigger.staticData() }), body)).toEqual(DUPLICATE);
		},
	);

	it('passes its item on when it begins after the 503, and is then seen', async () => {
		const trigger = await start({ fate: () => 'rejected' });
		const body = newEvent();
		expect((await send(trigger, body)).status).toBe(503);
		const late = await trigger.runStored(trigger.executions[0] ?? []);
		expect(late.outputs.flat()).toHaveLength(1);
		expect(await send(trigger, body)).toEqual(DUPLICATE);
	});
});

describe('a delivery that n8n does not answer', () => {
	it('gives way to a repeat after a minute: its execution was stopped while it waited for its slot', async () => {
		const slot = gate();
		let stores = 0;
		const storeExecution = async () => ((stores += 1) === 1 ? await slot.pass() : undefined);
		const trigger = await start({ database: { storeExecution } });
		const body = newEvent();
		send(trigger, body).catch(() => undefined);
		await slot.reached();
		aMinuteLater();
		expect((await send(trigger, body)).status).toBe(200);
		expect(await passedOn(trigger)).toEqual([1]);
		expect(await send(trigger, body)).toEqual(DUPLICATE);
	});
});

describe('with a node behind the trigger that writes static data', () => {
	it('keeps the records of another process, when a worker runs the execution', async () => {
		const receiver = await start();
		const bodies = [newEvent(), newEvent()];
		for (const body of bodies) await send(receiver, body);
		const worker = await start({ behind: 'count', staticData: receiver.staticData() });
		await worker.runStored(receiver.executions[1] ?? []);
		expect(worker.staticData()).toMatchObject({ global: { count: 1 } });
		const restarted = await start({ staticData: worker.staticData() });
		for (const body of bodies) expect(await send(restarted, body)).toEqual(DUPLICATE);
	});

	it('writes static data once for each event', async () => {
		let writes = 0;
		const writeStaticData = async () => {
			writes += 1;
			await Promise.resolve();
		};
		const trigger = await start({ database: { writeStaticData } });
		for (let event = 1; event <= 3; event += 1) {
			await send(trigger, newEvent());
			await Promise.all(trigger.runs);
			expect(writes).toBe(event);
		}
	});
});

describe("n8n's log", () => {
	it('names a repeat at info, and how to let it through; of more in a minute, it has their number', async () => {
		const lines = logged('info');
		const trigger = await start();
		const body = newEvent();
		await send(trigger, body);
		expect(lines()).toEqual([]);
		await send(trigger, body);
		const { data } = JSON.parse(body) as { data: { id: string } };
		expect(lines()).toEqual([
			`Handwritten Letters Trigger ignored "card.delivered" of the letter "${data.id}". The event has already started an execution. To process it again, retry that execution, or switch off Ignore Repeated Events and have the event delivered again.`,
		]);
		for (let count = 1; count <= 3; count += 1) await send(trigger, body);
		const other = newEvent();
		for (let count = 1; count <= 3; count += 1) await send(trigger, other);
		expect(lines()).toHaveLength(1);
		aMinuteLater();
		await send(trigger, other);
		expect(lines().slice(1)).toEqual([expect.stringMatching(/\(and 5 more like it since 20.*Z\)$/)]);
	});

	it('names each event that is not selected at info', async () => {
		const lines = logged('info');
		const trigger = await start({ parameters: { events: ['card.returned'] } });
		await send(trigger, newEvent());
		expect(lines()).toEqual([
			expect.stringMatching(
				/ignored "card\.delivered" of the letter "crd_.*"\. The trigger does not select this event\.$/,
			),
		]);
	});

	it('warns of an event that this version does not know', async () => {
		const lines = logged('warn');
		const trigger = await start();
		const body = JSON.stringify(eventBody({ event: 'card.unheard_of' }));
		expect((await send(trigger, body)).body).toBe('{"received":true,"ignored":true}');
		expect(lines().filter((line) => line.includes('card.unheard_of'))).toEqual([
			expect.stringMatching(/ignored "card\.unheard_of" of the letter "crd_.*does not know this event/),
		]);
	});

	it('has one line for many forged deliveries of a minute, and then their number; in a test one for each', async () => {
		const lines = logged('warn');
		const [production, test] = [await start(), await start({ mode: 'manual' })];
		const forge = async (trigger: EngineWebhook) => {
			const { status } = await sendRaw(trigger.url, signedDelivery({ secret: 'whsec_guessed' }));
			expect(status).toBe(401);
		};
		const rejected = () => lines().filter((line) => line.includes('rejected a delivery'));
		const before = rejected().length;
		for (let count = 1; count <= 5; count += 1) await forge(production);
		expect(rejected()).toHaveLength(before + 1);
		for (let count = 1; count <= 2; count += 1) await forge(test);
		expect(rejected()).toHaveLength(before + 3);
		aMinuteLater();
		await forge(production);
		expect(rejected().at(-1)).toMatch(/the signature does not match.*\(and 4 more like it since 20.*Z\)$/);
	});
});
