/** A credential whose values are expressions: each item goes to the account that it names. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import type { ScriptedService, Step } from '../../support/peers/scriptedService';
import { card, credentialFor, failure, startScriptedService } from '../../support/peers/scriptedService';

let service: ScriptedService;
afterEach(async () => {
	await service.close();
});

const items = (...keys: string[]) =>
	keys.map((account_key, index) => {
		const { json } = letterItem(`Ana ${index}`);
		return { json: { ...json, account_key } };
	});

const start = async (step: (key: string, body: string) => Step) => {
	service = await startScriptedService((body, { authorization }) =>
		step(String(authorization).replace('Bearer ', ''), body),
	);
};

const run = async (
	settings: Pick<NodeSettings, 'items'> & Partial<NodeSettings>,
	parameters: INodeParameters = {},
) =>
	await runActionNode({
		parameters: { ...letterParameters, ...parameters },
		credential: { ...credentialFor(service.baseUrl), apiKey: '={{ $json.account_key }}' },
		...settings,
	});

const created: Step = { status: 201, body: card('crd_1') };
const received = () =>
	service.received.map(({ headers, body }) => [
		headers.authorization,
		(JSON.parse(body) as { to: { name: string } }).to.name,
	]);

it('each letter goes to its own account', async () => {
	await start(() => created);
	const { error } = await run({ items: items('k1', 'k2', 'k1') });
	expect(error).toBeUndefined();
	expect(received().sort()).toEqual([
		['Bearer k1', 'Ana 0'],
		['Bearer k1', 'Ana 2'],
		['Bearer k2', 'Ana 1'],
	]);
});

it('a refused key ends the letters of its account alone, where the run goes on', async () => {
	await start((key) =>
		key === 'k1' ? { status: 401, body: failure('authentication_error', 'invalid_api_key') } : created,
	);
	const node = { onError: 'continueRegularOutput' as const };
	const { outputs } = await run({ items: items('k1', 'k2', 'k1', 'k2'), node });
	expect(outputs[0]?.map(({ json }) => json.id)).toEqual([null, 'crd_1', null, 'crd_1']);
});

it('one External ID in two accounts is two orders', async () => {
	await start(() => created);
	const { error } = await run(
		{ items: items('k1', 'k2') },
		{ externalId: 'P-1', name: 'Ana', message: '={{ $json.name }}' },
	);
	expect(error).toBeUndefined();
	expect(service.received).toHaveLength(2);
});

it('one External ID in batches of two accounts is two orders, and in those of one is refused', async () => {
	await start(() => ({ status: 202, body: { ...card('crd_1'), batch_id: 'bat_1', total_cards: 1 } }));
	const batches = { resource: 'batch', cardsPerBatch: 1, externalId: 'P-1' };
	expect((await run({ items: items('k1', 'k2') }, batches)).error).toBeUndefined();
	expect(service.received).toHaveLength(2);
	const { error } = await run({ items: items('k1', 'k2', 'k1') }, batches);
	expect(error?.description).toMatch(/^External ID appears more than once: items 1 and 3\./);
});

it('the letters of a batch must be for one account', async () => {
	await start(() => created);
	const { error } = await run({ items: items('k1', 'k2') }, { resource: 'batch' });
	expect(error?.message).toBe(
		'Item 2 is for another account than item 1 of the same batch. This step ordered nothing.',
	);
	expect(service.received).toEqual([]);
});

it('a checked letter is ordered in the account that it was checked for', async () => {
	await start((key, body) => ({ status: 201, body: body === '' ? { styles: [] } : card(key) }));
	const checked = await run(
		{ items: items('k1', 'k2') },
		{ orderingMode: 'check', options: { includeInputFields: true } },
	);
	const back = checked.outputs[0]?.map(({ json }) => ({
		json: { ...json, account_key: (json.input as { account_key: string }).account_key },
	}));
	const ordered = await run({ items: back }, { operation: 'createFromCheck' });
	expect(ordered.outputs[0]?.map(({ json }) => json.id)).toEqual(['k1', 'k2']);
	const swapped = back?.map(({ json }) => ({ json: { ...json, account_key: 'k1' } }));
	expect((await run({ items: swapped }, { operation: 'createFromCheck' })).error?.message).toMatch(
		/^Item 2 .*has changed since it was checked/,
	);
});

it('reads with the key of each item', async () => {
	await start((key) => ({ status: 200, body: { styles: [{ id: key, name: key }] } }));
	const { outputs } = await run({ items: items('k1', 'k2') }, { resource: 'style', operation: 'getMany' });
	expect(outputs[0]?.map(({ json }) => json.id)).toEqual(['k1', 'k2']);
});

it.each([
	['only checks', 'check'],
	['orders', 'order'],
])(
	'an item for which the credential gives no key is named, and nothing is sent: a run that %s',
	async (_what, orderingMode) => {
		await start(() => created);
		const [ana, bia] = items('k1', '');
		const without = { json: { ...bia?.json, account_key: undefined } };
		const { error } = await run({ items: [ana, bia].flatMap((item) => item ?? []) }, { orderingMode });
		const missing = await run({ items: [ana, without].flatMap((item) => item ?? []) }, { orderingMode });
		for (const { message } of [error, missing.error].flatMap((one) => one ?? [])) {
			expect(message).toBe('The credential has no API key for item 2. This step ordered nothing.');
		}
		expect([error, missing.error]).not.toContain(undefined);
		expect(service.received).toEqual([]);
	},
);

it('a key that a sheet holds as a number is checked like any other', async () => {
	await start(() => ({ status: 200, body: { styles: [] } }));
	const item = { json: { ...letterItem('Ana').json, account_key: 12345 } };
	const { outputs } = await run({ items: [item] }, { orderingMode: 'check' });
	expect(outputs[0]?.[0]?.json).toMatchObject({ outcome: 'fine', problems: [] });
});

it('an item for which the credential gives no base URL is told so', async () => {
	await start(() => created);
	const credential = { ...credentialFor(service.baseUrl), baseUrl: '={{ $json.url }}' };
	const { error } = await run({ items: items('k1'), credential });
	expect(error?.message).toBe(
		'The base URL of the credential is not a web address. This step ordered nothing.',
	);
});
