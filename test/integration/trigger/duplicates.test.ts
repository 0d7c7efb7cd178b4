/**
 * Duplicates and crashes, with a database that can be slow and can fail: no event is lost, and a
 * repeat of one that was answered 200 starts nothing.
 */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

import type { INodeExecutionData } from 'n8n-workflow';

import { signedDelivery } from '../../../tools/signedDelivery';
import { until } from '../../../tools/waiting';
import { gate, triggerScene } from '../../support/trigger/triggerScene';

const { start, send, newEvent, RECEIVED, DUPLICATE, closeAll } = triggerScene();
afterEach(closeAll);

it('answers a redelivery 200 without an execution', async () => {
	const trigger = await start();
	const body = newEvent();
	expect((await send(trigger, body)).status).toBe(200);
	expect(await send(trigger, body)).toEqual(DUPLICATE);
	expect(trigger.executions).toHaveLength(1);
});

it('knows an event again after a restart', async () => {
	const before = await start();
	const bodies = Array.from({ length: 20 }, newEvent);
	for (const body of bodies.slice(0, 5)) await send(before, body);
	await Promise.all(bodies.slice(5).map((body) => send(before, body)));
	expect(before.executions).toHaveLength(20);
	const after = await start({ staticData: before.staticData() });
	for (const body of bodies) expect(await send(after, body)).toEqual(DUPLICATE);
	expect((await send(after, newEvent())).status).toBe(200);
	expect(after.executions).toHaveLength(1);
});

it('is answered only once its record is written', async () => {
	const { pass, open, reached } = gate();
	const trigger = await start({ database: { writeStaticData: pass } });
	const answer = send(trigger, newEvent());
	await reached();
	await Promise.all(trigger.runs);
	expect(trigger.staticData()).toEqual({});
	open();
	expect(await answer).toEqual(RECEIVED);
});

it('keeps what other nodes have in static data', async () => {
	const trigger = await start({ staticData: { global: { mine: 1 }, 'node:Other': { theirs: [2] } } });
	await send(trigger, newEvent());
	expect(trigger.staticData()).toMatchObject({ global: { mine: 1 }, 'node:Other': { theirs: [2] } });
});

it.each([
	['with the filter off', { parameters: { events: ['*'], options: { ignoreDuplicates: false } } }],
	['in a test', { mode: 'manual' as const }],
])('starts an execution for each delivery %s, and writes nothing down', async (_what, settings) => {
	const trigger = await start(settings);
	const body = newEvent();
	for (let time = 0; time < 2; time += 1) expect((await send(trigger, body)).status).toBe(200);
	expect(trigger.executions).toHaveLength(2);
	expect(trigger.staticData()).toEqual({});
	const runs = await Promise.all(trigger.runs);
	expect(runs.map(({ outputs }) => outputs.flat().length)).toEqual([1, 1]);
});

it('does not let a test make production ignore the event', async () => {
	const node = { id: randomUUID() };
	const [test, production] = [await start({ node, mode: 'manual' }), await start({ node })];
	const body = newEvent();
	await send(test, body);
	await send(production, body);
	expect(production.executions).toHaveLength(1);
});

describe('while n8n is storing an execution', () => {
	it('answers the same event 503 at once, and 200 when it is delivered again after that', async () => {
		const { pass, open, reached } = gate();
		const trigger = await start({ database: { storeExecution: pass } });
		const body = newEvent();
		const first = send(trigger, body);
		await reached();
		const undecided = { status: 503, body: '{"error":"undecided"}' };
		for (let time = 0; time < 2; time += 1) expect(await send(trigger, body)).toEqual(undecided);
		open();
		expect(await first).toEqual(RECEIVED);
		expect(await send(trigger, body)).toEqual(DUPLICATE);
		expect(trigger.executions).toHaveLength(1);
	});

	it('lets the next delivery start an execution when the first could not be stored', async () => {
		const { pass, breakIt, reached } = gate();
		let stores = 0;
		const trigger = await start({
			database: { storeExecution: async () => ((stores += 1) === 1 ? await pass() : undefined) },
		});
		const body = newEvent();
		const first = send(trigger, body);
		await reached();
		breakIt(new Error('the database is gone'));
		expect((await first).status).toBe(503);
		expect(await send(trigger, body)).toEqual(RECEIVED);
		const runs = await Promise.all(trigger.runs);
		expect(runs.map(({ outputs }) => outputs.flat().length)).toEqual([1]);
	});

	it('remembers the event when its sender has hung up', async () => {
		const { pass, open, reached } = gate();
		const trigger = await start({ database: { storeExecution: pass } });
		const body = newEvent();
		const { hostname, port } = new URL(trigger.url);
		const { method, headers, body: bytes } = signedDelivery({ body });
		const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
		const socket = connect(Number(port), hostname);
		socket.write(`${method} /webhook HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes.length}\r\n${lines}\r\n`);
		socket.write(bytes);
		await reached();
		const closed = new Promise((resolve) => socket.once('close', resolve));
		socket.destroy();
		await closed;
		open();
		// As a sender would, as long as the first is under way.
		const answer = await until('the event to be remembered', async () => {
			const again = await send(trigger, body);
			return again.status !== 503 && again;
		});
		expect(answer).toEqual(DUPLICATE);
		expect(trigger.executions).toHaveLength(1);
	});
});

describe('killed', () => {
	it('before the execution was stored: the redelivery is accepted, although other events were recorded', async () => {
		const { pass, reached } = gate();
		const [lost, other] = [newEvent(), newEvent()];
		const isLost = ([item]: INodeExecutionData[]) => lost.includes((item?.json.data as { id: string }).id);
		const trigger = await start({
			database: { storeExecution: async (items) => (isLost(items) ? await pass() : undefined) },
		});
		send(trigger, lost).catch(() => undefined);
		await reached();
		expect((await send(trigger, other)).status).toBe(200);

		const restarted = await start({ staticData: trigger.staticData() });
		expect((await send(restarted, lost)).status).toBe(200);
		expect(restarted.executions).toHaveLength(1);
		expect(await send(restarted, other)).toEqual(DUPLICATE);
	});

	/** The execution that it has stored, and n8n after its restart. */
	async function whileRecording() {
		const { pass, breakIt, reached } = gate();
		const trigger = await start({ database: { writeStaticData: pass } });
		const body = newEvent();
		send(trigger, body).catch(() => undefined);
		await reached();
		const [items = []] = trigger.executions;
		const again = await start({ staticData: trigger.staticData() });
		breakIt(new Error('killed'));
		await Promise.all(trigger.runs);
		return { body, items, again };
	}

	it('after it was stored and before it was recorded: the redelivery is accepted', async () => {
		const { body, again } = await whileRecording();
		expect((await send(again, body)).status).toBe(200);
		const [run] = await Promise.all(again.runs);
		expect(run?.outputs.flat()).toHaveLength(1);
	});

	it('before it began: n8n runs it on its start, and the redelivery that comes after is a duplicate', async () => {
		const { body, items, again } = await whileRecording();
		expect((await again.runStored(items)).outputs.flat()).toHaveLength(1);
		expect(await send(again, body)).toEqual(DUPLICATE);
		expect(again.executions).toEqual([]);
	});
});

describe('"Retry execution" of one that crashed', () => {
	it('writes no static data, which n8n does not load for it, although a record is still to be written', async () => {
		const trigger = await start();
		expect((await send(trigger, newEvent())).status).toBe(200);
		await Promise.all(trigger.runs);
		const again = await start({ staticData: { global: { mine: 1 } } });
		expect((await again.retry(trigger.executions[0] ?? [])).outputs.flat()).toHaveLength(1);
		expect(again.staticData()).toEqual({ global: { mine: 1 } });
	});
});

it('knows an event whose record could not be written, and writes it with the next', async () => {
	let isGone = false;
	const writeStaticData = () =>
		isGone ? Promise.reject(new Error('the database is gone')) : Promise.resolve();
	const trigger = await start({ database: { writeStaticData } });
	await send(trigger, newEvent());
	await Promise.all(trigger.runs);
	const before = trigger.staticData();
	const body = newEvent();
	isGone = true;
	expect((await send(trigger, body)).status).toBe(200);
	isGone = false;
	expect(trigger.staticData()).toEqual(before);
	expect(await send(trigger, body)).toEqual(DUPLICATE);
	await send(trigger, newEvent());
	const restarted = await start({ staticData: trigger.staticData() });
	expect(await send(restarted, body)).toEqual(DUPLICATE);
});
