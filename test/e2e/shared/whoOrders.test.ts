/** Several accounts and evaluations in a real n8n: each letter once, and on the right account. */
import { ACTION, withCredential } from '../../../tools/n8n/examples';
import { LetterWorkflow } from '../../../tools/n8n/letterRun';
import type { Scene } from '../../../tools/n8n/scenes/scene';
import { inARow, LETTERS, node, traits } from '../../../tools/n8n/scenes/scene';
import { until } from '../../../tools/waiting';
import { letterFields, letterItem } from '../../support/letters';
import { card, startScriptedService } from '../../support/peers/scriptedService';
import { withScene } from '../../support/withScene';

const ana = letterItem('Ana').json;

let scene: Scene;
withScene((started) => {
	scene = started;
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

const itWithDatasets = traits.hasAgents ? it : it.skip;

itWithDatasets('an evaluation only checks, also in the mode in which production orders', async () => {
	const { api } = scene.client;
	const project = await api.call<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project.id}/data-tables`;
	const table = await api.call<{ id: string }>('POST', tables, {
		name: 'Cases of evaluation',
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
