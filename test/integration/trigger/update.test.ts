/**
 * The package is updated while events arrive, without a restart of n8n: other code than that which has
 * received an event runs its execution.
 */
import type { INodeType } from 'n8n-workflow';

import { triggerScene } from '../../support/trigger/triggerScene';

jest.setTimeout(40_000);

const { start, send, newEvent, RECEIVED, DUPLICATE, closeAll } = triggerScene();
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
async function startUpdating() {
	const [before, after] = [loadCode(), loadCode()];
	const now = { code: before, isUpdating: false };
	const code = () => now.code;
	const other = await start({ code });
	await send(other, newEvent());
	await Promise.all(other.runs);
	const storeExecution = () => {
		if (now.isUpdating) now.code = after;
		return Promise.resolve();
	};
	const trigger = await start({ code, database: { storeExecution } });
	const passedOn = async () => (await Promise.all(trigger.runs)).map(({ outputs }) => outputs.flat().length);
	return { trigger, now, passedOn };
}

it.each([
	['the first event after the workflow was published', false],
	['a later one', true],
])('%s is answered 200, and takes effect once, also after a kill', async (_what, hasRun) => {
	const { trigger, now, passedOn } = await startUpdating();
	if (hasRun) await send(trigger, newEvent());
	const before = (await passedOn()).length;
	now.isUpdating = true;
	const body = newEvent();
	expect(await send(trigger, body)).toEqual(RECEIVED);
	expect((await passedOn()).slice(before)).toEqual([1]);
	const restarted = await start({ staticData: trigger.staticData() });
	for (const process of [trigger, restarted]) expect(await send(process, body)).toEqual(DUPLICATE);
});
