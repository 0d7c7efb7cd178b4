/** As an AI agent's tool, Create only checks until a person has allowed it to order. */
import type { INodeParameters } from 'n8n-workflow';

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
				expect(json).toMatchObject({
					ok: true,
					notice: expect.stringMatching(/^Nothing was ordered\./) as string,
				});
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
	expect(checked.outputs[0]?.[0]?.json).not.toHaveProperty('notice');
	expect(await sandbox.letters()).toBe(1);
});

it('only checks in several calls at once', async () => {
	const results = await Promise.all(Array.from({ length: 8 }, async () => await callTool()));
	expect(results.map(({ outputs }) => outputs[0]?.[0]?.json.ok)).toEqual(results.map(() => true));
	expect(await sent()).not.toContain('POST');
});

it('reads without the switch', async () => {
	const { outputs } = await callTool({ resource: 'style', operation: 'getMany' });
	expect(outputs[0]?.length).toBeGreaterThan(0);
});

describe('what a model is told', () => {
	const allowed = { options: { letAgentsOrder: true } };

	it('of an order: its ID and status, no key and no echo', async () => {
		const { outputs } = await callTool(allowed);
		expect(Object.keys(outputs[0]?.[0]?.json ?? {}).sort()).toEqual(['id', 'status']);
	});

	it('of a check: whether the letter is fine, and that nothing was ordered', async () => {
		const { outputs } = await callTool();
		expect(Object.keys(outputs[0]?.[0]?.json ?? {}).sort()).toEqual(['notice', 'ok', 'problems', 'warnings']);
	});

	it('of a letter to correct: every field, in the message alone, and no item', async () => {
		const { error } = await callTool({ ...allowed, name: '', zip: '1', message: '' });
		expect(error?.message).toMatch(
			/^(?=.*Name)(?=.*Postal Code \(CEP\))(?=.*Message).* have to be corrected: .*8 digits.*Nothing was ordered\. Correct it and call again\.$/,
		);
		expect(error?.message).not.toMatch(/\brow\b/i);
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
		expect(error?.message).toContain('Call again with exactly the same values: no second letter is created.');
	});
});
