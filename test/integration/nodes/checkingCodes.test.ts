/** Exactly what was checked is what leaves: anything changed in between, and nothing leaves. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { CredentialData, NodeSettings } from '../../../tools/engine/engine';
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
	options: { pictures: 'none' },
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

type Path = Array<string | number>;

/** Every value in the item, by its path. */
function leaves(value: unknown, path: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [path];
	return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function change(item: IDataObject, path: Path, to: (value: unknown) => unknown): IDataObject {
	const copy = JSON.parse(JSON.stringify(item)) as Record<string, unknown>;
	let holder: Record<string, unknown> = copy;
	for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
	const last = path.at(-1) ?? '';
	const changed = to(holder[last]);
	if (changed !== undefined) holder[last] = changed;
	else if (Array.isArray(holder)) holder.splice(Number(last), 1);
	else Reflect.deleteProperty(holder, last);
	return copy as IDataObject;
}

/** Another value of the same type. */
function other_(value: unknown): unknown {
	if (typeof value === 'string') return value.endsWith('1') ? `${value.slice(0, -1)}2` : `${value}1`;
	if (typeof value === 'number') return value + 1;
	return value !== true;
}

/** The letter with any single value changed, removed or added, or with one of another letter's. */
function tamperings(item: IDataObject, another: IDataObject): IDataObject[] {
	const { request, idempotency_key, code } = item;
	const paths = leaves({ request, idempotency_key, code });
	expect(paths.length).toBeGreaterThan(15);
	return [
		...paths.flatMap((path) => [change(item, path, other_), change(item, path, () => undefined)]),
		change(item, ['request', 'note'], () => 'x'),
		change(item, ['request', 'to', 'note'], () => 'x'),
		change(item, ['request', 'metadata', 'c'], () => 1),
		change(item, ['request'], () => another.request),
		change(item, ['idempotency_key'], () => another.idempotency_key),
		change(item, ['code'], () => another.code),
		change(item, ['code'], () => null),
	];
}

/** The account, the host, the port or the path changed. */
function otherAddresses(): CredentialData[] {
	const { port } = new URL(sandbox.origin);
	return [
		{ apiKey: 'other_key' },
		{ baseUrl: other.credential.baseUrl },
		{ baseUrl: `http://localhost:${port}/v1` },
		{ baseUrl: `${sandbox.origin}/v2` },
		{ baseUrl: sandbox.origin },
	].map((changes) => ({ ...sandbox.credential, ...changes }));
}

/** That none of the changes lets a letter leave. */
async function refusesChanges(ana: IDataObject, bia: IDataObject): Promise<void> {
	for (const json of tamperings(ana, bia)) {
		const { error } = await order([{ json }, { json: bia }]);
		expect(error?.message).toMatch(/^Item 1.* (has changed since it was checked|was not checked)/);
		expect(error?.message).toContain('This step ordered nothing.');
	}
	for (const credential of otherAddresses()) {
		const { error } = await order([{ json: ana }], {}, { credential });
		expect(error?.message).toContain('has changed since it was checked');
	}
	const requests = [...(await sandbox.requests()), ...(await other.requests())];
	expect(requests.map(({ method }) => method)).not.toContain('POST');
}

it('orders under a base URL that is only written otherwise', async () => {
	const credential = { ...sandbox.credential, baseUrl: `${sandbox.credential.baseUrl}/ ` };
	expect((await order([{ json: await checkOne() }], {}, { credential })).error).toBeUndefined();
});

it.each(['code', 'idempotency_key'])('says that an item has no %s from a check', async (field) => {
	const { error } = await order([{ json: { ...(await checkOne()), [field]: undefined } }]);
	expect(error?.message).toContain(`was not checked: it has no ${field} from a check`);
	expect(await sandbox.letters()).toBe(0);
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

it('orders nothing when it is only to check, and gives the same codes again', async () => {
	const checked = await check(['Ana']);
	const { items } = await order(checked, { orderingMode: 'check' });
	expect(items).toEqual(checked.map(({ json }) => json));
	expect(await sandbox.letters()).toBe(0);
});

it('orders nothing that was changed', async () => {
	const [ana, bia] = await check(['Ana', 'Bia']);
	await refusesChanges(ana?.json ?? {}, bia?.json ?? {});
});

it.each(faultCases)('orders exactly what was checked, beside $what', async ({ faults, limits, options }) => {
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
});

describe('the name and the External ID that stand beside the request', () => {
	it.each<[string, IDataObject]>([
		['as they are', {}],
		['with white space', { name: ' Ana  ', external_id: '1001 ' }],
		['not there', { name: undefined, external_id: undefined }],
		['emptied', { name: null, external_id: null }],
		['as the number that a sheet has made of it', { external_id: 1001 }],
	])('order the letter %s', async (_what, shown) => {
		const ana = await checkOne({ ...full, externalId: '1001' });
		expect((await order([{ json: { ...ana, ...shown } }])).error).toBeUndefined();
		expect(await sandbox.letters()).toBe(1);
	});

	it.each<[string, IDataObject, string]>([
		['the name of another', { name: 'Bia' }, 'Name'],
		['another External ID', { external_id: 'P-2' }, 'External ID'],
		['an emptied text', { name: '' }, 'Name'],
	])('refuse %s: a person has seen that', async (_what, shown, field) => {
		const [ana, ...others] = await check(['Ana', 'Caio']);
		const { error } = await order([{ json: { ...ana?.json, ...shown } }, ...others]);
		expect(error?.message).toBe(
			`Item 1: ${field} differs from the letter that was checked. Check it again. This step ordered nothing.`,
		);
		expect(await sandbox.letters()).toBe(0);
	});
});

it.each<
	[
		string,
		NodeSettings['node'],
		[INodeParameters, NodeSettings['mode']],
		[INodeParameters, NodeSettings['mode']],
	]
>([
	[
		'as in Create, those in production',
		{},
		[{ orderingMode: 'checkInEditor' }, 'manual'],
		[{ orderingMode: 'checkInEditor' }, 'trigger'],
	],
	[
		"as an agent's tool, those with Let AI Agents Order",
		{ type: `${ACTION}Tool` },
		[{}, 'trigger'],
		[{ options: { letAgentsOrder: true } }, 'trigger'],
	],
])('the runs that order are %s', async (_what, node, checks, orders) => {
	const items = await check(['Ana']);
	for (const [[parameters, mode], outcome, letters] of [
		[checks, 'fine', 0],
		[orders, 'ordered', 1],
	] as const) {
		expect((await order(items, parameters, { node, mode })).items).toMatchObject([{ outcome }]);
		expect(await sandbox.letters()).toBe(letters);
	}
});
