/** The examples that send letters. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import { until } from '../../../tools/waiting';
import type { ExampleTests, Stage } from './stage';
import { ids } from './stage';

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
});
