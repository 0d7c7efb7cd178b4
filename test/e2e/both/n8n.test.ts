/** The package as users get it: the packed tarball in a real n8n, against the sandbox. */
import { ACTION, TRIGGER } from '../../../tools/n8n/examples';
import type { Scene } from '../../../tools/n8n/scenes/scene';
import { LETTERS } from '../../../tools/n8n/scenes/scene';
import { sendRaw } from '../../../tools/rawRequest';
import type { DeliveryChanges } from '../../../tools/signedDelivery';
import { signedDelivery } from '../../../tools/signedDelivery';
import { letterItem, letterParameters } from '../../support/letters';
import { withScene } from '../../support/withScene';

let scene: Scene;

withScene((started) => {
	scene = started;
});

beforeEach(async () => {
	await scene.reset();
});

const maria = letterItem('Maria Aparecida da Silva').json;
const joao = letterItem('João Pereira dos Santos').json;

async function paths(): Promise<string[]> {
	return (await scene.sandbox.requests()).map(({ method, path }) => `${method} ${path}`);
}

describe('the packed tarball in n8n', () => {
	it('brings both nodes', async () => {
		expect(await scene.client.nodeTypes()).toEqual(expect.arrayContaining([ACTION, TRIGGER]));
	});

	it('has a credential test that succeeds with the right key', async () => {
		expect(await scene.client.testCredential(scene.credential)).toMatchObject({ status: 'OK' });
	});

	it('has a credential test that fails with a reason', async () => {
		const credential = await scene.credentialWith({ apiKey: 'not_a_key' });
		const { status, message } = await scene.client.testCredential(credential);
		expect(status).toBe('Error');
		expect(message).toMatch(/rejected the API key.*complete, not revoked/);
	});
});

describe('the operations', () => {
	it('Letter > Create gives one letter per item, in order', async () => {
		const execution = await scene.run(letterParameters, { items: [maria, joao] });
		expect(execution.error).toBeUndefined();
		const created = execution.output(LETTERS);
		expect(created).toHaveLength(2);
		const cards = await scene.sandbox.cards();
		const names = created.map(({ id }) => cards.find((card) => card.id === id)?.request.to.name);
		expect(names).toEqual([maria.name, joao.name]);
	});

	it('Letter > Get gives the letter with its events', async () => {
		const [card] = (await scene.run(letterParameters, { items: [maria] })).output(LETTERS);
		const execution = await scene.run({ resource: 'card', operation: 'get', cardId: card?.id });
		expect(execution.output(LETTERS)).toEqual([
			expect.objectContaining({
				id: card?.id,
				status: 'queued',
				events: [expect.objectContaining({ type: 'card.created' })],
			}),
		]);
	});

	it('Batch > Create sends all items at once', async () => {
		const parameters = { ...letterParameters, resource: 'batch' };
		const execution = await scene.run(parameters, { items: [maria, joao] });
		expect(execution.output(LETTERS)).toEqual([
			expect.objectContaining({ batch_id: expect.any(String) as string, total_cards: 2 }),
		]);
		expect(await paths()).toEqual(['POST /v1/batches']);
		expect(await scene.sandbox.letters()).toBe(2);
	});

	it.each([
		['template', 'tpl_thank_you'],
		['style', 'sty_casual'],
	])('%s > Get Many lists what the account has', async (resource, id) => {
		const execution = await scene.run({ resource, operation: 'getMany', returnAll: true });
		expect(execution.output(LETTERS)).toContainEqual(expect.objectContaining({ id }));
	});
});

describe('the trigger', () => {
	const EVENTS = ['card.created', 'card.written', 'card.shipped', 'card.delivered', 'card.returned'];

	const post = async (url: string, delivery?: DeliveryChanges): Promise<number> =>
		(await sendRaw(url, signedDelivery(delivery))).status;

	it('starts one execution for each of the five events, with its item', async () => {
		const { workflow } = await scene.listen({ events: ['*'], options: {} });
		for (const [index, event] of EVENTS.entries()) {
			await scene.sandbox.control('POST', '/events', { event });
			const executions = await scene.ended(workflow, index + 1);
			expect(executions).toHaveLength(index + 1);
			const received = await scene.client.execution(String(executions[0]?.id));
			expect(received.status).toBe('success');
			expect(received.output(LETTERS)).toEqual([
				{
					event,
					data: expect.objectContaining({ id: expect.stringMatching(/^crd_/) as string }) as object,
					occurred_at: expect.any(String) as string,
					dedupe_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
				},
			]);
		}
		await scene.client.deactivate(workflow);
	});

	it('answers 404 and starts nothing once the workflow is inactive', async () => {
		const { workflow, url } = await scene.listen({ events: ['*'], options: {} });
		await scene.client.deactivate(workflow);
		expect(await post(url)).toBe(404);
		expect(await scene.client.executions(workflow)).toEqual([]);
	});

	it('with one output per event, Delivered and Returned keep their branches when Delivered is removed', async () => {
		const branches = ['Created', 'Written', 'Shipped', 'Delivered', 'Returned'];
		const parametersOf = (events: string[]) => ({ events, options: { outputPerEvent: true } });
		const events = ['card.returned', 'card.delivered'];
		const { workflow } = await scene.listen(parametersOf(events), scene.credential, branches);
		const run = async (event: string, count: number) => {
			await scene.sandbox.control('POST', '/events', { event });
			const [newest] = await scene.ended(workflow, count);
			const execution = await scene.client.execution(String(newest?.id));
			expect(execution.status).toBe('success');
			return branches.filter((branch) => execution.output(branch).some((item) => item.event === event));
		};
		expect(await run('card.returned', 1)).toEqual(['Returned']);
		expect(await run('card.delivered', 2)).toEqual(['Delivered']);
		for (const [index, selected] of [['card.returned'], ['*']].entries()) {
			await scene.client.publishChanged(workflow, { name: LETTERS, parameters: parametersOf(selected) });
			expect(await run('card.returned', 3 + index)).toEqual(['Returned']);
		}
		await scene.client.deactivate(workflow);
	});

	it('"Listen for test event" takes no rejected event, then the sandbox’s, and production still gets that', async () => {
		const { workflow, url } = await scene.listen({ events: ['*'], options: {} });
		await scene.client.listenForTest(workflow, LETTERS);
		const testUrl = url.replace('/webhook/', '/webhook-test/');
		// What is rejected starts no test, stands in the log each time, and leaves n8n listening.
		for (let count = 1; count <= 2; count += 1) {
			expect(await post(testUrl, { secret: 'whsec_guessed' })).toBe(401);
			const lines = scene.log().split('\n');
			expect(lines.filter((line) => line.includes('the signature does not match'))).toHaveLength(count);
		}
		expect(await scene.client.executions(workflow)).toEqual([]);
		await scene.sandbox.control('PUT', '/receivers/main', { url: testUrl });
		await scene.sandbox.control('POST', '/events', { event: 'card.shipped' });
		const [test] = await scene.ended(workflow, 1);
		expect(test?.mode).toBe('manual');
		const execution = await scene.client.execution(String(test?.id));
		expect(execution.status).toBe('success');
		const [item] = execution.output(LETTERS);
		expect(item).toMatchObject({ event: 'card.shipped', dedupe_key: expect.any(String) as string });

		// Undefined is left out by JSON: the body as it was delivered.
		expect(await post(url, { body: JSON.stringify({ ...item, dedupe_key: undefined }) })).toBe(200);
		expect(await scene.ended(workflow, 2)).toHaveLength(2);
		await scene.client.deactivate(workflow);
	});
});
