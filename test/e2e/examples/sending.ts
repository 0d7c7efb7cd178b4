/** The examples that send letters. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import { lastPage } from '../../../tools/n8n/forms';
import type { ExampleTests, Stage } from './stage';
import { address, ids } from './stage';

export const sendingExamples = (stage: () => Stage): ExampleTests => ({
	'send-three-letters': (name) => {
		it('only checks as it is imported', async () => {
			const workflow = await ExampleWorkflow.create(stage().scene, name);
			const { output } = await workflow.run('Start');
			expect(output('Send Letter').map(({ outcome, id }) => [outcome, id])).toEqual(
				Array(3).fill(['fine', null]),
			);
			expect(await stage().letters()).toEqual([]);
		});

		it('sends three, and gives their ids in the order of the recipients; run again, the same', async () => {
			const changes = { 'Send Letter': { orderingMode: 'order' } };
			const workflow = await ExampleWorkflow.create(stage().scene, name, { changes });
			const { status, output } = await workflow.run('Start');
			expect(status).toBe('success');
			const letters = await stage().letters();
			expect(letters).toHaveLength(3);
			const recipientOf = (id: string): unknown => letters.find((one) => one.id === id)?.request.to.name;
			const recipients = output('One Item per Letter').map((item) => item.name);
			expect(recipients).toHaveLength(3);
			expect(ids(output('Send Letter')).map(recipientOf)).toEqual(recipients);
			const again = (await workflow.run('Start')).output('Send Letter');
			expect(again.map(({ outcome }) => outcome)).toEqual(Array(3).fill('ordered_before'));
			expect(ids(again)).toEqual(ids(output('Send Letter')));
			expect(await stage().letters()).toHaveLength(3);
		});
	},

	'exactly-once-orders': (name) => {
		const inEditor = { 'Send the Letter': { orderingMode: 'order' } };

		it('two runs: one letter per order, the same ids', async () => {
			const workflow = await ExampleWorkflow.create(stage().scene, name, { changes: inEditor });
			const [first, second] = [await workflow.run('Start'), await workflow.run('Start')];
			expect(ids(first.output('Send the Letter'))).toEqual(ids(second.output('Send the Letter')));
			expect(ids(first.output('Send the Letter')).sort()).toEqual(ids(await stage().letters()).sort());
			expect(await stage().letters()).toHaveLength(3);
		});

		it('the same orders with another text: refused, and the first letters stand', async () => {
			const workflow = await ExampleWorkflow.create(stage().scene, name, { changes: inEditor });
			await workflow.run('Start');
			const letters = await stage().letters();
			const changes = { 'Send the Letter': { orderingMode: 'order', message: 'Another text' } };
			const changed = await ExampleWorkflow.create(stage().scene, name, { changes });
			const { status, error } = await changed.run('Start');
			expect(status).toBe('error');
			expect(`${error?.message ?? ''} ${error?.description ?? ''}`).toContain('idempotency_conflict');
			expect(await stage().letters()).toEqual(letters);
		});
	},

	'thank-you-letter-on-a-form': (name) => {
		let workflow: ExampleWorkflow;

		beforeAll(async () => {
			workflow = await ExampleWorkflow.create(stage().scene, name);
			await workflow.activate();
		});

		afterAll(() => workflow.deactivate());

		it('a form filled in: a letter, and its id on the last page', async () => {
			const waiting = await workflow.submit('Where To', { 'Full name': 'Ana Luiza Ferreira', ...address });
			const page = await lastPage(waiting ?? '');
			const [letter, ...more] = await stage().letters();
			expect(more).toEqual([]);
			expect(letter?.request).toMatchObject({
				to: { name: 'Ana Luiza Ferreira', city: 'Belo Horizonte', zip: '30160-011' },
				message: expect.stringContaining('Olá, Ana!') as string,
			});
			expect(page).toContain('Thank you!');
			expect(page).toContain(letter?.id);
			expect((await workflow.next()).status).toBe('success');
		});

		it('a postal code without its zero: no letter, and what to correct on the last page', async () => {
			const answers = { 'Full name': 'Ana Luiza Ferreira', ...address, 'Postal code': '3016011' };
			const waiting = await workflow.submit('Where To', answers);
			const page = await lastPage(waiting ?? '');
			expect(page).toContain('could not be ordered');
			expect(page).toContain('leading zero');
			expect(await stage().letters()).toEqual([]);
			await workflow.next();
		});

		it('with Only check, as in the editor: the last page promises no letter', async () => {
			const changes = { 'Send the Letter': { orderingMode: 'check' } };
			const tried = await ExampleWorkflow.create(stage().scene, name, { changes });
			await tried.activate();
			const waiting = await tried.submit('Where To', { 'Full name': 'Ana Luiza Ferreira', ...address });
			const page = await lastPage(waiting ?? '');
			await tried.deactivate();
			expect(page).toContain('Only checked: no letter was ordered');
			expect(page).not.toContain('Thank you');
			expect(await stage().letters()).toEqual([]);
		});
	},

	'spreadsheet-to-batch': (name) => {
		const form = 'Upload a Spreadsheet';
		const header = 'order,name,street,complement,city,state,zip,message';
		const good = [1, 2, 3].map(
			(n) => `A-${n},Ana ${n},"Rua da Bahia, ${n}",,Belo Horizonte,MG,30160-011,Olá!`,
		);
		const bad = 'A-4,Ana 4,"Rua da Bahia, 4",,Belo Horizonte,MG,3016011,Olá!';
		const csv = (rows: string[]): File =>
			new File([[header, ...rows].join('\n')], 'letters.csv', { type: 'text/csv' });
		let workflow: ExampleWorkflow;

		beforeAll(async () => {
			workflow = await ExampleWorkflow.create(stage().scene, name);
			await workflow.activate();
		});

		afterAll(() => workflow.deactivate());

		it('CSV: no batch while a row is wrong, all items back with the reason, then all as one batch', async () => {
			await workflow.submit(form, { Spreadsheet: csv([...good, bad]) });
			const { status, output } = await workflow.next();
			expect(status).toBe('success');
			expect(output('Batches Ordered')).toEqual([]);
			expect(await stage().letters()).toEqual([]);
			const rows = output('Why It Was Not Ordered');
			expect(rows.map(({ order, to_correct: reason }) => [order, reason])).toEqual([
				['A-1', ''],
				['A-2', ''],
				['A-3', ''],
				['A-4', expect.stringMatching(/Postal Code \(CEP\) must have 8 digits.*leading zero/)],
			]);
			expect(rows[3]).toMatchObject({ name: 'Ana 4', zip: '3016011', message: 'Olá!' });
			expect(rows[3]).not.toHaveProperty('error');

			await workflow.submit(form, { Spreadsheet: csv([...good, bad.replace('3016011', '30160-011')]) });
			expect((await workflow.next()).output('Batches Ordered')).toEqual([
				{ batch: expect.stringMatching(/^bat_/) as string, letters: '4' },
			]);
			expect(await stage().externalIds()).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
		});

		it('a batch the service refuses: every one of its rows back', async () => {
			const rules = [{ when: { next: 1 }, fault: { status: 422 } }];
			await stage().scene.sandbox.control('PUT', '/faults', { rules });
			await workflow.submit(form, { Spreadsheet: csv(good) });
			const rows = (await workflow.next()).output('Why It Was Not Ordered');
			expect(rows.map(({ order }) => order)).toEqual(['A-1', 'A-2', 'A-3']);
			expect(rows[2]?.to_correct).toMatch(/The service rejected the batch/);
		});

		it('the same file twice: the same batch, no second letter', async () => {
			const batches = [];
			for (let upload = 0; upload < 2; upload += 1) {
				await workflow.submit(form, { Spreadsheet: csv(good) });
				batches.push((await workflow.next()).output('Batches Ordered')[0]?.batch);
			}
			expect(batches[0]).toMatch(/^bat_/);
			expect(batches[1]).toBe(batches[0]);
			expect(await stage().scene.sandbox.letters()).toBe(3);
		});

		it('Excel, with numbers where it makes them, is read as it is', async () => {
			const data = await readFile(join(__dirname, 'letters.xlsx'));
			await workflow.submit(form, { Spreadsheet: new File([data], 'Letters.XLSX') });
			const { output } = await workflow.next();
			expect(await stage().letters()).toEqual([]);
			const rows = output('Why It Was Not Ordered');
			expect(rows.map(({ order, to_correct: reason }) => [order, reason])).toEqual([
				[1001, ''],
				[1002, ''],
				[1003, expect.stringContaining('Postal Code (CEP)')],
			]);
		});
	},
});
