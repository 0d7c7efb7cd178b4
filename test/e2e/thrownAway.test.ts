/**
 * Executions that n8n drops, lets wait, or runs again, and a node that writes static data, in a real
 * n8n: every event takes effect, and a repeat starts nothing. Each of the waits is one that docs/edge-cases.md names.
 */
import { readFileSync } from 'node:fs';

import { TRIGGER } from '../../tools/n8n/examples';
import { FINAL } from '../../tools/n8n/execution';
import type { WorkflowNode } from '../../tools/n8n/n8nClient';
import type { Listening } from '../../tools/n8n/process/listening';
import { startListening } from '../../tools/n8n/process/listening';
import type { Scene } from '../../tools/n8n/scene';
import { inARow, LETTERS, node, traits } from '../../tools/n8n/scene';
import type { RawAnswer } from '../../tools/rawRequest';
import { sendRaw } from '../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../tools/signedDelivery';
import { until } from '../../tools/waiting';
import { withEffects } from '../support/withEffects';
import { withScene } from '../support/withScene';

jest.setTimeout(240_000);

const ONE_AT_A_TIME = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
const PATIENCE = { timeoutMs: 120_000 };
const DUPLICATE = { status: 200, body: '{"received":true,"duplicate":true}' };

let scene: Scene;

withScene(
	(started) => {
		scene = started;
	},
	{ env: ONE_AT_A_TIME },
);

const effects = withEffects();

afterEach(() => {
	effects.release();
});

const workflowWith = (behind: WorkflowNode) =>
	inARow('Behind the trigger', node(LETTERS, TRIGGER, 2, 0, { events: ['*'], options: {} }), behind);

interface Event {
	body: string;
	letter: string;
}

function newEvent(): Event {
	const body = eventBody();
	return { body: JSON.stringify(body), letter: (body.data as { id: string }).id };
}

const send = ({ url }: Listening, { body }: Event): Promise<RawAnswer> =>
	sendRaw(url, signedDelivery({ body }));

/** The answer to a delivery that starts an execution. */
const isNew = ({ status, body }: RawAnswer): boolean => status === 200 && body === '{"received":true}';

const effectsOf = ({ letter }: Event): number => effects.of(letter);

/** As the service does it: again and again until the answer is the wanted one. */
const redeliver = (target: Listening, event: Event, isWanted: (answer: RawAnswer) => boolean) =>
	until(
		'another answer',
		async () => {
			const answer = await send(target, event);
			return isWanted(answer) ? answer : undefined;
		},
		PATIENCE,
	);

/**
 * n8n drops its executions before they begin: its credential may not be used, or its URL, a required
 * parameter, is empty; newer versions do not publish the latter.
 */
function brokenNode(): WorkflowNode {
	if (!traits.checksOwnersCredentials) return effects.node({ url: '' });
	const keyed = effects.node({ authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' });
	return { ...keyed, credentials: { httpHeaderAuth: { id: '', name: 'Key' } } };
}

const logLinesOf = ({ letter }: Event): string[] =>
	readFileSync(scene.n8n.logFile, 'utf8')
		.split('\n')
		.filter((line) => line.includes('has not begun the execution') && line.includes(letter));

it('an execution that n8n drops before it begins: 503 until the workflow is mended, also after a kill', async () => {
	const broken = await startListening(scene, workflowWith(brokenNode()));
	const event = newEvent();
	const refused = async (count: number) => {
		expect((await send(broken, event)).status).toBe(503);
		// In the log of the n8n that runs now.
		expect(logLinesOf(event)).toHaveLength(1);
		const executions = await scene.ended(broken.workflow, count);
		expect(executions.map(({ status }) => status)).toEqual(Array(count).fill('error'));
	};
	await refused(1);
	// Nothing is published and nothing else received before n8n is gone.
	await scene.crashN8n();
	await refused(2);
	await scene.client.publishChanged(broken.workflow, { ...effects.node(), credentials: {} });
	expect(isNew(await send(broken, event))).toBe(true);
	await scene.ended(broken.workflow, 3);
	expect(effectsOf(event)).toBe(1);
	expect(await send(broken, event)).toEqual(DUPLICATE);
});

it('seven events for one slot, each held for 4 seconds: all succeed, and none is answered 503', async () => {
	const wait = node('Wait', 'n8n-nodes-base.wait', 1.1, 1, { amount: 4, unit: 'seconds' });
	const listening = await startListening(scene, workflowWith(wait));
	const answers = await Promise.all(Array.from({ length: 7 }, () => send(listening, newEvent())));
	expect(answers.filter((answer) => !isNew(answer))).toEqual([]);
	const executions = await until(
		'seven executions to end',
		async () => {
			const all = await scene.client.executions(listening.workflow);
			return all.filter(({ status }) => FINAL.includes(status)).length === 7 && all;
		},
		PATIENCE,
	);
	expect(executions.map(({ status }) => status)).toEqual(Array(7).fill('success'));
});

it('"Retry execution" of one that crashed does its work, and its event is then seen', async () => {
	effects.hold();
	const listening = await startListening(scene, workflowWith(effects.node()));
	const event = newEvent();
	expect(isNew(await send(listening, event))).toBe(true);
	await until('the effect to begin', () => Promise.resolve(effectsOf(event) === 1));
	await scene.crashN8n();
	effects.release();
	const [crashed] = await scene.ended(listening.workflow, 1);
	expect(crashed?.status).toBe('crashed');
	const retried = await scene.client.execution(await scene.client.retry(String(crashed?.id)));
	expect(retried.status).toBe('success');
	expect(effectsOf(event)).toBe(2);
	expect(await send(listening, event)).toEqual(DUPLICATE);
});

it('executions that wait for their slot, and one of them is stopped: each event takes effect', async () => {
	effects.hold();
	const listening = await startListening(scene, workflowWith(effects.node()));
	const [holds, isStopped, waits] = [newEvent(), newEvent(), newEvent()] as [Event, Event, Event];
	const stored = (count: number) =>
		until(
			`${count} executions`,
			async () => {
				const all = await scene.client.executions(listening.workflow);
				return all.length >= count ? all.sort((a, b) => Number(a.id) - Number(b.id)) : undefined;
			},
			PATIENCE,
		);

	const first = send(listening, holds);
	await until('the slot to be taken', () => Promise.resolve(effectsOf(holds) > 0));
	send(listening, isStopped).catch(() => undefined);
	const [, stopped] = await stored(2);
	// Before the other waits: n8n gives the slot of a stopped one to the next.
	await scene.client.cancel(String(stopped?.id));
	const third = send(listening, waits);
	await stored(3);

	expect((await send(listening, isStopped)).status).toBe(503);
	const accepted = ({ status }: RawAnswer) => status === 200;
	const again = [isStopped, waits].map((event) => redeliver(listening, event, accepted));
	await stored(5);
	effects.release();
	const answers = await Promise.all([first, third, ...again]);
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
	await scene.ended(listening.workflow, 5);
	expect([holds, isStopped].map(effectsOf)).toEqual([1, 1]);
	// It has two executions: its first delivery had no answer for a minute.
	expect(effectsOf(waits)).toBe(2);
	for (const event of [holds, isStopped, waits]) expect(await send(listening, event)).toEqual(DUPLICATE);
});

it('a Code node that writes static data: after a kill, every event delivered again is a duplicate', async () => {
	const jsCode =
		"const data = $getWorkflowStaticData('global'); data.count = (data.count ?? 0) + 1; return $input.all();";
	const code = node('Code', 'n8n-nodes-base.code', 2, 1, { jsCode });
	const listening = await startListening(scene, workflowWith(code));
	const events = [newEvent(), newEvent(), newEvent()];
	for (const [index, event] of events.entries()) {
		expect((await send(listening, event)).status).toBe(200);
		const [last] = await scene.ended(listening.workflow, index + 1);
		expect(last?.status).toBe('success');
	}
	await scene.crashN8n();
	for (const event of events) expect(await send(listening, event)).toEqual(DUPLICATE);
	expect(await scene.ended(listening.workflow, events.length)).toHaveLength(events.length);
});
