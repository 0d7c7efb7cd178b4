/** A hundred damaged data folders, opened in another process: none may abort it. */
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { startScript } from './program';
import { newDataFolder, order, TestSandbox } from './support';

/** Opens each damaged copy; prints what came of it, and whether a refused one is still as it was. */
const OPEN_EACH = `
	const { cpSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } = require('node:fs');
	const { createSandbox } = require('./sandbox/src/createSandbox.ts');
	const [, , whole, changes] = process.argv;
	const data = whole + '-damaged';
	const bytes = () => readdirSync(data + '/letters').filter((name) => !/^LO/.test(name)).map((name) =>
		name + readFileSync(data + '/letters/' + name, 'latin1')).join();
	void (async () => {
		for (const [name, at, byte] of JSON.parse(readFileSync(changes, 'utf8'))) {
			rmSync(data, { recursive: true, force: true });
			cpSync(whole, data, { recursive: true });
			const broken = readFileSync(data + '/letters/' + name);
			broken[at] = byte;
			writeFileSync(data + '/letters/' + name, broken);
			const before = bytes();
			writeSync(1, name + ' ' + at + ' ' + byte + ': ');
			const outcome = await createSandbox({ port: 0, data }).then(
				async (sandbox) => {
					const answer = await fetch(sandbox.origin + '/_sandbox/state');
					const { cards } = await answer.json();
					await sandbox.close();
					return cards + ' letters';
				},
				(error) => (bytes() === before ? '' : 'CHANGED ') + error.message,
			);
			writeSync(1, outcome + '\\n');
		}
	})();`;

const LETTERS = 40;

it('each is refused in a sentence and left as it was, or opens with what LevelDB still finds', async () => {
	const data = newDataFolder();
	// The letters of the first go into a table at the second start, those of the second are in the log.
	for (let start = 1; start <= 2; start += 1) {
		const api = await TestSandbox.start({ data });
		for (let i = 0; i < LETTERS / 2; i += 1) await api.newCard(order());
		await api.sandbox.close();
	}
	const letters = path.join(data, 'letters');
	const damage = readdirSync(letters).flatMap((name) => {
		const file = readFileSync(path.join(letters, name));
		if (name.startsWith('LO')) return [];
		const step = Math.max(1, file.length / 25);
		const places = Array.from({ length: Math.min(25, file.length) }, (_, i) =>
			Math.floor((i + Math.random()) * step),
		);
		return places
			.filter((at) => at < file.length)
			.map((at, i) => [name, at, [0x80, 0xff, 0x41][i % 3]] as const);
	});
	expect(damage.length).toBeGreaterThan(80);
	const changes = path.join(path.dirname(data), 'changes.json');
	await writeFile(changes, JSON.stringify(damage));
	const { exit, output } = startScript(OPEN_EACH, [data, changes]);
	expect([await exit, output.stderr]).toEqual([[0, null], '']);
	const outcomes = output.stdout.trim().split('\n');
	expect(outcomes).toHaveLength(damage.length);
	const isGood = new RegExp(
		`: (\\d+ letters|\\S+ (is damaged: |cannot be used: |is not a data folder of ).*)$`,
	);
	expect(outcomes.filter((outcome) => !isGood.test(outcome))).toEqual([]);
	expect(outcomes.filter((outcome) => outcome.includes('is damaged')).length).toBeGreaterThan(30);
});
