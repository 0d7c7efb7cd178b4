/** Several accounts, a changed sheet and evaluations in a real n8n: each letter once, and on the right account. */
import { startLocalServer } from '../../tools/localServer';
import { ACTION, withCredential } from '../../tools/n8n/examples';
import type { Execution } from '../../tools/n8n/execution';
import { LetterWorkflow } from '../../tools/n8n/letterRun';
import type { Scene } from '../../tools/n8n/scene';
import { inARow, LETTERS, node, traits } from '../../tools/n8n/scene';
import { until } from '../../tools/waiting';
import { letterFields, letterItem, letterParameters } from '../support/letters';
import { card, startScriptedService } from '../support/peers/scriptedService';
import { withScene } from '../support/withScene';

jest.setTimeout(120_000);

const ana = letterItem('Ana').json;

let scene: Scene;
/** A run that waits while the tests before its own run. */
let unanswered: Promise<Execution>;
withScene(async (started) => {
	scene = started;
	const credential = await scene.credentialWith({ baseUrl: 'http://127.0.0.1:1/v1' });
	unanswered = scene.run(letterParameters, { items: [ana], credential });
	unanswered.catch(() => undefined);
});
beforeEach(async () => {
	await scene.reset();
});

it('a credential with an expression: each letter goes to the account that its item names', async () => {
	const service = await startScriptedService((_body, { 'idempotency-key': key }) => ({
		status: 201,
		body: card(`crd_${String(key).slice(0, 8)}`),
	}));
	const credential = await scene.credentialWith({
		baseUrl: service.baseUrl,
		apiKey: '={{ $json.account_key }}',
	});
	const workflow = await LetterWorkflow.create(scene, { parameters: letterFields, credential });
	const items = ['k1', 'k2', 'k1'].map((account_key, index) => ({
		...letterItem(`Ana ${index}`).json,
		account_key,
	}));
	const { status } = await scene.client.finished(await workflow.start(items));
	await service.close();
	expect(status).toBe('success');
	const received = service.received.map(({ headers, body }) => [
		headers.authorization,
		(JSON.parse(body) as { to: { name: string } }).to.name,
	]);
	expect(received.sort()).toEqual([
		['Bearer k1', 'Ana 0'],
		['Bearer k1', 'Ana 2'],
		['Bearer k2', 'Ana 1'],
	]);
});

it('an address where nothing listens: a run in the editor ends long before the deadline, and says so', async () => {
	const { status, error } = await unanswered;
	expect(status).toBe('error');
	expect(error?.message).toMatch(/after \d+ attempts .*nothing listens at the base URL/);
	expect(error?.description).toContain('This letter was not created.');
});

it('the caller is killed and one row of its sheet changes: no other letter is ordered again', async () => {
	const names = Array.from({ length: 12 }, (_none, index) => `Ana ${index}`);
	let rows = names.map((name) => letterItem(name).json);
	const sheet = await startLocalServer((_request, response) => {
		response.setHeader('content-type', 'application/json').end(JSON.stringify(rows));
	});
	const workflow = await LetterWorkflow.create(scene, {
		parameters: { ...letterFields, options: { maxInFlight: 2 } },
		callers: [{}],
		// By default older versions have not stored by then what the keys are made of.
		settings: { saveExecutionProgress: !traits.storesRunsAtOnce },
		before: {
			...node('Sheet', 'n8n-nodes-base.httpRequest', 4.2, 2, { url: sheet.origin, options: {} }),
			executeOnce: true,
		},
	});
	const rules = [{ when: { every: 1 }, fault: { delaySeconds: 1 } }];
	await scene.sandbox.control('PUT', '/faults', { rules });
	const id = await workflow.start([{}]);
	await until('some letters', async () => (await scene.sandbox.requests()).length >= 4);
	await scene.crashN8n();
	await scene.sandbox.control('PUT', '/faults', { rules: [] });
	rows = rows.map((row, index) => (index === 11 ? { ...row, name: 'Zoe' } : row));
	await scene.client.finished(id);
	const retried = await scene.client.finished(await scene.client.retry(id));
	await sheet.close();
	expect(retried.status).toBe('success');
	const ordered = (await scene.sandbox.cards()).map(({ request }) => request.to.name);
	// Where n8n has saved the progress of the run, it does not read the sheet again.
	const last = traits.storesRunsAtOnce ? 'Zoe' : 'Ana 11';
	expect(ordered.sort()).toEqual([...names.slice(0, 11), last].sort());
});

const itWithDatasets = traits.hasAgents ? it : it.skip;

itWithDatasets('an evaluation only checks, also in the mode in which production orders', async () => {
	const { api } = scene.client;
	const project = await api.call<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project.id}/data-tables`;
	const table = await api.call<{ id: string }>('POST', tables, {
		name: 'Cases',
		columns: Object.keys(ana).map((name) => ({ name, type: 'string' })),
	});
	await api.call('POST', `${tables}/${table.id}/insert`, { data: [ana], returnType: 'count' });
	const evaluation = 'n8n-nodes-base.evaluation';
	const metric = { id: '1', name: 'ok', type: 'number', value: 1 };
	const file = inARow(
		'Evaluated',
		node('Case', `${evaluation}Trigger`, 4.7, 0, {
			source: 'dataTable',
			dataTableId: { __rl: true, mode: 'id', value: table.id },
		}),
		node(LETTERS, ACTION, 1, 1, letterFields),
		node('Metrics', evaluation, 4.7, 2, {
			operation: 'setMetrics',
			metric: 'customMetrics',
			metrics: { assignments: [metric] },
		}),
	);
	const workflow = await scene.client.createWorkflow(withCredential(file, scene.credential));
	await api.text('POST', `/workflows/${workflow.id}/test-runs/new`, {});
	const [{ id }] = await until('the evaluation to run', async () => {
		const all = await scene.client.executions(workflow);
		const own = all.filter(({ mode }) => mode === 'evaluation');
		return own.length > 0 ? (own as [(typeof own)[0]]) : undefined;
	});
	const run = await scene.client.finished(id);
	expect(run.output(LETTERS)).toMatchObject([{ outcome: 'fine', id: null }]);
	expect(run.hints(LETTERS)[0]).toMatch(/^Only checked, because this run is an evaluation\./);
	expect(await scene.sandbox.letters()).toBe(0);
});
