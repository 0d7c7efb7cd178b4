/**
 * Executions that n8n drops, lets wait, or runs again, and a node that writes static data, in a real
 * n8n: every event takes effect, and a repeat starts nothing.
 */
import { TRIGGER } from '../../../tools/n8n/examples';
import { UNDER_WAY } from '../../../tools/n8n/execution';
import type { WorkflowNode } from '../../../tools/n8n/n8nClient';
import type { Listening } from '../../../tools/n8n/process/listening';
import { startListening } from '../../../tools/n8n/process/listening';
import type { OwnScene } from '../../../tools/n8n/scenes/ownScene';
import { inARow, LETTERS, node, traits } from '../../../tools/n8n/scenes/scene';
import type { RawAnswer } from '../../../tools/rawRequest';
import { sendRaw } from '../../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import { until } from '../../../tools/waiting';
import { withEffects } from '../../support/withEffects';
import { withOwnN8n } from '../../support/withScene';

const ONE_AT_A_TIME = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
const DUPLICATE = { status: 200, body: '{"received":true,"duplicate":true}' };

let scene: OwnScene;

withOwnN8n(
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
	scene
		.log()
		.split('\n')
		.filter((line) => line.includes('has not begun the execution') && line.includes(letter));

it('seven events for one slot: all succeed, and none is answered 503', async () => {
	effects.hold();
	const listening = await startListening(scene, workflowWith(effects.node()));
	const events = Array.from({ length: 7 }, newEvent);
	const answers = Promise.all(events.map((event) => send(listening, event)));
	await until(
		'all to wait for the slot',
		async () => (await scene.client.countExecutions(listening.workflow, UNDER_WAY)) === events.length,
	);
	effects.release();
	expect((await answers).filter((answer) => !isNew(answer))).toEqual([]);
	const executions = await scene.ended(listening.workflow, events.length);
	expect(executions.map(({ status }) => status)).toEqual(events.map(() => 'success'));
	await scene.client.deactivate(listening.workflow);
});

/** One kill for all: nothing is published and nothing else received before n8n is gone. */
describe('n8n is killed', () => {
	let broken: Listening;
	const refusedEvent = newEvent();
	let counting: Listening;
	const countedEvents = [newEvent(), newEvent(), newEvent()];
	let held: Listening;
	const heldEvent = newEvent();

	const refused = async (count: number) => {
		expect((await send(broken, refusedEvent)).status).toBe(503);
		const executions = await scene.ended(broken.workflow, count);
		expect(executions.map(({ status }) => status)).toEqual(Array(count).fill('error'));
	};

	beforeAll(async () => {
		const jsCode =
			"const data = $getWorkflowStaticData('global'); data.count = (data.count ?? 0) + 1; return $input.all();";
		const code = node('Code', 'n8n-nodes-base.code', 2, 1, { jsCode });
		counting = await startListening(scene, workflowWith(code));
		for (const [index, event] of countedEvents.entries()) {
			expect((await send(counting, event)).status).toBe(200);
			const [last] = await scene.ended(counting.workflow, index + 1);
			expect(last?.status).toBe('success');
		}
		broken = await startListening(scene, workflowWith(brokenNode()));
		await refused(1);
		// The last one: it holds the slot until it is gone.
		effects.hold();
		held = await startListening(scene, workflowWith(effects.node()));
		expect(isNew(await send(held, heldEvent))).toBe(true);
		await until('the effect to begin', () => Promise.resolve(effectsOf(heldEvent) === 1));
		await scene.crashN8n();
		effects.release();
	});

	it('after it has dropped an execution before it began: 503 until the workflow is mended', async () => {
		await refused(2);
		// One line in the log of each n8n.
		expect(logLinesOf(refusedEvent)).toHaveLength(2);
		await scene.client.publishChanged(broken.workflow, { ...effects.node(), credentials: {} });
		expect(isNew(await send(broken, refusedEvent))).toBe(true);
		await scene.ended(broken.workflow, 3);
		expect(effectsOf(refusedEvent)).toBe(1);
		expect(await send(broken, refusedEvent)).toEqual(DUPLICATE);
	});

	it('in an execution: "Retry execution" does its work, and its event is then seen', async () => {
		const [crashed] = await scene.ended(held.workflow, 1);
		expect(crashed?.status).toBe('crashed');
		const retried = await scene.client.execution(await scene.client.retry(String(crashed?.id)));
		expect(retried.status).toBe('success');
		expect(effectsOf(heldEvent)).toBe(2);
		expect(await send(held, heldEvent)).toEqual(DUPLICATE);
	});

	it('after a Code node has written static data: every event delivered again is a duplicate', async () => {
		for (const event of countedEvents) expect(await send(counting, event)).toEqual(DUPLICATE);
		expect(await scene.ended(counting.workflow, countedEvents.length)).toHaveLength(countedEvents.length);
	});
});
