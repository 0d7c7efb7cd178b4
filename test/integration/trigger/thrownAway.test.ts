/**
 * Executions that n8n drops, and other nodes that write static data: no event is gone, and
 * a repeat starts nothing.
 */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import { PATIENCE_MS } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { HOLD_MS } from '../../../nodes/HandwrittenLettersTrigger/holdAnswer';
import { systemClock } from '../../../nodes/n8n/clock';
import type { EngineWebhook, WebhookSettings } from '../../../tools/engine/engineWebhook';
import { sendRaw } from '../../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import { gate, triggerScene } from '../../support/trigger/triggerScene';

jest.setTimeout(20_000);

const { start, send, newEvent, DUPLICATE, closeAll } = triggerScene();
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
	/** Of the execution that n8n has just dropped, nobody need wait for the beginning. */
	let dropped = false;
	const asDropped = () => {
		dropped = true;
		return 'rejected' as const;
	};
	beforeEach(() => {
		const real = { ...systemClock };
		jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
			if (milliseconds !== HOLD_MS || !dropped) await real.sleep(milliseconds, signal);
			else dropped = false;
		});
	});

	/** n8n drops executions while `broken`; it has run one before, where `worked`. */
	async function startBroken({
		worked = false,
		...settings
	}: Partial<WebhookSettings> & { worked?: boolean }) {
		const state = { broken: !worked };
		const trigger = await start({ fate: () => (state.broken ? asDropped() : 'runs'), ...settings });
		// Otherwise this process cannot know whether executions begin here.
		const other = await start();
		for (const working of worked ? [trigger, other] : [other]) {
			await send(working, newEvent());
			await Promise.all(working.runs);
		}
		state.broken = true;
		const runsBefore = trigger.runs.length;
		return { state, trigger, newRuns: async () => (await passedOn(trigger)).slice(runsBefore) };
	}

	it('is answered 503, named in the log, and starts an execution when it is delivered again', async () => {
		const errors = logged('error');
		const cases = [
			{ worked: false },
			{ worked: true },
			{ parameters: { events: ['*'], options: { ignoreDuplicates: false } } },
		];
		for (const [index, settings] of cases.entries()) {
			const { state, trigger, newRuns } = await startBroken(settings);
			const body = newEvent();
			expect(await send(trigger, body)).toEqual({ status: 503, body: '{"error":"not begun"}' });
			const { data } = JSON.parse(body) as { data: { id: string } };
			expect(errors().filter((line) => line.includes(data.id))).toEqual([
				expect.stringMatching(/n8n has not begun the execution of "card\.delivered" of .* answered with 503/),
			]);
			// Killed right now: what n8n has written says nothing of the event. (In the second case it does,
			// until the next delivery: docs/webhooks.md, When n8n drops an execution.)
			const restarted = await start({ staticData: trigger.staticData() });
			if (index !== 1) expect(await send(restarted, body)).toEqual({ status: 200, body: '' });
			state.broken = false;
			expect(await send(trigger, body)).toEqual({ status: 200, body: '' });
			expect(await newRuns()).toEqual([1]);
			if (index === 2) continue;
			expect(await send(trigger, body)).toEqual(DUPLICATE);
			expect(await send(await start({ staticData: trigger.staticData() }), body)).toEqual(DUPLICATE);
		}
	});

	it('passes its item on when it begins after the 503, and is then seen', async () => {
		const trigger = await start({ fate: asDropped });
		const other = await start();
		await send(other, newEvent());
		await Promise.all(other.runs);
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
		const worker = await start({ counts: true, staticData: receiver.staticData() });
		await worker.runStored(receiver.executions[1] ?? []);
		expect(worker.staticData()).toMatchObject({ global: { count: 1 } });
		const restarted = await start({ staticData: worker.staticData() });
		for (const body of bodies) expect(await send(restarted, body)).toEqual(DUPLICATE);
	});

	it('marks nothing as changed by itself, but for the first event after the workflow was published', async () => {
		let writes = 0;
		const writeStaticData = async () => {
			writes += 1;
			await Promise.resolve();
		};
		const trigger = await start({ database: { writeStaticData } });
		for (let event = 1; event <= 3; event += 1) {
			await send(trigger, newEvent());
			await Promise.all(trigger.runs);
			expect(writes).toBe(1 + event);
		}
	});
});

describe("n8n's log", () => {
	it('names each repeat at info, and how to let it through', async () => {
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
