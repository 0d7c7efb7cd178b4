/** A POST that changes a letter, as the client sends it; no operation of the node does yet. */
import type { SendOptions } from '../../../nodes/shared/serviceClient';
import { ServiceClient } from '../../../nodes/shared/serviceClient';
import { editorContext } from '../../../tools/engine/engine';
import type { ScriptedService, Step } from '../../support/peers/scriptedService';
import { card, credentialFor, failure, startScriptedService } from '../../support/peers/scriptedService';

const CHANGE = { method: 'POST', path: '/cards/crd_1/forward', idempotencyKey: 'k' } as const;

let service: ScriptedService;
afterEach(async () => {
	await service.close();
});

async function start(steps: Step[], options: Partial<SendOptions> = {}): Promise<ServiceClient> {
	service = await startScriptedService(steps);
	const context = editorContext(credentialFor(service.baseUrl));
	const limits = { deadlineMs: 60_000, timeoutMs: 10_000, maxInFlight: 1 };
	return await ServiceClient.create(context, { ...limits, ...options });
}

it.each([
	['without a body', undefined, { contentType: undefined, text: '' }],
	['with a body', { to: 'Bia' }, { contentType: 'application/json', text: '{"to":"Bia"}' }],
])('%s: sends its key each time, and Content-Type with a body only', async (_what, body, sent) => {
	const client = await start([{ status: 500 }, { status: 200, body: card('crd_1') }]);
	await client.send({ ...CHANGE, body });
	expect(service.received).toHaveLength(2);
	for (const { method, path, headers, body: text } of service.received) {
		expect([method, path, headers['idempotency-key']]).toEqual(['POST', '/v1/cards/crd_1/forward', 'k']);
		expect({ contentType: headers['content-type'], text }).toEqual(sent);
	}
});

it('is not taken for an order that was made before, though the letter was', async () => {
	const client = await start([
		{ status: 200, body: { ...card('crd_1'), created_at: '2020-01-01T00:00:00Z' } },
	]);
	const answers = [await client.send(CHANGE), await client.send(CHANGE)];
	expect(answers.map(({ orderedBefore }) => orderedBefore)).toEqual([false, false]);
	expect(client.earlierId(CHANGE)).toBeUndefined();
});

it.each<[string, boolean, Step]>([
	['cut off', true, 'cut'],
	['answered 500', true, { status: 500 }],
	['not answered in time', true, 'silence'],
	['answered 422', false, { status: 422, body: failure('validation_error', 'x') }],
])('may have taken effect when it is %s: %s', async (_what, mayHaveBeenAccepted, step) => {
	// Only the one that never answers is waited out: on a busy machine an answer takes its time.
	const client = await start([step], { deadlineMs: 1, timeoutMs: step === 'silence' ? 300 : 10_000 });
	await expect(client.send(CHANGE)).rejects.toMatchObject({ details: { mayHaveBeenAccepted } });
});
