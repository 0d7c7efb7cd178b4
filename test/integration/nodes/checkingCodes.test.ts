/** Exactly what was checked is what leaves: anything changed in between, and nothing leaves. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { CredentialData } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { SandboxClient } from '../../../tools/sandboxClient';
import { faultCases } from '../../support/faultCases';
import { letterItem, letterParameters } from '../../support/letters';

let sandbox: SandboxClient;
let other: SandboxClient;
beforeAll(async () => {
	other = await SandboxClient.start();
});
beforeEach(async () => {
	sandbox = await SandboxClient.start();
});
afterEach(async () => {
	await sandbox.close();
});
afterAll(async () => {
	await other.close();
});

const full: INodeParameters = {
	...letterParameters,
	addressLine2: 'ap. 2',
	country: 'BR',
	template: { __rl: true, mode: 'id', value: 'tpl_birthday' },
	style: { __rl: true, mode: 'id', value: 'sty_casual' },
	externalId: '={{ $json.name }}',
	additionalFields: {
		scheduleAt: '2099-01-01T09:00:00',
		metadataJson: '{"b":{"z":1,"a":[true,null,"x"]},"a":1.5}',
	},
};

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
) => await run({ ...letterParameters, letterSource: 'checked', ...more }, items, credential);

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

it('orders nothing when any single value of any letter was changed, removed or added', async () => {
	const [ana, bia] = await check(['Ana', 'Bia']);
	const item = ana?.json ?? {};
	const paths = leaves({ request: item.request, idempotency_key: item.idempotency_key, code: item.code });
	expect(paths.length).toBeGreaterThan(15);
	const tampered = [
		...paths.flatMap((path) => [change(item, path, other_), change(item, path, () => undefined)]),
		change(item, ['request', 'note'], () => 'x'),
		change(item, ['request', 'to', 'note'], () => 'x'),
		change(item, ['request', 'metadata', 'c'], () => 1),
		change(item, ['request'], () => bia?.json.request),
		change(item, ['idempotency_key'], () => bia?.json.idempotency_key),
		change(item, ['code'], () => bia?.json.code),
		change(item, ['code'], () => null),
	];
	for (const json of tampered) {
		const { error } = await order([{ json }, { json: bia?.json ?? {} }]);
		expect(error?.message).toMatch(/^Row 1.* (is not the letter that was checked|holds no checked letter)/);
		expect(error?.message).toContain('Nothing was sent');
	}
	expect((await sandbox.requests()).filter(({ method }) => method === 'POST')).toEqual([]);
}, 60_000);

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

it('orders nothing with another key, host, port or path', async () => {
	const checked = await check(['Ana']);
	const { credential } = sandbox;
	const { port } = new URL(sandbox.origin);
	for (const changes of [
		{ apiKey: 'other_key' },
		{ baseUrl: other.credential.baseUrl },
		{ baseUrl: `http://localhost:${port}/v1` },
		{ baseUrl: `${sandbox.origin}/v2` },
		{ baseUrl: sandbox.origin },
	]) {
		const { error } = await order(checked, { ...credential, ...changes });
		expect(error?.message).toContain('is not the letter that was checked');
	}
	expect(
		[...(await sandbox.requests()), ...(await other.requests())].map(({ method }) => method),
	).not.toContain('POST');
	const { error } = await order(checked, { ...credential, baseUrl: `${credential.baseUrl}/ ` });
	expect(error).toBeUndefined();
});

it('orders no letter that was to be corrected, and sends the others under Continue', async () => {
	const checked = await check(['', 'Bia']);
	const { error } = await order(checked);
	expect(error?.message).toContain('holds no checked letter');
	const { outputs } = await runActionNode({
		parameters: { ...letterParameters, letterSource: 'checked' },
		items: checked,
		credential: sandbox.credential,
		node: { onError: 'continueRegularOutput' },
	});
	expect(outputs[0]?.map(({ json }) => json.status ?? 'refused')).toEqual(['refused', 'queued']);
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
		expect(error?.message).toContain('schedule_at must not lie before the start of this run');
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
	'orders exactly what was checked beside $what',
	async ({ faults, limits, options }) => {
		const names = Array.from({ length: 150 }, (_none, index) => `Ana ${index}`);
		const checked = await check(names);
		if (faults) await sandbox.control('PUT', '/faults', { rules: faults });
		if (limits) await sandbox.control('PUT', '/limits', limits);
		const tampered = change(checked[75]?.json ?? {}, ['request', 'message'], () => 'Other');
		const { error } = await order(checked.with(75, { json: tampered }));
		expect(error?.message).toContain('Row 76');
		expect(await sandbox.letters()).toBe(0);
		const { outputs, error: failed } = await order(checked, sandbox.credential, options && { options });
		expect(failed).toBeUndefined();
		expect(new Set(outputs[0]?.map(({ json }) => json.id)).size).toBe(names.length);
		expect(outputs[0]?.map(({ json }) => json.external_id)).toEqual(names);
		expect(await sandbox.letters()).toBe(names.length);
	},
	60_000,
);
