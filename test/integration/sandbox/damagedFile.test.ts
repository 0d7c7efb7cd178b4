/** More than a hundred damaged data files, opened in another process: none may abort it. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { eventually } from '../../../tools/waiting';
import { startScript } from './program';
import { newDataFile, order, startReceiver, TestSandbox } from './support';

/** Opens each damaged copy and prints what came of it: a refusal, or whether all is as it was. */
const OPEN_EACH = `
	const { readFileSync, rmSync, writeFileSync, writeSync } = require('node:fs');
	const { createSandbox } = require('./sandbox/src/createSandbox.ts');
	const [, , data, changes] = process.argv;
	const whole = readFileSync(data);
	const read = async (origin) => {
		const answers = ['cards', 'deliveries', 'state'].map(async (name) => {
			const answer = await fetch(origin + '/_sandbox/' + name);
			const { clock, ...rest } = await answer.json();
			return JSON.stringify(rest);
		});
		return (await Promise.all(answers)).join();
	};
	const open = async (bytes) => {
		writeFileSync(data, bytes);
		rmSync(data + '-journal', { force: true });
		const sandbox = await createSandbox({ port: 0, data });
		const found = await read(sandbox.origin);
		await sandbox.close();
		return found;
	};
	void (async () => {
		const before = await open(whole);
		for (const [at, byte] of JSON.parse(readFileSync(changes, 'utf8'))) {
			const broken = Buffer.from(whole);
			broken[at] = byte;
			writeSync(1, at + ' ' + byte + ': ');
			const outcome = await open(broken).then(
				(found) => (found === before ? 'harmless' : 'changed'),
				(error) => error.message,
			);
			writeSync(1, outcome + '\\n');
		}
	})();`;

/** With letters that have moved, a batch, deliveries and settings. */
async function fill(data: string): Promise<void> {
	const receiver = await startReceiver();
	const api = await TestSandbox.start({ data, webhookUrl: receiver.url });
	for (let i = 0; i < 4; i += 1) {
		await api.advance(await api.newCard(order({ external_id: `order-${i}`, metadata: { note: 'é' } })));
	}
	await api.post('/batches', { cards: [order(), order()] });
	await eventually(async () => {
		const deliveries = await api.deliveries();
		expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 'delivered'));
	});
	await api.sandbox.close();
}

/** Bytes that are not UTF-8 alone, and one that is: on the schema's page, in texts, and everywhere else. */
function damageOf(file: Buffer): Array<[at: number, byte: number]> {
	const PAGE = 4096;
	const places = new Set<number>();
	for (let at = 100; at < PAGE; at += 1) if (file[at] !== 0) places.add(at);
	for (const text of ['Rua das Flores', 'order-1', '"events":[{', 'crd_', 'dlv_', '"options"', 'é']) {
		for (let at = file.indexOf(text); at >= 0; at = file.indexOf(text, at + 1)) places.add(at);
	}
	for (let at = PAGE; at < file.length; at += 211) places.add(at);
	// Every other place with another byte. Each is opened by a sandbox of its own: a quarter of them at a time.
	const first = Math.floor(Math.random() * 4);
	const damage = [...places].map((at, i): [number, number] => [at, [0x80, 0xff, 0x41][i % 3] ?? 0]);
	return damage.filter((_one, i) => i % 4 === first);
}

it('each is refused in a sentence, or harmless', async () => {
	const data = newDataFile();
	await fill(data);
	const damage = damageOf(await readFile(data));
	expect(damage.length).toBeGreaterThan(125);
	const changes = path.join(path.dirname(data), 'changes.json');
	await writeFile(changes, JSON.stringify(damage));
	const { exit, output } = startScript(OPEN_EACH, [data, changes]);
	expect([await exit, output.stdout.split('\n').at(-1), output.stderr]).toEqual([[0, null], '', '']);
	const outcomes = output.stdout.trim().split('\n');
	expect(outcomes).toHaveLength(damage.length);
	const inWords = /: (harmless|\S+letters\.data (is damaged: |cannot be used: |is not a data file of ).*)$/;
	expect(outcomes.filter((outcome) => !inWords.test(outcome))).toEqual([]);
	expect(outcomes.filter((outcome) => outcome.includes('is damaged')).length).toBeGreaterThan(50);
});
