/**
 * The package is updated while events arrive, without a restart of n8n: other code than that which has
 * received an event runs its execution.
 */
import type { INodeType } from 'n8n-workflow';

import { stepOf } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEventLog';
import { until } from '../../../tools/waiting';
import { gate, triggerScene } from '../../support/trigger/triggerScene';

jest.setTimeout(40_000);

const { start, send, newEvent, DUPLICATE, closeAll } = triggerScene();
afterEach(closeAll);

/** The node's code as n8n loads it: with nothing of what another copy knows. */
function loadCode(): INodeType {
	const path = '../../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';
	let code: INodeType | undefined;
	jest.isolateModules(() => {
		code = new (jest.requireActual<{ HandwrittenLettersTrigger: new () => INodeType }>(
			path,
		).HandwrittenLettersTrigger)();
	});
	return code as INodeType;
}

/** A trigger in a process that has run an execution. While `isUpdating`, n8n stores with the old code and goes on with the new. */
async function startUpdating(fate: 'runs' | 'stopped' = 'runs') {
	const [before, after] = [loadCode(), loadCode()];
	const now = { code: before, isUpdating: false };
	const code = () => now.code;
	const other = await start({ code });
	await send(other, newEvent());
	await Promise.all(other.runs);
	const stored = gate();
	const storeExecution = async () => {
		if (!now.isUpdating) return;
		now.code = after;
		await stored.pass();
	};
	const trigger = await start({
		code,
		database: { storeExecution },
		fate: () => (now.isUpdating ? fate : 'runs'),
	});
	const passedOn = async () => (await Promise.all(trigger.runs)).map(({ outputs }) => outputs.flat().length);
	return { trigger, now, stored, passedOn };
}

it.each([
	['the first event after the workflow was published', false],
	['a later one', true],
])('%s is answered 200, and takes effect once, also after a kill', async (_what, hasRun) => {
	const { trigger, now, passedOn, stored } = await startUpdating();
	stored.open();
	if (hasRun) await send(trigger, newEvent());
	const before = (await passedOn()).length;
	now.isUpdating = true;
	const body = newEvent();
	expect(await send(trigger, body)).toEqual({ status: 200, body: '' });
	expect((await passedOn()).slice(before)).toEqual([1]);
	const restarted = await start({ staticData: trigger.staticData() });
	for (const process of [trigger, restarted]) expect(await send(process, body)).toEqual(DUPLICATE);
});

it('passes nothing on when n8n answers its delivery with an error', async () => {
	const { trigger, now, passedOn, stored } = await startUpdating('stopped');
	stored.open();
	now.isUpdating = true;
	const body = newEvent();
	expect((await send(trigger, body)).status).toBe(500);
	now.isUpdating = false;
	expect((await send(trigger, body)).status).toBe(200);
	expect(await passedOn()).toEqual([0, 1]);
});

it('takes effect once when it is delivered again while n8n stores it', async () => {
	const { trigger, now, passedOn, stored } = await startUpdating();
	now.isUpdating = true;
	const body = newEvent();
	const first = send(trigger, body);
	await stored.reached();
	// Of the same 14 ms, neither code could tell which comes first (docs/webhooks.md, Crashes and restarts).
	const step = stepOf(Date.now());
	await until('a later step', async () => await Promise.resolve(stepOf(Date.now()) > step));
	const second = send(trigger, body);
	await stored.reached(2);
	stored.open();
	expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
	expect((await passedOn()).sort()).toEqual([0, 1]);
	expect(await send(trigger, body)).toEqual(DUPLICATE);
});
