/** Exactly what was checked is what leaves: anything changed in between, and nothing leaves. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { CredentialData } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { ACTION } from '../../../tools/n8n/examples';
import { faultCases } from '../../support/faultCases';
import { letterItem, letterParameters } from '../../support/letters';
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

const fromCheck: INodeParameters = { resource: 'card', operation: 'createFromCheck', orderingMode: 'order' };

const run = async (parameters: INodeParameters, items: INodeExecutionData[], credential: CredentialData) =>
	await runActionNode({ parameters, items, credential });

/** Checks the letters and gives them as the next node gets them. */
async function check(names: string[], parameters = full): Promise<INodeExecutionData[]> {
	const items = names.map((name) => letterItem(name));
	const { outputs, error } = await run({ ...parameters, orderingMode: 'check' }, items, sandbox.credential);
	expect(error).toBeUndefined();
	return JSON.parse(JSON.stringify(outputs[0])) as INodeExecutionData[];
}
const order = async (
	items: INodeExecutionData[],
	credential = sandbox.credential,
	more: INodeParameters = {},
) => await run({ ...fromCheck, ...more }, items, credential);

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

it('orders exactly what was checked, and once, however often it is run', async () => {
	const checked = await check(['Ana', 'Bia', 'Caio']);
	for (let times = 0; times < 2; times += 1) {
		const { outputs, error } = await order(checked);
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json.external_id)).toEqual(['Ana', 'Bia', 'Caio']);
	}
	const { cards } = await sandbox.control<{ cards: Array<{ request: object }> }>('GET', '/cards');
	const requests = cards.map(({ request }) => request);
	expect(requests).toHaveLength(3);
	expect(requests).toEqual(expect.arrayContaining(checked.map(({ json }) => json.request)));
	const posts = (await sandbox.requests()).filter(({ method }) => method === 'POST');
	expect(posts[0]?.idempotency_key).toBe(checked[0]?.json.idempotency_key);
});

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
		const { error } = await order([{ json: ana }], credential);
		expect(error?.message).toContain('has changed since it was checked');
	}
	const requests = [...(await sandbox.requests()), ...(await other.requests())];
	expect(requests.map(({ method }) => method)).not.toContain('POST');
}

it('orders nothing when any single value, the API key, host, port or path was changed', async () => {
	const [ana, bia] = await check(['Ana', 'Bia']);
	await refusesChanges(ana?.json ?? {}, bia?.json ?? {});
	const baseUrl = `${sandbox.credential.baseUrl}/ `;
	const { error } = await order([ana ?? { json: {} }], { ...sandbox.credential, baseUrl });
	expect(error).toBeUndefined();
}, 60_000);

it.each(['code', 'idempotency_key'])('says that an item has no %s from a check', async (field) => {
	const [ana] = await check(['Ana']);
	const { error } = await order([{ json: { ...ana?.json, [field]: undefined } }]);
	expect(error?.message).toContain(`was not checked: it has no ${field} from a check`);
	expect(await sandbox.letters()).toBe(0);
});

it('takes an item that a sheet has kept as text', async () => {
	const [ana, wrong] = await check(['Ana', '']);
	const kept = ({ json }: INodeExecutionData) => ({
		json: { ...json, request: JSON.stringify(json.request) },
	});
	const { error } = await order([kept(ana ?? { json: {} })]);
	expect(error).toBeUndefined();
	expect(await sandbox.letters()).toBe(1);
	const refused = await order([kept(wrong ?? { json: {} })]);
	expect(refused.error?.message).toContain('was not fine in the check');
});

it('takes the item with its keys in another order: contents count', async () => {
	const turn = (value: unknown): unknown =>
		Array.isArray(value)
			? value.map(turn)
			: typeof value === 'object' && value !== null
				? Object.fromEntries(
						Object.entries(value)
							.reverse()
							.map(([key, inner]) => [key, turn(inner)]),
					)
				: value;
	const [ana] = await check(['Ana']);
	const { error } = await order([{ json: turn(ana?.json) as IDataObject }]);
	expect(error).toBeUndefined();
	expect(await sandbox.letters()).toBe(1);
});

it('orders no letter that was to be corrected, and sends the others under Continue', async () => {
	const checked = await check(['', 'Bia']);
	const { error } = await order(checked);
	expect(error?.message).toContain(
		'was not fine in the check. Take it out with a Filter on outcome before this node',
	);
	const { outputs } = await runActionNode({
		parameters: fromCheck,
		items: checked,
		credential: sandbox.credential,
		node: { onError: 'continueRegularOutput' },
	});
	expect(outputs[0]?.map(({ json }) => json.outcome)).toEqual(['to_correct', 'ordered']);
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
	const { outputs } = await order(checked, sandbox.credential, { orderingMode: 'check' });
	expect(outputs[0]?.map(({ json }) => json)).toEqual(checked.map(({ json }) => json));
	expect(await sandbox.letters()).toBe(0);
});

it.each(faultCases)(
	'orders exactly what was checked, and nothing that was changed, beside $what',
	async ({ faults, limits, options }) => {
		const names = Array.from({ length: 150 }, (_none, index) => `Ana ${index}`);
		const checked = await check(names);
		if (faults) await sandbox.control('PUT', '/faults', { rules: faults });
		if (limits) await sandbox.control('PUT', '/limits', limits);
		await refusesChanges(checked[0]?.json ?? {}, checked[1]?.json ?? {});
		const { outputs, error } = await order(checked, sandbox.credential, options && { options });
		expect(error).toBeUndefined();
		expect(new Set(outputs[0]?.map(({ json }) => json.id)).size).toBe(names.length);
		expect(outputs[0]?.map(({ json }) => json.external_id)).toEqual(names);
		const sent = (await sandbox.cards()).map(({ request }) => request);
		expect(sent).toHaveLength(names.length);
		expect(sent).toEqual(expect.arrayContaining(checked.map(({ json }) => json.request)));
		const struck = (await sandbox.requests()).filter(({ fault }) => fault !== null);
		expect(struck.length > 0).toBe(faults !== undefined);
	},
	60_000,
);

describe('the name and the External ID that stand beside the request', () => {
	it.each<[string, IDataObject]>([
		['as they are', {}],
		['with white space', { name: ' Ana  ', external_id: 'Ana ' }],
		['not there', { name: undefined, external_id: undefined }],
		['emptied', { name: null, external_id: null }],
	])('order the letter %s', async (_what, shown) => {
		const [ana] = await check(['Ana']);
		const { error } = await order([{ json: { ...ana?.json, ...shown } }]);
		expect(error).toBeUndefined();
		expect(await sandbox.letters()).toBe(1);
	});

	it('may be a number that a sheet has made of them', async () => {
		const parameters = { ...full, externalId: '1001' };
		const [ana] = await check(['Ana'], parameters);
		const { error } = await order([{ json: { ...ana?.json, external_id: 1001 } }]);
		expect(error).toBeUndefined();
		expect(await sandbox.letters()).toBe(1);
	});

	it.each<[string, IDataObject, string]>([
		['the name of another', { name: 'Bia' }, 'Name'],
		['another External ID', { external_id: 'P-2' }, 'External ID'],
		['an emptied text', { name: '' }, 'Name'],
	])('refuse %s: a person has seen that', async (_what, shown, field) => {
		const [ana, caio] = await check(['Ana', 'Caio']);
		const { error } = await order([{ json: { ...ana?.json, ...shown } }, caio ?? { json: {} }]);
		expect(error?.message).toBe(
			`Item 1: ${field} differs from the letter that was checked. Check it again. This step ordered nothing.`,
		);
		expect(await sandbox.letters()).toBe(0);
	});
});

describe('the runs that order', () => {
	it('are those of Create: in the editor it only checks', async () => {
		const [ana] = await check(['Ana']);
		const settings = { credential: sandbox.credential, items: [ana ?? { json: {} }] };
		const parameters = { resource: 'card', operation: 'createFromCheck' };
		const editor = await runActionNode({ ...settings, parameters, mode: 'manual' });
		expect(editor.outputs[0]?.map(({ json }) => json.outcome)).toEqual(['fine']);
		expect(await sandbox.letters()).toBe(0);
		const published = await runActionNode({ ...settings, parameters, mode: 'trigger' });
		expect(published.outputs[0]?.map(({ json }) => json.outcome)).toEqual(['ordered']);
		expect(await sandbox.letters()).toBe(1);
	});

	it("as an agent's tool need Let AI Agents Order", async () => {
		const [ana] = await check(['Ana']);
		const call = async (options: INodeParameters) =>
			await runActionNode({
				parameters: { ...fromCheck, options },
				credential: sandbox.credential,
				items: [ana ?? { json: {} }],
				node: { type: `${ACTION}Tool` },
			});
		const checked = await call({});
		expect(checked.outputs[0]?.map(({ json }) => json.outcome)).toEqual(['fine']);
		expect(await sandbox.letters()).toBe(0);
		const ordered = await call({ letAgentsOrder: true });
		expect(ordered.outputs[0]?.map(({ json }) => json.outcome)).toEqual(['ordered']);
		expect(await sandbox.letters()).toBe(1);
	});
});
