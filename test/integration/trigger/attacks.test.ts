/** Every attack against the node in n8n's engine. The same list goes to a real n8n in test/e2e. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import type { EngineWebhook } from '../../../tools/engine/engineWebhook';
import { startTrigger } from '../../../tools/engine/engineWebhook';
import { attackCases, sendAttack } from '../../support/trigger/attackCases';
import type { ReceiverName } from '../../support/trigger/triggerReceivers';
import { CREDENTIAL_DATA, receiver, RECEIVERS } from '../../support/trigger/triggerReceivers';

const IN_LOG = 'Handwritten Letters Trigger rejected a delivery: ';

const triggers = new Map<string, EngineWebhook>();
const warn = jest.spyOn(Container.get(Logger), 'warn');
/** Why deliveries were refused, as n8n's log has it. */
const reasons: string[] = [];

beforeEach(() => {
	warn.mockClear();
});

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
	warn.mockRestore();
});

it.each(attackCases)('$name: $status, executions recorded: $executions', async (attack) => {
	const trigger = triggers.get(attack.receiver) as EngineWebhook;
	const before = trigger.executions.length;
	const answers = await sendAttack(trigger.url, attack);

	expect(answers.map(({ status }) => status)).toEqual(answers.map(() => attack.status));
	expect(trigger.executions.length - before).toBe(attack.executions);
	for (const { body } of answers.filter(({ status }) => status === 401)) {
		expect(body).toBe('{"error":"unauthorized"}');
	}
	const said = warn.mock.calls.map(([message]) => message);
	if (attack.status === 401) {
		// One of a kind that the trigger has just logged is counted.
		const lines = answers.map((_, index) => (said[index] ?? IN_LOG).slice(0, IN_LOG.length));
		expect(lines).toEqual(answers.map(() => IN_LOG));
		reasons.push(...said.map((message) => message.slice(IN_LOG.length)));
	}
	// No secret, no signature, and no letter but that of a genuine event.
	for (const message of said.filter((line) => !line.includes('does not know this event')))
		expect(message).not.toMatch(/whsec_|crd_|[0-9a-f]{32}/i);
	expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it('logged every reason that docs/troubleshooting.md names', () => {
	const text = readFileSync(path.resolve(__dirname, '../../../docs/troubleshooting.md'), 'utf8');
	const [, rows = ''] = /^\| The log says \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
	const named = [...rows.matchAll(/^\| (.*?) \|/gm)]
		// A row may name two.
		.flatMap(([, words = '']) => words.split(' or '))
		.map((words) => words.replaceAll('*', ''));
	expect(named.length).toBeGreaterThan(5);
	const pattern = (words: string): RegExp => new RegExp(words.replace(/ ?… ?/, '.*'));
	expect(named.filter((words) => !reasons.some((reason) => pattern(words).test(reason)))).toEqual([]);
});
