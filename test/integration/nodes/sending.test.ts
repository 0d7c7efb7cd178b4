/** What a run does beside others, with a service that is gone, and of letters ordered before. */
import { gzipSync } from 'node:zlib';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode, searchList, startActionNode } from '../../../tools/engine/engine';
import { until } from '../../../tools/waiting';
import { letterItem, letterParameters } from '../../support/letters';
import type { ScriptedService, Step } from '../../support/peers/scriptedService';
import { card, credentialFor, failure, startScriptedService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

const names = (count: number) => Array.from({ length: count }, (_none, index) => letterItem(`Ana ${index}`));

describe('against a service that misbehaves', () => {
	let service: ScriptedService;
	afterEach(async () => {
		await service.close();
	});

	const settings = (options: INodeParameters, count: number): NodeSettings => ({
		parameters: { ...letterParameters, options },
		items: names(count),
		credential: credentialFor(service.baseUrl),
		node: { onError: 'continueRegularOutput' },
	});
	const run = async (steps: Step[], options: INodeParameters = {}, count = 1) => {
		service = await startScriptedService(steps);
		const { outputs } = await runActionNode(settings(options, count));
		return (outputs[0] ?? []).map(({ json }) => json);
	};

	it('stops waiting at the timeout for an answer that trickles, and says that its result is not known', async () => {
		const [letter] = await run(['trickle'], { timeout: 0.3, deadline: 0.001 });
		expect(letter?.error).toContain('it did not answer in time');
		expect(letter?.error).toContain('The letter may have been ordered');
	});

	it('reads no more than 10 MB of an answer, however small it was packed', async () => {
		const body = gzipSync(Buffer.alloc(40_000_000, ' '));
		const [letter] = await run([{ status: 201, headers: { 'Content-Encoding': 'gzip' }, body }]);
		expect(letter).toMatchObject({
			outcome: 'unknown',
			error: expect.stringContaining('its answer is larger than 10 MB') as string,
		});
		expect(service.received).toHaveLength(1);
	});

	it('keeps the ID of an answer that is nested too deeply for n8n to store, without its depths', async () => {
		const body = `{"id":"crd_1","deep":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
		const [letter] = await run([{ status: 201, body }]);
		expect(letter).toMatchObject({ outcome: 'ordered', id: 'crd_1' });
		expect(JSON.stringify(letter).match(/\[/g)?.length).toBeLessThan(110);
	});

	const metadata = (value: string) => ({ metadata: { values: [{ key: '', value }] } });
	it.each<[string, INodeParameters, number]>([
		['says nothing of it', {}, 5],
		['sends it as metadata', metadata('={{ $json.deep ?? {} }}'), 4],
		['reads metadata from its text', metadata('={{ JSON.parse($json.text ?? "{}") }}'), 4],
	])('orders the letters beside an item of 6,000 levels, where it %s', async (_what, added, ordered) => {
		service = await startScriptedService([{ status: 201, body: card('crd_1') }]);
		const text = `${'{"a":'.repeat(6000)}1${'}'.repeat(6000)}`;
		const deep = JSON.parse(text) as IDataObject;
		const given = settings({}, 5);
		const items = given.items?.map((item, index) =>
			index === 2 ? { json: { ...item.json, deep, text } } : item,
		);
		const parameters = { ...given.parameters, additionalFields: added };
		const { outputs } = await runActionNode({ ...given, items, parameters });
		const letters = outputs[0]?.map(({ json }) => json) ?? [];
		expect(letters.filter(({ id }) => id === 'crd_1')).toHaveLength(ordered);
		const errors = letters.flatMap(({ error }) => error ?? []);
		expect(errors).toHaveLength(5 - ordered);
		for (const error of errors)
			expect(error).toContain('Item 3 has a value that is nested too deeply for n8n to read');
	});

	it('asks a service once in each run that wanted to be left alone for a day', async () => {
		const step: Step = { status: 429, headers: { 'Retry-After': '86400' } };
		await run([step, step, step, { status: 201, body: card('crd_1') }], {}, 2);
		const again = async () => (await runActionNode(settings({}, 2))).outputs[0]?.map(({ json }) => json);
		expect((await again())?.map(({ outcome }) => outcome)).toEqual(['not_ordered', 'not_ordered']);
		expect(service.received).toHaveLength(3);
		expect((await again())?.map(({ id }) => id)).toEqual(['crd_1', 'crd_1']);
	});

	it('makes few requests of 300 letters with a wrong API key', async () => {
		const letters = await run([{ status: 401, body: failure('authentication_error', 'x') }], {}, 300);
		expect(service.received.length).toBeLessThanOrEqual(8);
		const notSent = letters.filter(({ error }) =>
			/^Item \d+: The letter was not sent, because the service had already rejected the API key/.test(
				error as string,
			),
		);
		expect(notSent).toHaveLength(300 - service.received.length);
		expect(notSent[0]?.message).toContain('This letter was not created.');
	});

	it.each<[string, Step]>([
		['answers nothing but 500', { status: 500 }],
		['cuts every connection', 'cut'],
	])('does not try 300 letters one by one when the service %s', async (_what, step) => {
		const letters = await run([step], { deadline: 0.01 }, 300);
		const notSent = letters.filter(({ error }) =>
			/^Item \d+: The letter was not sent, because the letter service gave no good answer/.test(
				error as string,
			),
		);
		expect(notSent.length).toBeGreaterThan(200);
		expect(notSent[0]?.message).toContain('This letter was not created.');
	});

	it('sends nothing new after a failure that ends the run', async () => {
		service = await startScriptedService([{ status: 422, body: failure('validation_error', 'x') }]);
		const { error } = await runActionNode({ ...settings({}, 100), node: {} });
		expect(error).toBeDefined();
		expect(service.received.length).toBeLessThanOrEqual(16);
	});

	it('says once until when it waits for the limit', async () => {
		service = await startScriptedService([{ status: 429, headers: { 'Retry-After': '120' } }]);
		const info = jest.spyOn(Container.get(Logger), 'info');
		const running = startActionNode(settings({}, 20));
		while (info.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
		running.cancel();
		await running.result;
		const said = info.mock.calls.flat();
		info.mockRestore();
		expect(said).toEqual([
			expect.stringMatching(/^Sending waits until \d{4}-.*Z for the rate limit of the account \(execution/),
		]);
	});

	const orderedBefore = async (createdAt: number, date: number) => {
		const body = { ...card('crd_1'), created_at: new Date(createdAt).toISOString() };
		const headers = { Date: new Date(date).toUTCString() };
		service = await startScriptedService([{ status: 201, body, headers }]);
		const { parameters, ...rest } = settings({}, 1);
		const keys = { options: { idempotencyKey: 'k' } };
		const { outputs } = await runActionNode({ ...rest, parameters: { ...parameters, ...keys } });
		return outputs[0]?.[0]?.json.outcome;
	};

	it('recognises a letter that was created long before, by the clock of the service', async () => {
		const service = Date.UTC(2031, 0, 1);
		expect(await orderedBefore(service - 60_000, service)).toBe('ordered_before');
	});

	it.each([
		['was created just now', -1000, 0],
		['was created after the answer', 60_000, 0],
	])('does not say "ordered before" of a letter that %s', async (_what, created, date) => {
		const service = Date.UTC(2031, 0, 1);
		expect(await orderedBefore(service + created, service + date)).toBe('ordered');
	});

	it('does not say "ordered before" if the answer has no Date', async () => {
		const body = JSON.stringify({ ...card('crd_1'), created_at: '2020-01-01T00:00:00Z' });
		const head = ['HTTP/1.1 201 Created', 'Content-Type: application/json', `Content-Length: ${body.length}`];
		const [letter] = await run([{ bytes: [...head, 'Connection: close', '', body].join('\r\n') }]);
		expect(letter).toMatchObject({ id: 'crd_1', outcome: 'ordered' });
	});

	it('sends Content-Type with a body only', async () => {
		service = await startScriptedService([{ status: 200, body: { templates: [] } }]);
		await searchList('searchTemplates', credentialFor(service.baseUrl));
		expect(service.received[0]?.headers).not.toHaveProperty('content-type');
	});
});

describe('against the sandbox', () => {
	const sandbox = withSandbox();

	it('does not let a run of thousands hold up a run of one letter, or a list', async () => {
		const send = (count: number, maxInFlight: number) =>
			startActionNode({
				parameters: { ...letterParameters, options: { maxInFlight, maxLettersPerRun: 10_000 } },
				items: names(count),
				credential: sandbox.credential,
			}).result;
		const progress = { done: false };
		const many = send(1000, 64).finally(() => (progress.done = true));
		await until('it has begun', async () => (await sandbox.letters()) > 100);
		const one = await send(1, 1);
		await searchList('searchTemplates', sandbox.credential);
		expect(progress.done).toBe(false);
		expect(one.error).toBeUndefined();
		expect((await many).error).toBeUndefined();
	}, 60_000);

	it('knows a letter it handed out before under the same key', async () => {
		const parameters = { ...letterParameters, externalId: 'P-1' };
		const send = async () => {
			const items = [letterItem('Ana')];
			const { outputs } = await runActionNode({ parameters, items, credential: sandbox.credential });
			return outputs[0]?.[0]?.json.outcome;
		};
		expect([await send(), await send()]).toEqual(['ordered', 'ordered_before']);
	});
});
