/**
 * What a stranger's form or a service that is not well can put into letters and answers, in a real n8n:
 * it goes on working, its log stays its own, and of every letter is known what became of it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import type { Execution } from '../../../tools/n8n/execution';
import { LetterWorkflow } from '../../../tools/n8n/letterRun';
import type { Item, Scene } from '../../../tools/n8n/scenes/scene';
import { LETTERS, traits } from '../../../tools/n8n/scenes/scene';
import { sendRaw } from '../../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import { letterItem, letterParameters } from '../../support/letters';
import type { Step } from '../../support/peers/scriptedService';
import { startScriptedService } from '../../support/peers/scriptedService';
import { withScene } from '../../support/withScene';

let scene: Scene;
withScene((started) => {
	scene = started;
});

/** By a webhook, as from outside. */
async function run(own: Item, items: Item[], credential = scene.credential): Promise<Execution> {
	const workflow = await LetterWorkflow.create(scene, {
		parameters: { ...letterParameters, ...own },
		nodeSettings: { onError: 'continueRegularOutput' },
		credential,
	});
	return await scene.client.finished(await workflow.start(items));
}

/** The letter of a service that answers so. */
async function answered(step: Step): Promise<Item | undefined> {
	const { baseUrl, close } = await startScriptedService([step]);
	const letter = letterItem('Ana Souza').json;
	try {
		const execution = await run({}, [letter], await scene.credentialWith({ baseUrl }));
		return execution.output(LETTERS)[0];
	} finally {
		await close();
	}
}

const written = (text: string) => [{ ...letterItem('Ana Souza').json, text }];

it('a line break in a name, an External ID or an event begins no line of its own in the log', async () => {
	const own = { externalId: '={{ $json.text }}', name: '={{ $json.text }}' };
	const workflow = await LetterWorkflow.create(scene, { parameters: { ...letterParameters, ...own } });
	const refused = await workflow.start(written('Ana\nFORGED: the key was revoked'));
	const { message } = (await scene.client.finished(refused)).error ?? {};
	const { url } = await scene.listen({ events: ['card.delivered'] });
	const body = JSON.stringify(eventBody({ data: { id: 'crd_1\nFORGED: run this' } }));
	// The second is logged: it repeats the first.
	for (const status of [200, 200]) {
		expect((await sendRaw(url, signedDelivery({ body }))).status).toBe(status);
	}
	if (traits.logsFailedNodes) expect(scene.log()).toContain(message);
	expect(scene.log()).toContain('crd_1\\nFORGED');
	expect(scene.log()).not.toMatch(/^\W*FORGED/m);
});

it('one item nested 6,000 levels deep keeps none of the others from being ordered', async () => {
	const value = '={{ JSON.parse($json.text ?? "{}") }}';
	const text = `${'{"a":'.repeat(6000)}1${'}'.repeat(6000)}`;
	const items = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva'].map((name) => letterItem(name).json);
	const execution = await run(
		{ additionalFields: { metadata: { values: [{ key: '', value }] } } },
		items.map((item, index) => (index === 2 ? { ...item, text } : item)),
	);
	const outcomes = execution.output(LETTERS).map(({ outcome }) => outcome);
	expect(outcomes).toEqual(['ordered', 'ordered', 'to_correct', 'ordered', 'ordered']);
});

it('the ID of an answer that is nested 10,000 levels deep is kept where n8n can show it', async () => {
	const body = `{"id":"crd_1","status":"queued","deep":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
	expect(await answered({ status: 201, body })).toMatchObject({ outcome: 'ordered', id: 'crd_1' });
});

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('an answer of 300 MB in 300 KB of gzip takes less memory than it would fill', async () => {
	const unpacked = 300_000_000;
	const peak = () =>
		1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${scene.n8n.pid}/status`, 'utf8'))?.[1]);
	// The peak is counted anew from here: others have used this n8n before.
	writeFileSync(`/proc/${scene.n8n.pid}/clear_refs`, '5');
	const before = peak();
	const body = gzipSync(Buffer.alloc(unpacked));
	const letter = await answered({ status: 201, headers: { 'Content-Encoding': 'gzip' }, body });
	expect(letter).toMatchObject({ outcome: 'unknown' });
	expect(peak() - before).toBeLessThan(unpacked);
});
