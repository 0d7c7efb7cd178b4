/** As an AI agent's tool, Create only checks until a person has allowed it to order. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { ACTION } from '../../../tools/n8n/examples';
import { letterItem, letterParameters } from '../../support/letters';
import { credentialFor, startScriptedService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const callTool = async (parameters: INodeParameters = {}) =>
	await runActionNode({
		parameters: { ...letterParameters, ...parameters },
		items: [letterItem('Ana')],
		credential: sandbox.credential,
		node: { type: `${ACTION}Tool` },
	});
const batch = { resource: 'batch', operation: 'create' };
const sent = async (): Promise<string[]> => (await sandbox.requests()).map(({ method }) => method);

it.each<[string, INodeParameters]>([
	['without the switch', {}],
	['with the switch off', { options: { letAgentsOrder: false } }],
	['with an expression in the place of the switch', { options: { letAgentsOrder: '={{ true }}' } }],
	[
		'with a value of the model in its place',
		{ options: { letAgentsOrder: "={{ $fromAI('a', '', 'boolean') }}" } },
	],
	['with a text in its place', { options: { letAgentsOrder: 'true' } }],
	['with all options as an expression', { options: '={{ { letAgentsOrder: true } }}' }],
])('only checks %s, whatever the mode, and says so', async (_what, parameters) => {
	for (const orderingMode of ['order', 'check', 'checkInEditor']) {
		for (const operation of [{}, batch]) {
			const { outputs } = await callTool({ ...parameters, ...operation, orderingMode });
			for (const { json } of outputs[0] ?? []) {
				expect(json.outcome).toBe('fine');
				expect(json.warnings).toContainEqual(expect.stringMatching(/^Nothing was ordered\./));
			}
		}
	}
	expect(await sent()).not.toContain('POST');
});

it('orders when a person has allowed it, unless the mode only checks', async () => {
	const options = { letAgentsOrder: true };
	const { outputs } = await callTool({ options });
	expect(outputs[0]?.[0]?.json.status).toBe('queued');
	const checked = await callTool({ options, orderingMode: 'check' });
	const { id } = outputs[0]?.[0]?.json ?? {};
	expect(checked.outputs[0]?.[0]?.json).toEqual({ outcome: 'fine', id, problems: [], warnings: [] });
	expect(await sandbox.letters()).toBe(1);
});

it('only checks in several calls at once', async () => {
	const results = await Promise.all(Array.from({ length: 8 }, async () => await callTool()));
	expect(results.map(({ outputs }) => outputs[0]?.[0]?.json.outcome)).toEqual(results.map(() => 'fine'));
	expect(await sent()).not.toContain('POST');
});

it('reads without the switch', async () => {
	const { outputs } = await callTool({ resource: 'style', operation: 'getMany' });
	expect(outputs[0]?.length).toBeGreaterThan(0);
});

describe('what a model is told', () => {
	const allowed = { options: { letAgentsOrder: true } };

	it('of an order: what became of it, its ID and status, no key and no echo', async () => {
		const { outputs } = await callTool(allowed);
		expect(Object.keys(outputs[0]?.[0]?.json ?? {}).sort()).toEqual([
			'id',
			'outcome',
			'problems',
			'status',
			'warnings',
		]);
	});

	it('of a check: whether the letter is fine, and that nothing was ordered', async () => {
		const { outputs } = await callTool();
		expect(Object.keys(outputs[0]?.[0]?.json ?? {}).sort()).toEqual(['outcome', 'problems', 'warnings']);
	});

	it('of a letter to correct: every field, in the message alone, and no item', async () => {
		const { error } = await callTool({ ...allowed, name: '', zip: '1', message: '' });
		expect(error?.message).toMatch(
			/^(?=.*Name)(?=.*Postal Code \(CEP\))(?=.*Message).* have to be corrected: .*8 digits.*Nothing was ordered\. Correct it and call again\.$/,
		);
		expect(error?.message).not.toMatch(/\brow\b/i);
	});

	it('of a rejection: the reason and what to do, no item, in few words', async () => {
		const template = { __rl: true, mode: 'id', value: 'tpl_none' };
		const { error } = await callTool({ ...allowed, template, externalId: "={{ 'P-' + 1 }}" });
		expect(error?.message).toMatch(
			/^The service rejected the letter: \w+\. This letter was not created\. [^[]*$/,
		);
		await callTool({ ...allowed, message: 'Oi' });
		const other = await callTool({ ...allowed, message: 'Other words' });
		expect(other.error?.message).toMatch(
			/^The letter was already ordered with different contents \(crd_\S+\)\. No second letter was created\. The first order remains as it is\. To order a second letter, a person must give it an External ID\. Do not change the recipient to get past this\.$/,
		);
	});

	it.each<[string, INodeParameters]>([
		['of an External ID', { externalId: '={{ $json.order }}' }],
		['of an External ID, in a batch', { ...batch, externalId: '={{ $json.order }}' }],
		['of an Idempotency Key', { options: { letAgentsOrder: true, idempotencyKey: '={{ $json.order }}' } }],
	])('never: to make one up, where another letter has the key %s', async (_what, key) => {
		const settings = { items: [{ json: { ...letterItem('Ana').json, order: 'P-7' } }] };
		const tool = { node: { type: `${ACTION}Tool` }, credential: sandbox.credential, ...settings };
		const order = async (message: string) =>
			await runActionNode({ parameters: { ...letterParameters, ...allowed, ...key, message }, ...tool });
		await order('Oi');
		expect((await order('Other words')).error?.message).toContain('a person must give it an External ID');
	});

	it('of an External ID that is missing: to ask a person, not to make one up', async () => {
		const { error } = await callTool({ ...allowed, externalId: '={{ $json.order }}' });
		expect(error?.message).toBe(
			'External ID has to be corrected: External ID is empty, and without it this letter could be ordered twice. Nothing was ordered. A person must see to the External ID: do not make one up.',
		);
	});

	it('of a letter whose acceptance is not known: that the same call creates no second one', async () => {
		const service = await startScriptedService([{ status: 504 }]);
		const { error } = await runActionNode({
			parameters: { ...letterParameters, options: { letAgentsOrder: true, deadline: 0.000001 } },
			items: [letterItem('Ana')],
			credential: credentialFor(service.baseUrl),
			node: { type: `${ACTION}Tool` },
		});
		await service.close();
		expect(error?.message).toContain(
			'The letter may have been ordered. Order it again unchanged: the same key is sent, so no second letter is created.',
		);
	});
});

describe('a letter of an agent without an External ID', () => {
	const allowed = { letAgentsOrder: true };
	/** The beginning of today (UTC): what is created now, is created after it. */
	const DAY = Date.parse(new Date().toISOString().slice(0, 10));
	/** n8n runs each call of the chat as an execution of its own. */
	const call = async (
		parameters: INodeParameters = {},
		settings: Partial<NodeSettings> = {},
		establishedAt = DAY,
	) =>
		await runActionNode({
			parameters: { ...letterParameters, options: allowed, ...parameters },
			items: [letterItem('Ana Souza')],
			credential: sandbox.credential,
			node: { type: `${ACTION}Tool` },
			executionContext: { version: 1, establishedAt, source: 'chat' },
			...settings,
		});
	const HOUR = 3_600_000;

	it('is one a day, however the model writes the name and the postal code', async () => {
		const first = await call();
		expect(first.outputs[0]?.[0]?.json).toMatchObject({ outcome: 'ordered' });
		const second = await call({ name: ' ANA  sóuza', zip: '22240003' }, {}, DAY + HOUR);
		expect(await sandbox.letters()).toBe(1);
		expect(second.error?.message).toContain('different contents');
		const same = await call({}, {}, DAY + HOUR);
		expect(same.outputs[0]?.[0]?.json.id).toBe(first.outputs[0]?.[0]?.json.id);
		expect(await sandbox.letters()).toBe(1);
	});

	it.each([
		['a corrected street', { addressLine1: 'Rua das Laranjeiras, 211' }],
		['a text worded anew', { message: 'Querida Ana' }],
	])('is refused with %s, and the model must not get past it', async (_what, changes) => {
		const first = await call();
		const { error } = await call(changes, {}, DAY + HOUR);
		expect(error?.message).toContain(
			`was already ordered with different contents (${first.outputs[0]?.[0]?.json.id as string}). No second letter was created.`,
		);
		expect(error?.message).toContain(
			'a person must give it an External ID. Do not change the recipient to get past this.',
		);
		expect(await sandbox.letters()).toBe(1);
	});
});
