/** Every attack over real HTTP against the packed trigger in a real n8n; executions are n8n's own count. */
import { attackCases as allCases, unreadByN8n1 } from '../support/attackCases';
import type { Listening } from '../support/n8n/listening';
import { until } from '../support/n8n/n8nClient';
import { major, Scene } from '../support/n8n/scene';
import { sendRaw, type RawAnswer } from '../support/rawRequest';
import { CREDENTIAL_DATA, RECEIVERS, receiver, type ReceiverName } from '../support/triggerReceivers';

jest.setTimeout(60_000);

const attackCases = allCases.map((attack) =>
	major === 1 && unreadByN8n1.includes(attack.name) ? { ...attack, status: 422, executions: 0 } : attack,
);
let scene: Scene;
const listening = new Map<string, Listening>();

beforeAll(async () => {
	scene = await Scene.start();
	for (const name of Object.keys(RECEIVERS) as ReceiverName[]) {
		const { parameters, credential: given, changedLater } = receiver(name);
		const credential = await scene.credentialWith({ ...CREDENTIAL_DATA, ...given });
		listening.set(name, await scene.listen(parameters, credential));
		await scene.client.updateCredential(credential, { ...credential.data, ...changedLater });
	}
}, 1_200_000);

afterAll(async () => {
	await scene.stop();
});

const recorded = async ({ workflow }: Listening) => (await scene.client.executions(workflow)).length;

/** n8n 1 answers a moment before it stores the execution. */
const recordedAtLeast = (target: Listening, count: number) =>
	until(`${count} executions`, async () => (await recorded(target)) >= count || undefined);

test.each(attackCases)('$name: $status, executions recorded: $executions', async (attack) => {
	const target = listening.get(attack.receiver) as Listening;
	const before = await recorded(target);
	const requests = attack.requests();
	const answers: RawAnswer[] = attack.atOnce
		? await Promise.all(requests.map((request) => sendRaw(target.url, request)))
		: [];
	if (!attack.atOnce) for (const request of requests) answers.push(await sendRaw(target.url, request));

	expect(answers.map(({ status }) => status)).toEqual(requests.map(() => attack.status));
	await recordedAtLeast(target, before + attack.executions);
	expect((await recorded(target)) - before).toBe(attack.executions);
	for (const { body } of answers.filter(({ status }) => status === 401)) {
		expect(body).toBe('{"error":"unauthorized"}');
	}
});

test('in the end n8n holds no execution that a refused delivery recorded late', async () => {
	const counts = await Promise.all([...listening.values()].map(recorded));
	const expected = attackCases.reduce((sum, { executions }) => sum + executions, 0);
	expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expected);
});

test.each([
	['no webhook secret', { webhookSecret: '' }, /has no webhook secret/],
	['a webhook secret of spaces', { webhookSecret: '  ' }, /has no webhook secret/],
	['white space after the webhook secret', { webhookSecret: 'whsec_test\n' }, /webhook secret.*white space/],
	['white space before the previous secret', { previousWebhookSecret: ' x' }, /previous webhook secret.*white space/],
])('does not start with %s, and says so', async (_, changes, reason) => {
	const credential = await scene.credentialWith({ ...CREDENTIAL_DATA, ...changes });
	await expect(scene.listen({ events: ['*'] }, credential)).rejects.toThrow(reason);
});
