/** Metadata comes back exactly as it was sent, and numbers are equal by their decimal value. */
import { callForText, freshKey, newDataFolder, order, startReceiver, TestSandbox } from './support';

const METADATA =
	'{"big":1e400,"id":12345678901234567890,"price":1.0,"list":[0.10,-0,1E5,{"deep":9007199254740993}],"plain":7}';
const rawOrder = (metadata: string) => `${JSON.stringify(order()).slice(0, -1)},"metadata":${metadata}}`;

const textOf = async (url: string) => (await callForText('GET', url)).text;

async function postText(api: TestSandbox, where: string, rawBody: string, idempotencyKey = freshKey()) {
	const { status, text } = await callForText('POST', api.sandbox.baseUrl + where, {
		rawBody,
		idempotencyKey,
	});
	return { status, text };
}

it.each([false, true])('in answers, webhooks and the control API; data folder: %s', async (hasFile) => {
	const receiver = await startReceiver();
	const options = { webhookUrl: receiver.url, ...(hasFile && { data: newDataFolder() }) };
	let api = await TestSandbox.start(options);
	const key = freshKey();
	const created = await postText(api, '/cards', rawOrder(METADATA), key);
	const { id } = JSON.parse(created.text) as { id: string };
	const whole = `"metadata":${METADATA}`;
	expect(created.text).toContain(whole);
	await postText(api, '/batches', `{"cards":[${rawOrder(METADATA)}]}`);
	await receiver.gets(2);
	for (const { rawBody } of receiver.received) expect(rawBody.toString()).toContain(whole);

	if (hasFile) {
		await api.sandbox.close();
		api = await TestSandbox.start(options);
	}
	expect(await textOf(`${api.sandbox.baseUrl}/cards/${id}`)).toContain(whole);
	const listed = await textOf(`${api.sandbox.origin}/_sandbox/cards`);
	// Of each letter as the card's and as the order's.
	expect(listed.split(whole)).toHaveLength(5);
	expect(await postText(api, '/cards', rawOrder(METADATA), key)).toEqual(created);
});

it.each([
	['1', '1.0', true],
	['100', '1e2', true],
	['-0.50', '-5e-1', true],
	['0', '-0.0e9', true],
	['1e400', '10e399', true],
	['1e400', '1e401', false],
	['12345678901234567890', '12345678901234567891', false],
	['12345678901234567890', '12345678901234567890.0', true],
	['9007199254740993', '9007199254740992', false],
	['1', '"1"', false],
	['1e99999999999999999999', '10e99999999999999999998', true],
])('under one key %s and %s: the same payload is %s', async (first, second, isSame) => {
	const api = await TestSandbox.start();
	const key = freshKey();
	await postText(api, '/cards', rawOrder(`{"n":${first}}`), key);
	const again = await postText(api, '/cards', rawOrder(`{"n":${second}}`), key);
	expect(again.status).toBe(isSame ? 201 : 409);
});
