/** The examples that send letters. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import { lastPage } from '../../../tools/n8n/forms';
import { until } from '../../../tools/waiting';
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

	'tell-me-when-an-order-fails': (name) => {
		it('a run of its own fails: nothing is ordered, and a mail says why and where', async () => {
			const changes = { 'Each Morning': { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } } };
			const workflow = await ExampleWorkflow.create(stage().scene, name, {
				credentials: [stage().smtp],
				changes,
			});
			await workflow.activate();
			const mail = await until('a mail', () => Promise.resolve(stage().mailbox.mails[0]));
			await workflow.deactivate();
			expect(mail).toMatchObject({ to: 'me@example.com', subject: `Letters: ${workflow.file.name} failed` });
			expect(mail.text).toMatch(/^Item 2.*Postal Code.*leading zero/s);
			expect(mail.text).toMatch(/\/workflow\/\w+\/executions\/\d+/);
			expect(await stage().letters()).toEqual([]);
		});
	},

	'thank-you-letter-on-a-form': (name) => {
		let workflow: ExampleWorkflow;

		beforeAll(async () => {
			workflow = await ExampleWorkflow.create(stage().scene, name, { credentials: [stage().login] });
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
			const sp = { City: 'São Paulo', State: 'SP', 'Postal code': '1310100' };
			const answers = { 'Full name': 'Ana Luiza Ferreira', ...address, ...sp };
			const waiting = await workflow.submit('Where To', answers);
			const page = await lastPage(waiting ?? '');
			expect(page).toContain('could not be ordered');
			expect(page).toContain('leading zero');
			expect(await stage().letters()).toEqual([]);
			await workflow.next();
		});

		it('with Only check, as in the editor: the last page promises no letter', async () => {
			const changes = { 'Send the Letter': { orderingMode: 'check' } };
			const credentials = [stage().login];
			const tried = await ExampleWorkflow.create(stage().scene, name, { credentials, changes });
			await tried.activate();
			const waiting = await tried.submit('Where To', { 'Full name': 'Ana Luiza Ferreira', ...address });
			const page = await lastPage(waiting ?? '');
			await tried.deactivate();
			expect(page).toContain('Only checked: no letter was ordered');
			expect(page).not.toContain('Thank you');
			expect(await stage().letters()).toEqual([]);
		});
	},
});
