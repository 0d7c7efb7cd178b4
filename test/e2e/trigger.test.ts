/** The trigger in a real n8n: duplicates across a kill, outputs per event, and the editor's test mode. */
import { readFileSync } from 'node:fs';

import type { Scene } from '../../tools/n8n/scene';
import { LETTERS } from '../../tools/n8n/scene';
import { sendRaw } from '../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../tools/signedDelivery';
import { withScene } from '../support/withScene';

jest.setTimeout(180_000);

let scene: Scene;

withScene((started) => {
	scene = started;
});

const send = (url: string, body: string) => sendRaw(url, signedDelivery({ body }));

it('an event delivered again starts no second execution, also after n8n was killed', async () => {
	const { workflow, url } = await scene.listen({ events: ['*'], options: {} });
	const bodies = Array.from({ length: 16 }, () => JSON.stringify(eventBody()));
	const first = [];
	for (const body of bodies.slice(0, 4)) first.push(await send(url, body));
	first.push(...(await Promise.all(bodies.slice(4).map((body) => send(url, body)))));
	expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
	await scene.ended(workflow, bodies.length);

	await scene.crashN8n();
	const again = await Promise.all(bodies.map((body) => send(url, body)));
	expect(again.map(({ body }) => body)).toEqual(bodies.map(() => '{"received":true,"duplicate":true}'));
	expect((await send(url, JSON.stringify(eventBody()))).status).toBe(200);
	expect(await scene.ended(workflow, bodies.length + 1)).toHaveLength(bodies.length + 1);
	await scene.client.deactivate(workflow);
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
		expect((await sendRaw(testUrl, signedDelivery({ secret: 'whsec_guessed' }))).status).toBe(401);
		const lines = readFileSync(scene.n8n.logFile, 'utf8').split('\n');
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
	expect((await send(url, JSON.stringify({ ...item, dedupe_key: undefined }))).status).toBe(200);
	expect(await scene.ended(workflow, 2)).toHaveLength(2);
	await scene.client.deactivate(workflow);
});
