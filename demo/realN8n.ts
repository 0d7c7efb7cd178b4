/** The demo in a real n8n: installs the package, imports both example workflows and runs them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
	ACTION,
	CREDENTIAL,
	nodeOfType,
	readExample,
	TRIGGER,
	webhookUrl,
	withCredential,
} from '../tools/n8n/examples';
import type { Execution } from '../tools/n8n/execution';
import { ensureN8n } from '../tools/n8n/install/install';
import { installTarball, packPackage } from '../tools/n8n/install/npm';
import type { Report } from '../tools/n8n/install/progress';
import { showPhase } from '../tools/n8n/install/progress';
import type { Workflow, WorkflowFile } from '../tools/n8n/n8nClient';
import { N8nClient } from '../tools/n8n/n8nClient';
import { startN8n } from '../tools/n8n/process/n8nProcess';
import { requirePort } from '../tools/n8n/process/ports';
import { SandboxClient } from '../tools/sandboxClient';
import { until } from '../tools/waiting';
import type { DemoOptions } from './commandLine';
import type { ReceivedEvent } from './journey';
import { bringToTheirEnds, check, EXPECTED_EVENT_COUNT, lettersOf, summary } from './journey';

const OWNER = { email: 'demo@example.com', password: 'Handwritten1' };
const KEEPER = 'What Happened';

/** What the demo stands on: an abort signal, a voice, and the things to end later. */
export interface Stage {
	readonly signal: AbortSignal;
	readonly say: Report;
	/** Registers what ends something that was started; the last one started ends first. */
	onEnd(end: () => Promise<unknown>): void;
}

/** Gives what went wrong; empty when all is well. */
export async function runInRealN8n(options: DemoOptions, stage: Stage): Promise<string[]> {
	const { signal, say } = stage;
	await requirePorts(options);
	const installation = await ensureN8n({ signal, report: say });

	const folder = await mkdtemp(join(tmpdir(), 'handwritten-letters-demo-'));
	stage.onEnd(() => rm(folder, { recursive: true, force: true }));
	await showPhase('Packing this package and installing it into n8n', say, async () => {
		await installTarball(folder, await packPackage(folder, signal), signal);
	});

	// Once more: the installation may have taken minutes.
	await requirePorts(options);
	const sandbox = await SandboxClient.start({ port: options.sandboxPort });
	stage.onEnd(sandbox.close);
	say(`The sandbox of the letter service listens on ${sandbox.origin}`);
	const n8n = await showPhase(`Starting n8n ${installation.version}`, say, () =>
		startN8n({ installation, userFolder: folder, port: options.n8nPort, signal }),
	);
	stage.onEnd(() => n8n.stop());
	const client = new N8nClient(n8n.url);
	stage.onEnd(() => client.close());

	await client.setUpOwner(OWNER);
	const credential = await client.createCredential(
		'Handwritten Letters sandbox',
		CREDENTIAL,
		sandbox.credential,
	);
	const send = withCredential(orderingByHand(await readExample('send-three-letters')), credential);
	const keep = withCredential(await readExample('keep-every-event'), credential);
	const sendWorkflow = await client.createWorkflow(send);
	const keepWorkflow = await client.createWorkflow(keep);
	await client.activate(keepWorkflow);
	const url = webhookUrl(n8n.url, nodeOfType(keep, TRIGGER));
	await sandbox.control('PUT', '/receivers/main', { url });
	say(`Imported "${send.name}" and "${keep.name}"; the second one is published.`);

	const ids = await showPhase(`Running "${send.name}"`, say, async () => {
		const execution = await client.finished(await client.run(sendWorkflow, 'Start'), { signal });
		return letterIds(execution, nodeOfType(send, ACTION).name);
	});
	await bringToTheirEnds(sandbox, ids);
	const received = await showPhase('Waiting for the events to arrive in n8n', say, () =>
		receiveEvents(client, keepWorkflow, signal),
	);

	const letters = await lettersOf(sandbox);
	say(`\n${summary(ids, letters, received)}\n`);
	say(`  ${letters.length} letters in the service, ${received.length} events received by n8n`);
	if (!options.once) sayWhere(say, { n8n: n8n.url, send: sendWorkflow.id, keep: keepWorkflow.id, sandbox });
	say('');
	return check(ids, letters, received);
}

/** What to open now. */
function sayWhere(
	say: Report,
	{ n8n, send, keep, sandbox }: { n8n: string; send: string; keep: string; sandbox: SandboxClient },
): void {
	say(`\n  n8n editor    ${n8n}`);
	say(`                log in as ${OWNER.email} with the password ${OWNER.password}`);
	say(`  run again     ${n8n}/workflow/${send}  (gives the same letters)`);
	say(`  events        ${n8n}/workflow/${keep}/executions`);
	say(`  sandbox       ${sandbox.origin}  (open a letter and select Deliver)`);
}

async function requirePorts({ n8nPort, sandboxPort }: DemoOptions): Promise<void> {
	await requirePort(n8nPort, 'n8n', '--n8n-port');
	await requirePort(sandboxPort, 'the sandbox', '--sandbox-port');
}

/** What the example's note says: as imported, a run started by hand only checks. */
function orderingByHand(workflow: WorkflowFile): WorkflowFile {
	const sender = nodeOfType(workflow, ACTION);
	const ordering = { ...sender, parameters: { ...sender.parameters, orderingMode: 'order' } };
	return { ...workflow, nodes: workflow.nodes.map((node) => (node === sender ? ordering : node)) };
}

function letterIds(execution: Execution, nodeName: string): string[] {
	if (execution.status !== 'success') {
		throw new Error(
			`The workflow that sends the letters ended with the status "${execution.status}": ${execution.error?.message ?? 'no error given'} ${execution.error?.description ?? ''}`,
		);
	}
	return execution.output(nodeName).map(({ id }) => String(id));
}

/** What arrives, up to the number expected; check() says what is missing or too many. */
async function receiveEvents(
	client: N8nClient,
	workflow: Workflow,
	signal: AbortSignal,
): Promise<ReceivedEvent[]> {
	const timeoutMs = 60_000;
	const enough = async () => {
		const executions = await client.executions(workflow);
		const ended = executions.filter(({ status }) => ['success', 'error', 'crashed'].includes(status));
		return ended.length >= EXPECTED_EVENT_COUNT;
	};
	await until('all events', enough, { signal, timeoutMs }).catch(() => {
		signal.throwIfAborted();
	});
	const executions = await client.executions(workflow);
	const details = await Promise.all(executions.map(({ id }) => client.execution(id)));
	return details.flatMap((execution) =>
		execution.output(KEEPER).map(({ event, letter_id, status }) => ({
			event: String(event),
			letterId: String(letter_id),
			status: String(status),
		})),
	);
}
