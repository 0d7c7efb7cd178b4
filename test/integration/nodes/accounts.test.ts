/** A credential whose values are expressions: each item goes to the account that it names. */
import type { INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { goesOn, runLetters } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import type { Step } from '../../support/peers/scriptedService';
import { card, failure, withService } from '../../support/peers/scriptedService';

const service = withService();

const items = (...keys: Array<string | number | undefined>) =>
	keys.map((account_key, index) => ({ json: { ...letterItem(`Ana ${index}`).json, account_key } }));

const start = async (step: (key: string, body: string) => Step) => {
	await service.answers((body, { authorization }) =>
		step(String(authorization).replace('Bearer ', ''), body),
	);
};

const run = async (settings: Partial<NodeSettings>, parameters: INodeParameters = {}) => {
	const credential = { ...service.credential, apiKey: '={{ $json.account_key }}' };
	return await runLetters(credential, parameters, { credential, ...settings });
};

const created: Step = { status: 201, body: card('crd_1') };

it('a refused key ends the letters of its account alone, where the run goes on', async () => {
	await start((key) =>
		key === 'k1' ? { status: 401, body: failure('authentication_error', 'invalid_api_key') } : created,
	);
	const { items: letters } = await run({ items: items('k1', 'k2', 'k1', 'k2'), ...goesOn });
	expect(letters.map(({ id }) => id)).toEqual([null, 'crd_1', null, 'crd_1']);
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
	const back = (swapTo?: string) =>
		checked.items.map((json) => {
			const { account_key: own } = json.input as { account_key: string };
			return { json: { ...json, account_key: swapTo ?? own } };
		});
	const fromCheck = { operation: 'createFromCheck' };
	const ordered = await run({ items: back() }, fromCheck);
	expect(ordered.items.map(({ id }) => id)).toEqual(['k1', 'k2']);
	expect((await run({ items: back('k1') }, fromCheck)).error?.message).toMatch(
		/^Item 2 was checked with another credential or for another account/,
	);
});

it('reads with the key of each item', async () => {
	await start((key) => ({ status: 200, body: { styles: [{ id: key, name: key }] } }));
	const styles = await run({ items: items('k1', 'k2') }, { resource: 'style', operation: 'getMany' });
	expect(styles.items.map(({ id }) => id)).toEqual(['k1', 'k2']);
});

it.each([
	['only checks', 'check'],
	['orders', 'order'],
])(
	'an item for which the credential gives no key is named, and nothing is sent: a run that %s',
	async (_what, orderingMode) => {
		await start(() => created);
		for (const key of ['', undefined]) {
			const { error } = await run({ items: items('k1', key) }, { orderingMode });
			expect(error?.message).toBe('The credential has no API key for item 2. This step ordered nothing.');
		}
		expect(service.received).toEqual([]);
	},
);

it('a key that a sheet holds as a number is checked like any other', async () => {
	await start(() => ({ status: 200, body: { styles: [] } }));
	const checked = await run({ items: items(12345) }, { orderingMode: 'check' });
	expect(checked.items).toMatchObject([{ outcome: 'fine', problems: [] }]);
});

it('an item for which the credential gives no base URL is told so', async () => {
	await start(() => created);
	const credential = { ...service.credential, baseUrl: '={{ $json.url }}' };
	const { error } = await run({ items: items('k1'), credential });
	expect(error?.message).toBe(
		'The base URL of the credential is not a web address. This step ordered nothing.',
	);
});
