/**
 * n8n is killed once, while runs are at every point at which a kill could make a letter leave twice or not
 * at all; then each is retried. Each run has a service of its own, whose answers hold it at its point.
 */
import type { LocalServer } from '../../../tools/localServer';
import { startLocalServer } from '../../../tools/localServer';
import { CREDENTIAL } from '../../../tools/n8n/examples';
import type { Execution } from '../../../tools/n8n/execution';
import type { LetterWorkflowOptions } from '../../../tools/n8n/letterRun';
import { LetterWorkflow } from '../../../tools/n8n/letterRun';
import type { OwnScene } from '../../../tools/n8n/scenes/ownScene';
import type { Item } from '../../../tools/n8n/scenes/scene';
import { LETTERS, node, traits } from '../../../tools/n8n/scenes/scene';
import { SandboxClient } from '../../../tools/sandboxClient';
import { until } from '../../../tools/waiting';
import { letterFields, letterItem, letterParameters } from '../../support/letters';
import { withOwnN8n } from '../../support/withScene';

/** By default older versions have not stored at a kill what the keys of a run are made of. */
const PROGRESS_SAVED = { saveExecutionProgress: !traits.storesRunsAtOnce };

/** A run of a workflow that orders from a service of its own. */
class Run {
	private constructor(
		private readonly scene: OwnScene,
		readonly sandbox: SandboxClient,
		readonly id: string,
	) {}

	/** Of the first requests each is answered, of the others none before the kill. */
	static async start(
		scene: OwnScene,
		items: Item[],
		answered: number,
		options: LetterWorkflowOptions,
	): Promise<Run> {
		const sandbox = await SandboxClient.start();
		const { name, data } = { name: 'Own service', data: sandbox.credential };
		const credential = await scene.client.createCredential(name, CREDENTIAL, data);
		const rules = [
			...(answered > 0 ? [{ when: { next: answered }, fault: { delaySeconds: 0.01 } }] : []),
			{ when: { every: 1 }, fault: { delaySeconds: 600 } },
		];
		await sandbox.control('PUT', '/faults', { rules });
		const workflow = await LetterWorkflow.create(scene, { ...options, credential });
		return new Run(scene, sandbox, await workflow.start(items));
	}

	/** It has sent so many letters. */
	async hasSent(count: number): Promise<void> {
		await until(`${count} letters`, async () => (await this.sandbox.letters()) === count);
	}

	/** "Retry execution", to its end; the service answers again. */
	async retry(): Promise<Execution> {
		const { client } = this.scene;
		await this.sandbox.control('PUT', '/faults', { rules: [] });
		expect((await client.finished(this.id)).status).toBe('crashed');
		return await client.finished(await client.retry(this.id));
	}

	/** Whose letters there are, in order of their names. */
	async ordered(): Promise<string[]> {
		return (await this.sandbox.cards()).map(({ request }) => request.to.name).sort();
	}
}

const people = (count: number): string[] =>
	Array.from({ length: count }, (_none, index) => `Ana ${String(index).padStart(2, '0')}`);
const rowsOf = (names: string[]): Item[] =>
	names.map((name) => ({ ...letterItem(name).json, order: `${name}'s order` }));

const ends: Array<() => Promise<unknown>> = [];
let scene: OwnScene;
/** By what was going on when n8n was killed. */
const runs: Record<string, Run> = {};

/** While it sends: 16 letters are answered, 8 more under way, the others not begun. */
const SENT = 40;
const HALF_SENT = 24;
const PLACES = ['first', undefined, 'last'] as const;

async function startSending(place: (typeof PLACES)[number]): Promise<Run> {
	const run = await Run.start(scene, rowsOf(people(SENT)), 16, {
		parameters: { ...letterParameters, options: { maxInFlight: 8 } },
		place,
		settings: { saveExecutionProgress: !traits.storesRunsAtOnce || place === 'last' },
	});
	await run.hasSent(HALF_SENT);
	return run;
}

/** In a node behind the one that orders, which gets no answer before the kill. */
const BEHIND = ['first', 'last'] as const;

async function startBehind(
	place: (typeof BEHIND)[number],
	behind: LocalServer,
	calls: string[],
): Promise<Run> {
	const url = `${behind.origin}/${place}`;
	const after = node('After', 'n8n-nodes-base.httpRequest', 4.2, 3, { url, options: {} });
	const run = await Run.start(scene, rowsOf(people(SENT)), SENT, {
		parameters: letterParameters,
		after: { ...after, executeOnce: true },
		place,
		settings: { saveExecutionProgress: !traits.storesRunsAtOnce || place === 'last' },
	});
	await until('the node behind to begin', () => Promise.resolve(calls.includes(`/${place}`)));
	await run.hasSent(SENT);
	return run;
}

/** The run has ordered the first of two letters, and does not know. */
const IDENTITIES: Record<string, { own: Item; settings?: Item }> = {
	'an External ID': { own: { externalId: '={{ $json.order }}' }, settings: PROGRESS_SAVED },
	nothing: { own: {}, settings: PROGRESS_SAVED },
	'an Idempotency Key': {
		own: { options: { idempotencyKey: '={{ $json.order }}' } },
		settings: PROGRESS_SAVED,
	},
	'an External ID, in the default Ordering Mode': {
		own: { externalId: '={{ $json.order }}', orderingMode: 'checkInEditor' },
	},
};

async function startIdentified(identity: string): Promise<Run> {
	const { own, settings } = IDENTITIES[identity] ?? { own: {} };
	const options = { ...(own.options as Item | undefined), maxInFlight: 1 };
	const parameters = { ...letterParameters, ...own, options };
	const run = await Run.start(scene, rowsOf(people(2)), 0, { parameters, settings });
	await run.hasSent(1);
	return run;
}

/** The caller of the workflow that orders reads its rows from a sheet; by the retry, one has changed. */
const CALLED = 12;
let rowsOfSheet = rowsOf(people(CALLED));

async function startCalled(): Promise<Run> {
	const sheet = await startLocalServer((_request, response) => {
		response.setHeader('content-type', 'application/json').end(JSON.stringify(rowsOfSheet));
	});
	ends.push(sheet.close);
	const read = node('Sheet', 'n8n-nodes-base.httpRequest', 4.2, 2, { url: sheet.origin, options: {} });
	const run = await Run.start(scene, [{}], 4, {
		parameters: { ...letterFields, externalId: '={{ $json.name }}', options: { maxInFlight: 2 } },
		callers: [{}],
		before: { ...read, executeOnce: true },
		settings: PROGRESS_SAVED,
	});
	await run.hasSent(6);
	return run;
}

withOwnN8n(async (started) => {
	scene = started;
	const calls: string[] = [];
	let isReleased = false;
	const behind = await startLocalServer(({ url = '' }, response) => {
		calls.push(url);
		if (isReleased) response.end('{}');
	});
	ends.push(behind.close);
	for (const place of PLACES) runs[`sending ${place}`] = await startSending(place);
	for (const place of BEHIND) runs[`behind ${place}`] = await startBehind(place, behind, calls);
	for (const identity of Object.keys(IDENTITIES)) runs[identity] = await startIdentified(identity);
	runs.called = await startCalled();
	await scene.crashN8n();
	isReleased = true;
});

afterAll(async () => {
	await Promise.all([
		...ends.map((end) => end()),
		...Object.values(runs).map(({ sandbox }) => sandbox.close()),
	]);
});

/** Every letter wanted exists once, under one key, and its id is in the output, in order. */
async function expectEachOnce(run: Run, execution: Execution): Promise<void> {
	expect(execution.status).toBe('success');
	expect(await run.ordered()).toEqual(people(SENT));
	const ids = new Map((await run.sandbox.cards()).map(({ request, id }) => [request.to.name, id]));
	expect(execution.output(LETTERS).map(({ id }) => id)).toEqual(people(SENT).map((name) => ids.get(name)));
	const keys = new Set((await run.sandbox.requests()).map((request) => request.idempotency_key));
	expect(keys.size).toBe(SENT);
}

it.each(PLACES)('while sending, with the node at place %s, and retried: each letter once', async (place) => {
	const run = runs[`sending ${place}`] as Run;
	expect(await run.sandbox.letters()).toBe(HALF_SENT);
	await expectEachOnce(run, await run.retry());
});

it.each(BEHIND)(
	'in a node behind, with the one that orders %s in the list, and retried: each letter once',
	async (place) => {
		const run = runs[`behind ${place}`] as Run;
		await expectEachOnce(run, await run.retry());
	},
);

it.each(Object.keys(IDENTITIES))(
	'before the first answer, and retried: two letters, identified by %s',
	async (identity) => {
		const run = runs[identity] as Run;
		const { status, error } = await run.retry();
		const isByDefault = IDENTITIES[identity]?.settings === undefined;
		// Older versions do not know either whether that run may order.
		if (isByDefault && !traits.storesRunsAtOnce) {
			expect(error?.message).toMatch(/^Cannot tell how the run that is retried began/);
			expect(await run.ordered()).toEqual(people(1));
			return;
		}
		expect(status).toBe('success');
		expect(await run.ordered()).toEqual(people(2));
	},
);

it('the caller, and one row of its sheet changes: no other letter is ordered again', async () => {
	const run = runs.called as Run;
	rowsOfSheet = rowsOf([...people(CALLED - 1), 'Zoe']);
	expect((await run.retry()).status).toBe('success');
	// Where n8n has saved the progress of the run, it does not read the sheet again.
	const last = traits.storesRunsAtOnce ? 'Zoe' : (people(CALLED).at(-1) ?? '');
	expect(await run.ordered()).toEqual([...people(CALLED - 1), last]);
});
