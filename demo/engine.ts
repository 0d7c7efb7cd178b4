/**
 * The demo without an n8n: the nodes of the two example workflows in n8n's engine (n8n-core). The
 * standard nodes around them are n8n's own, so their recipients are read from the workflow file.
 */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { runActionNode } from '../tools/engine/engine';
import { startTrigger } from '../tools/engine/engineWebhook';
import { ACTION, nodeOfType, readExample, TRIGGER } from '../tools/n8n/examples';
import type { WorkflowFile } from '../tools/n8n/n8nClient';
import { SandboxClient } from '../tools/sandboxClient';
import { until } from '../tools/waiting';
import type { ReceivedEvent } from './journey';
import { bringToTheirEnds, check, EXPECTED_EVENT_COUNT, lettersOf, summary } from './journey';
import type { Stage } from './stage';

/** Gives what went wrong; empty when all is well. */
export async function runInEngine(stage: Stage): Promise<string[]> {
	const { signal, say } = stage;
	const send = await readExample('send-three-letters');
	const keep = await readExample('keep-every-event');
	const sandbox = await SandboxClient.start();
	stage.onEnd(sandbox.close);
	const trigger = await startTrigger({
		parameters: nodeOfType(keep, TRIGGER).parameters as INodeParameters,
		credential: sandbox.credential,
	});
	stage.onEnd(() => trigger.close());
	await sandbox.control('PUT', '/webhook', { url: trigger.url });
	say(`Sandbox of the letter service on ${sandbox.origin}, trigger on ${trigger.url}`);

	const { outputs, error } = await runActionNode({
		parameters: nodeOfType(send, ACTION).parameters as INodeParameters,
		credential: sandbox.credential,
		items: recipients(send),
	});
	if (error) throw new Error(`The letters were not sent: ${error.message} ${error.description ?? ''}`);
	const ids = (outputs[0] ?? []).map(({ json }) => json.id as string);
	await bringToTheirEnds(sandbox, ids);
	const arrived = () => Promise.resolve(trigger.executions.length >= EXPECTED_EVENT_COUNT);
	await until('all events', arrived, { signal }).catch(() => {
		signal.throwIfAborted();
	});

	const received = trigger.executions.flat().map(({ json }) => readEvent(json));
	const letters = await lettersOf(sandbox);
	say(`\n${summary(ids, letters, received)}\n`);
	say(`  ${letters.length} letters in the service, ${received.length} events received by the trigger\n`);
	return check(ids, letters, received);
}

/** What the standard nodes before the action node make of the file: one item per letter. */
function recipients(workflow: WorkflowFile): INodeExecutionData[] {
	const { jsonOutput } = nodeOfType(workflow, 'n8n-nodes-base.set').parameters;
	const { letters } = JSON.parse(String(jsonOutput)) as { letters: Array<INodeExecutionData['json']> };
	return letters.map((json) => ({ json }));
}

function readEvent({ event, data }: INodeExecutionData['json']): ReceivedEvent {
	const { id, status } = data as { id: string; status: string };
	return { event: event as string, letterId: id, status };
}
