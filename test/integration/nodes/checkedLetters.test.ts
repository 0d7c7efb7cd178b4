/** An order of a checked letter: its request, under its key, for the account that it was checked for. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { ACTION } from '../../../tools/n8n/examples';
import { faultCases } from '../../support/faultCases';
import { goesOn, lettersTo, runLetters } from '../../support/letterRuns';
import { letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();
const other = withSandbox();

const full: INodeParameters = {
	...letterParameters,
	addressLine2: 'ap. 2',
	country: 'BR',
	template: { __rl: true, mode: 'id', value: 'tpl_birthday' },
	style: { __rl: true, mode: 'id', value: 'sty_casual' },
	externalId: '={{ $json.name }}',
	additionalFields: {
		scheduleAt: '2099-01-01T09:00:00',
		metadata: { values: [{ key: '', value: '={{ { b: { z: 1, a: [true, null, "x"] }, a: 1.5 } }}' }] },
	},
	options: { pictures: false },
};

/** Checks the letters and gives them as the next node gets them. */
async function check(names: string[], parameters = full): Promise<INodeExecutionData[]> {
	const checking = { ...parameters, orderingMode: 'check' };
	const { outputs, error } = await runLetters(sandbox.credential, checking, { items: lettersTo(...names) });
	expect(error).toBeUndefined();
	return JSON.parse(JSON.stringify(outputs[0])) as INodeExecutionData[];
}
const checkOne = async (parameters = full): Promise<IDataObject> =>
	(await check(['Ana'], parameters))[0]?.json ?? {};
const order = async (
	items: INodeExecutionData[],
	more: INodeParameters = {},
	settings: Partial<NodeSettings> = {},
) => await runLetters(sandbox.credential, { operation: 'createFromCheck', ...more }, { items, ...settings });

/** That nothing was ordered, and why. */
async function refuses(json: IDataObject, why: string, settings: Partial<NodeSettings> = {}): Promise<void> {
	const { error } = await order([{ json }], {}, settings);
	expect(error?.message).toContain(why);
	expect(error?.message).toContain('This step ordered nothing.');
	const requests = [...(await sandbox.requests()), ...(await other.requests())];
	expect(requests.map(({ method }) => method)).not.toContain('POST');
}

it.each<[string, IDataObject, string]>([
	['no outcome', { outcome: undefined }, 'was not fine in the check'],
	['another outcome', { outcome: 'ordered' }, 'was not fine in the check'],
	['no request', { request: null }, 'was not checked: it has no request'],
	['no account', { account: undefined }, 'was checked with another credential or for another account'],
	['another account', { account: 'x' }, 'was checked with another credential or for another account'],
	['a key that no header can hold', { idempotency_key: 'ação' }, 'idempotency_key is not the key of a check'],
])('refuses an item with %s', async (_what, changes, why) => {
	await refuses({ ...(await checkOne()), ...changes }, why);
});

it.each<[string, (request: IDataObject) => IDataObject, string]>([
	['the contract', (request) => ({ ...request, note: 'x' }), 'has a field the service does not know'],
	['the address', ({ to, ...rest }) => ({ ...rest, to: { ...(to as object), zip: '123' } }), 'Postal Code'],
])('judges %s again', async (_what, change, why) => {
	const ana = await checkOne();
	await refuses({ ...ana, request: change(ana.request as IDataObject) }, why);
});

it('refuses a letter that was checked for another service', async () => {
	await refuses(await checkOne(), 'for another account', { credential: other.credential });
});

it('orders under a base URL that is written otherwise, and knows the account by another API key', async () => {
	const json = await checkOne();
	const credential = { ...sandbox.credential, baseUrl: `${sandbox.credential.baseUrl}/ ` };
	expect((await order([{ json }], {}, { credential })).error).toBeUndefined();
	const revoked = await order([{ json }], {}, { credential: { ...credential, apiKey: 'new_key' } });
	expect(revoked.error?.message).toContain('The service rejected the API key');
});

it('orders a letter without a key of the check under its External ID, which is the same letter', async () => {
	const json = await checkOne();
	await order([{ json }]);
	const { items } = await order([{ json: { ...json, idempotency_key: null } }]);
	expect(items).toMatchObject([{ idempotency_key: json.idempotency_key }]);
	expect(await sandbox.letters()).toBe(1);
});

it('orders a text that looks like a mistake, because a person has seen it', async () => {
	const ana = await checkOne({ ...full, message: 'Oi [NOME]', options: { textThatIsMeant: ['message'] } });
	expect((await order([{ json: ana }])).error).toBeUndefined();
	expect(await sandbox.letters()).toBe(1);
});

it('takes an item that a sheet has kept as text', async () => {
	const { request, ...ana } = await checkOne();
	const { error } = await order([{ json: { ...ana, request: JSON.stringify(request) } }]);
	expect(error).toBeUndefined();
	expect(await sandbox.letters()).toBe(1);
});

it('takes the item with its keys in another order: contents count', async () => {
	const turned = JSON.parse(JSON.stringify(await checkOne()), (_key, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).reverse())
			: value,
	) as IDataObject;
	const { error } = await order([{ json: turned }]);
	expect(error).toBeUndefined();
	expect(await sandbox.letters()).toBe(1);
});

it('orders no letter that was to be corrected, and sends the others under Continue', async () => {
	const checked = await check(['', 'Bia']);
	const { error } = await order(checked);
	expect(error?.message).toContain(
		'was not fine in the check. Take it out with a Filter on outcome before this node',
	);
	const { items } = await order(checked, {}, goesOn);
	expect(items.map(({ outcome }) => outcome)).toEqual(['to_correct', 'ordered']);
});

it('refuses two checked letters under one key: the second would come back with the id of the first', async () => {
	const checked = [...(await check(['Ana'])), ...(await check(['Ana'], { ...full, message: 'Other' }))];
	const { error } = await order(checked);
	expect(error?.message).toBe(
		'Item 2 has the same idempotency_key as item 1, but other contents. This step ordered nothing.',
	);
	expect(await sandbox.letters()).toBe(0);
	const equal = await order([checked[0], checked[0]].map((item) => item ?? { json: {} }));
	const [one, same] = equal.outputs[0]?.map(({ json }) => [json.outcome, json.id]) ?? [];
	expect(one).toEqual(['ordered', expect.any(String)]);
	expect(same).toEqual(one);
	expect(await sandbox.letters()).toBe(1);
});

it('refuses a checked letter whose date has passed', async () => {
	jest.useFakeTimers({
		doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'],
	});
	try {
		const now = Date.now();
		const checked = await check(['Ana'], {
			...full,
			additionalFields: { scheduleAt: new Date(now + 60_000).toISOString() },
		});
		jest.setSystemTime(now + 61_000);
		const { error } = await order(checked);
		expect(error?.message).toContain('Schedule At must not be before the start of this run');
	} finally {
		jest.useRealTimers();
	}
});

it('orders nothing when it is only to check, and gives the same items again', async () => {
	const checked = await check(['Ana']);
	const { items } = await order(checked, { orderingMode: 'check' });
	expect(items).toEqual(checked.map(({ json }) => json));
	expect(await sandbox.letters()).toBe(0);
});

it.each(faultCases)(
	'orders exactly what was checked, however often, beside $what',
	async ({ faults, limits, options }) => {
		const names = Array.from({ length: 150 }, (_none, index) => `Ana ${index}`);
		const checked = await check(names);
		if (faults) await sandbox.control('PUT', '/faults', { rules: faults });
		if (limits) await sandbox.control('PUT', '/limits', limits);
		// However often it is run.
		for (let times = 0; times < 2; times += 1) {
			const { items, error } = await order(checked, options && { options });
			expect(error).toBeUndefined();
			expect(new Set(items.map(({ id }) => id)).size).toBe(names.length);
			expect(items.map(({ external_id: id }) => id)).toEqual(names);
		}
		const sent = (await sandbox.cards()).map(({ request }) => request);
		expect(sent).toHaveLength(names.length);
		expect(sent).toEqual(expect.arrayContaining(checked.map(({ json }) => json.request)));
		const keys = (await sandbox.requests()).map(({ idempotency_key: key }) => key);
		expect(keys).toContain(checked[0]?.json.idempotency_key);
		const struck = (await sandbox.requests()).filter(({ fault }) => fault !== null);
		expect(struck.length > 0).toBe(faults !== undefined);
	},
);

it('orders nothing as the tool of an agent, which could have made up the item', async () => {
	const items = await check(['Ana']);
	const node = { type: `${ACTION}Tool` };
	for (const options of [{}, { letAgentsOrder: true }]) {
		await order(items, { options }, { node, mode: 'trigger' });
		expect(await sandbox.letters()).toBe(0);
	}
});

it('orders as Create does: in production', async () => {
	const items = await check(['Ana']);
	for (const [mode, outcome, letters] of [
		['manual', 'fine', 0],
		['trigger', 'ordered', 1],
	] as const) {
		const { items: given } = await order(items, { orderingMode: 'checkInEditor' }, { mode });
		expect(given).toMatchObject([{ outcome }]);
		expect(await sandbox.letters()).toBe(letters);
	}
});
