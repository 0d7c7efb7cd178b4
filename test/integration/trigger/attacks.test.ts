/** Every attack against the node in n8n's engine. The same list goes to a real n8n in test/e2e. */
import { attackCases } from '../../support/attackCases';
import type { EngineWebhook } from '../../support/engineWebhook';
import { startTrigger } from '../../support/engineWebhook';
import { sendRaw } from '../../support/rawRequest';
import { CREDENTIAL_DATA, RECEIVERS, receiver, type ReceiverName } from '../../support/triggerReceivers';

const triggers = new Map<string, EngineWebhook>();

beforeAll(async () => {
	for (const name of Object.keys(RECEIVERS) as ReceiverName[]) {
		const { parameters, credential: given, changedLater } = receiver(name);
		const credential = { ...CREDENTIAL_DATA, ...given };
		triggers.set(name, await startTrigger({ parameters, credential }));
		Object.assign(credential, changedLater);
	}
});

afterAll(async () => {
	await Promise.all([...triggers.values()].map((trigger) => trigger.close()));
});

it('has at least 60 cases, each with a name of its own', () => {
	expect(attackCases.length).toBeGreaterThanOrEqual(60);
	expect(new Set(attackCases.map(({ name }) => name)).size).toBe(attackCases.length);
});

it.each(attackCases)('$name: $status, executions recorded: $executions', async (attack) => {
	const trigger = triggers.get(attack.receiver) as EngineWebhook;
	const before = trigger.executions.length;
	const requests = attack.requests();
	const answers = attack.atOnce
		? await Promise.all(requests.map((request) => sendRaw(trigger.url, request)))
		: [];
	if (!attack.atOnce) for (const request of requests) answers.push(await sendRaw(trigger.url, request));

	expect(answers.map(({ status }) => status)).toEqual(requests.map(() => attack.status));
	expect(trigger.executions.length - before).toBe(attack.executions);
	for (const { body } of answers.filter(({ status }) => status === 401)) {
		expect(body).toBe('{"error":"unauthorized"}');
	}
	expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
