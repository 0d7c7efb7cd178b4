/** What a run does beside others, and with a service or an item that asks too much of it. */
import { gzipSync } from 'node:zlib';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { searchList, startActionNode } from '../../../tools/engine/engine';
import { until } from '../../../tools/waiting';
import { goesOn, manyLetters, runLetters } from '../../support/letterRuns';
import { letterParameters } from '../../support/letters';
import type { Step } from '../../support/peers/scriptedService';
import { card, failure, withService } from '../../support/peers/scriptedService';
import { withSandbox } from '../../support/withSandbox';

describe('against a service that misbehaves', () => {
	const service = withService();

	const send = async (count: number, parameters: INodeParameters = {}, more: typeof goesOn = goesOn) =>
		await runLetters(service.credential, parameters, { items: manyLetters(count), ...more });
	const run = async (steps: Step[], options: INodeParameters = {}, count = 1) => {
		await service.answers(steps);
		return (await send(count, { options })).items;
	};

	it('stops waiting at the timeout for an answer that trickles, and says that its result is not known', async () => {
		const [letter] = await run(['trickle'], { timeout: 0.3, deadline: 0.001 });
		expect(letter?.error).toMatch(/it did not answer in time.*The letter may have been ordered/);
	});

	it('reads no more than 10 MB of an answer, however small it was packed', async () => {
		const body = gzipSync(Buffer.alloc(40_000_000, ' '));
		const [letter] = await run([{ status: 201, headers: { 'Content-Encoding': 'gzip' }, body }]);
		expect(letter?.outcome).toBe('unknown');
		expect(letter?.error).toContain('its answer is larger than 10 MB');
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
		await service.answers([{ status: 201, body: card('crd_1') }]);
		const text = `${'{"a":'.repeat(6000)}1${'}'.repeat(6000)}`;
		const deep = JSON.parse(text) as IDataObject;
		const items = manyLetters(5);
		Object.assign(items[2]?.json ?? {}, { deep, text });
		const letters = (await send(5, { additionalFields: added }, { ...goesOn, items })).items;
		expect(letters.filter(({ id }) => id === 'crd_1')).toHaveLength(ordered);
		const errors = letters.flatMap(({ error }) => error ?? []);
		expect(errors).toHaveLength(5 - ordered);
		for (const error of errors)
			// How deep n8n itself can read depends on what else is on its stack.
			expect(error).toMatch(
				/^Item 3(?: has a value that is nested too deeply for n8n|: Metadata is nested more)/,
			);
	});

	it('asks a service once in each run that wanted to be left alone for a day', async () => {
		const step: Step = { status: 429, headers: { 'Retry-After': '86400' } };
		await run([step, step, step, { status: 201, body: card('crd_1') }], {}, 2);
		expect((await send(2)).items.map(({ outcome }) => outcome)).toEqual(['not_ordered', 'not_ordered']);
		expect(service.received).toHaveLength(3);
		expect((await send(2)).items.map(({ id }) => id)).toEqual(['crd_1', 'crd_1']);
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

	it('sends nothing new after a failure that ends the run', async () => {
		await service.answers([{ status: 422, body: failure('validation_error', 'x') }]);
		expect((await send(100, {}, {})).error).toBeDefined();
		expect(service.received.length).toBeLessThanOrEqual(16);
	});

	it('says once until when it waits for the limit', async () => {
		await service.answers([{ status: 429, headers: { 'Retry-After': '120' } }]);
		const info = jest.spyOn(Container.get(Logger), 'info');
		const running = startActionNode({
			parameters: letterParameters,
			items: manyLetters(20),
			credential: service.credential,
		});
		while (info.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
		running.cancel();
		await running.result;
		const said = info.mock.calls.flat();
		info.mockRestore();
		expect(said).toEqual([
			expect.stringMatching(/^Sending waits until \d{4}-.*Z for the rate limit of the account \(execution/),
		]);
	});

	it('sends Content-Type with a body only', async () => {
		await service.answers([{ status: 200, body: { templates: [] } }]);
		await searchList('searchTemplates', service.credential);
		expect(service.received[0]?.headers).not.toHaveProperty('content-type');
	});
});

describe('against the sandbox', () => {
	const sandbox = withSandbox();

	it('does not let a run of thousands hold up a run of one letter, or a list', async () => {
		const send = (count: number, maxInFlight: number) =>
			runLetters(
				sandbox.credential,
				{ options: { maxInFlight, maxLettersPerRun: 10_000 } },
				{ items: manyLetters(count) },
			);
		const progress = { done: false };
		const many = send(1000, 64).finally(() => (progress.done = true));
		await until('it has begun', async () => (await sandbox.letters()) > 100);
		const one = await send(1, 1);
		await searchList('searchTemplates', sandbox.credential);
		expect(progress.done).toBe(false);
		expect(one.error).toBeUndefined();
		expect((await many).error).toBeUndefined();
	});
});
