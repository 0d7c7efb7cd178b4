/**
 * Attacks over real HTTP against the packed trigger in a real n8n, those above all of which n8n itself reads
 * the request; executions are n8n's own count. All of them go to the node in n8n's engine, in test/integration.
 */
import { FINAL } from '../../../tools/n8n/execution';
import type { Listening } from '../../../tools/n8n/process/listening';
import type { Scene } from '../../../tools/n8n/scenes/scene';
import { traits } from '../../../tools/n8n/scenes/scene';
import { until } from '../../../tools/waiting';
import type { AttackCase } from '../../support/trigger/attackCases';
import { attackCases, sendAttack, withByteOrderMark } from '../../support/trigger/attackCases';
import { CREDENTIAL_DATA, receiver } from '../../support/trigger/triggerReceivers';
import { withScene } from '../../support/withScene';

const HERE = [
	'wrong secret',
	'Signature: missing',
	'body altered by one byte',
	'301 seconds old',
	'previous secret after its removal',
	'current secret after that removal',
	'body signed with its byte order mark',
	'gzip, signed before packing',
	'multipart/form-data',
	'malformed JSON, forged: n8n refuses it',
	'body of exactly 1 MB',
	'the same event again',
	'the same event ten times at once',
	'GET',
];
const attacks = attackCases.filter(({ name }) => HERE.includes(name));
const receivers = new Set(attacks.map(({ receiver: name }) => name));

let scene: Scene;
const listening = new Map<string, Listening>();

withScene(async (started) => {
	scene = started;
	for (const name of receivers) {
		const { parameters, credential: given, changedLater } = receiver(name);
		const credential = await scene.credentialWith({ ...CREDENTIAL_DATA, ...given });
		listening.set(name, await scene.listen(parameters, credential));
		await scene.client.updateCredential(credential, { ...credential.data, ...changedLater });
	}
});

/** Once all have ended: one that is just ending stands in n8n's list twice or not at all. */
const recorded = ({ workflow }: Listening): Promise<number> =>
	until('the executions to end', async () => {
		const all = await scene.client.executions(workflow);
		const ended = new Set(all.filter(({ status }) => FINAL.includes(status)).map(({ id }) => id));
		return ended.size === all.length ? all.length : undefined;
	});

/** After the last attack; what that did wrong is not counted against the next. */
const counted = new Map<Listening, number>();

/** An n8n that reads no byte order mark refuses such a body before the node sees it. */
const due = ({ name, status, executions }: AttackCase): Pick<AttackCase, 'status' | 'executions'> =>
	withByteOrderMark.includes(name) && !traits.readsByteOrderMarks
		? { status: 422, executions: 0 }
		: { status, executions };

/** Also those that are just ending. */
const recordedAtLeast = (target: Listening, count: number) =>
	until(`${count} executions`, async () => (await recorded(target)) >= count);

it('every attack that is meant is there', () => {
	expect(attacks.map(({ name }) => name).sort()).toEqual([...HERE].sort());
});

it.each(attacks)('$name: $status, executions recorded: $executions', async (attack) => {
	const { status, executions } = due(attack);
	const target = listening.get(attack.receiver) as Listening;
	const expected = (counted.get(target) ?? 0) + executions;
	const answers = await sendAttack(target.url, attack);

	expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
	await recordedAtLeast(target, expected);
	const now = await recorded(target);
	counted.set(target, now);
	expect(now).toBe(expected);
	for (const { body } of answers.filter((answer) => answer.status === 401)) {
		expect(body).toBe('{"error":"unauthorized"}');
	}
});

it('in the end n8n holds no execution that a refused delivery recorded late', async () => {
	const counts = await Promise.all([...listening.values()].map(recorded));
	const expected = attacks.reduce((sum, attack) => sum + due(attack).executions, 0);
	expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expected);
});

it('does not start without a webhook secret, and says so', async () => {
	const credential = await scene.credentialWith({ ...CREDENTIAL_DATA, webhookSecret: '' });
	await expect(scene.listen({ events: ['*'] }, credential)).rejects.toThrow(/has no webhook secret/);
});
