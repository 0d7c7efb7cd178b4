/** As an AI agent's tool, Create only checks until a person has allowed it to order. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runOutsideExecutions } from '../../../tools/engine/engine';
import { ACTION } from '../../../tools/n8n/examples';
import { batch, runLetters } from '../../support/letterRuns';
import { letterItem, letterParameters } from '../../support/letters';
import { withService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();
const service = withService();

const tool = { node: { type: `${ACTION}Tool` } };
/** The number of the order stands in the workflow: the model cannot choose it. */
const named: INodeParameters = { externalId: "={{ 'P-' + $json.name }}" };
const callTool = async (parameters: INodeParameters = {}, settings: Partial<NodeSettings> = {}) =>
	await runLetters(sandbox.credential, parameters, { ...tool, ...settings });
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
			const { items } = await callTool({ ...parameters, ...operation, orderingMode });
			for (const { outcome, warnings } of items) {
				expect(outcome).toBe('fine');
				expect(warnings).toContainEqual(expect.stringMatching(/^Nothing was ordered\./));
			}
		}
	}
	expect(await sent()).not.toContain('POST');
});

it('orders when a person has allowed it, unless the mode only checks', async () => {
	const options = { letAgentsOrder: true };
	const { items } = await callTool({ ...named, options });
	expect(items).toMatchObject([{ status: 'queued' }]);
	const checked = await callTool({ ...named, options, orderingMode: 'check' });
	const id = items[0]?.id;
	expect(checked.items).toEqual([{ outcome: 'fine', id, problems: [], warnings: [] }]);
	expect(await sandbox.letters()).toBe(1);
});

it('reads without the switch', async () => {
	const { items } = await callTool({ resource: 'style', operation: 'getMany' });
	expect(items.length).toBeGreaterThan(0);
});

describe('what a model is told', () => {
	const allowed = { ...named, options: { letAgentsOrder: true } };

	it.each<[string, INodeParameters, string[]]>([
		['of an order: what became of it, its ID and status, no key and no echo', allowed, ['id', 'status']],
		['of a check: whether the letter is fine, and that nothing was ordered', {}, []],
	])('%s', async (_what, parameters, more) => {
		const { items } = await callTool(parameters);
		const fields = ['outcome', 'problems', 'warnings', ...more];
		expect(Object.keys(items[0] ?? {}).sort()).toEqual(fields.sort());
	});

	it('of a letter to correct: every field, in the message alone, and no item', async () => {
		const { error } = await callTool({ ...allowed, name: '', zip: '1', message: '' });
		expect(error?.message).toMatch(
			/^(?=.*Name)(?=.*Postal Code \(CEP\))(?=.*Message).* have to be corrected: .*8 digits.*Nothing was ordered\. Correct it and call again\.$/,
		);
		expect(error?.message).not.toMatch(/\brow\b/i);
	});

	it('of a text that nobody wrote: no option that a tool does not have', async () => {
		const wrong = { name: 'ana@example.com', message: 'Oi [seu nome], null' };
		const { error } = await callTool({ ...allowed, ...wrong });
		expect(error?.message).toContain('Message has the placeholder …: fill in the value.');
		const { items } = await callTool(wrong);
		expect(JSON.stringify(items[0]?.problems)).toContain('Name is an email address');
		expect(`${error?.message} ${JSON.stringify(items)}`).not.toContain('Text That Is Meant');
	});

	it('of a rejection: the reason and what to do, no item, in few words', async () => {
		const template = { __rl: true, mode: 'id', value: 'tpl_none' };
		const { error } = await callTool({ ...allowed, template });
		expect(error?.message).toMatch(
			/^The service rejected the letter: \w+\. This letter was not created\. [^[]*$/,
		);
		await callTool({ ...allowed, message: 'Oi' });
		const other = await callTool({ ...allowed, message: 'Other words' });
		expect(other.error?.message).toMatch(
			/^The letter was already ordered with different contents \(crd_\S+\)\. No second letter was created\. The first order remains as it is\. It may have been ordered under another spelling of its External ID\. To order a second letter, a person must give it an External ID\. Do not change the recipient to get past this\.$/,
		);
	});

	it.each<[string, INodeParameters]>([
		['of an External ID', { externalId: '={{ $json.order }}' }],
		['of an External ID, in a batch', { ...batch, externalId: '={{ $json.order }}' }],
		[
			'of an Idempotency Key',
			{ ...named, options: { letAgentsOrder: true, idempotencyKey: '={{ $json.order }}' } },
		],
	])('never: to make one up, where another letter has the key %s', async (_what, key) => {
		const items = [{ json: { ...letterItem('Ana').json, order: 'P-7' } }];
		const order = async (message: string) => await callTool({ ...allowed, ...key, message }, { items });
		await order('Oi');
		expect((await order('Other words')).said).toContain('a person must give it an External ID');
	});

	it('of an External ID that is missing: to ask a person, not to make one up', async () => {
		const { error } = await callTool({ ...allowed, externalId: '={{ $json.order }}' });
		expect(error?.message).toBe(
			'External ID has to be corrected: External ID is empty, and without it this letter could be ordered twice. Nothing was ordered. A person must see to the External ID: do not make one up.',
		);
	});

	it('of a letter whose acceptance is not known: that the same call creates no second one', async () => {
		await service.answers([{ status: 504 }]);
		const quick = { ...named, options: { letAgentsOrder: true, deadline: 0.000001 } };
		const { error } = await runLetters(service.credential, quick, tool);
		expect(error?.message).toContain(
			'The letter may have been ordered. Order it again unchanged: the same key is sent, so no second letter is created.',
		);
	});
});

describe('an agent that may order', () => {
	const options = { letAgentsOrder: true };

	it.each<[string, INodeParameters]>([
		['without an External ID', {}],
		['with one that is always the same', { externalId: 'P-1' }],
		['with one that the model makes up', { externalId: "={{ $fromAI('external_id') }}" }],
		['with an Idempotency Key alone', { options: { ...options, idempotencyKey: '={{ $json.name }}' } }],
	])('orders nothing %s', async (_what, parameters) => {
		const { error } = await callTool({ options, ...parameters });
		expect(error?.message).toContain('External ID must come from the workflow');
		expect(error?.message).toContain('Nothing was ordered.');
		expect(await sent()).not.toContain('POST');
	});

	it('only checks where n8n gives it no execution', async () => {
		await runOutsideExecutions({
			parameters: { ...letterParameters, ...named, options },
			items: [letterItem('Ana')],
			credential: sandbox.credential,
		});
		expect(await sent()).toContain('GET');
		expect(await sent()).not.toContain('POST');
	});
});
