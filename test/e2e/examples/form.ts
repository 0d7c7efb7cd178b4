/** The example with a form that orders a letter, once its second page has confirmed it. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import { lastPage, nextPage, submitForm } from '../../../tools/n8n/forms';
import type { Item } from '../../../tools/n8n/scenes/scene';
import type { ExampleTests, Stage } from './stage';
import { address } from './stage';

const CONFIRM = 'Order This Letter?';
const answers = { 'Full name': 'Ana Luiza Ferreira', ...address };

export const formExamples = (stage: () => Stage): ExampleTests => ({
	'thank-you-letter-on-a-form': (name) => {
		let workflow: ExampleWorkflow;
		let limited: ExampleWorkflow;
		let unconfirmed: string;

		const create = async (changes: Record<string, Item> = {}): Promise<ExampleWorkflow> => {
			const options = { credentials: [stage().login], changes };
			const created = await ExampleWorkflow.create(stage().scene, name, options);
			await created.activate();
			return created;
		};
		/** Fills the form in; gives the address of its second page. */
		const fillIn = async (asking = workflow, changes: Partial<typeof answers> = {}): Promise<string> => {
			const waiting = (await asking.submit('Where To', { ...answers, ...changes })) ?? '';
			expect(await nextPage(waiting)).toContain('Order this letter?');
			return waiting;
		};
		/** Gives the last page. */
		const confirm = async (waiting: string): Promise<string> => {
			await submitForm(waiting, [{ fieldLabel: 'confirmed' }], { confirmed: 'yes' });
			return await lastPage(waiting);
		};

		beforeAll(async () => {
			workflow = await create();
			// Once a minute, n8n looks for executions whose time is over: this one waits while the tests run.
			limited = await create({ [CONFIRM]: { resumeAmount: 0.1, resumeUnit: 'minutes' } });
			await fillIn(limited);
			unconfirmed = await limited.started();
		});

		afterAll(async () => {
			await workflow.deactivate();
			await limited.deactivate();
		});

		it('filled in and confirmed: a letter, not before, and its id on the last page', async () => {
			const waiting = await fillIn();
			expect(await stage().letters()).toEqual([]);
			const page = await confirm(waiting);
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
			const page = await confirm(await fillIn(workflow, sp));
			expect(page).toContain('could not be ordered');
			expect(page).toContain('leading zero');
			expect(await stage().letters()).toEqual([]);
			await workflow.next();
		});

		it('HTML among the answers stands on the last page as it was typed', async () => {
			const page = await confirm(await fillIn(workflow, { State: '<img src="https://evil.example/p.png">' }));
			expect(page).toContain('&lt;img src=');
			expect(page).not.toContain('<img src="https://evil.example');
			expect(await stage().letters()).toEqual([]);
			await workflow.next();
		});

		it('with Only check, as in the editor: the last page promises no letter', async () => {
			const tried = await create({ 'Send the Letter': { orderingMode: 'check' } });
			const page = await confirm(await fillIn(tried));
			await tried.deactivate();
			expect(page).toContain('Only checked: no letter was ordered');
			expect(page).not.toContain('Thank you');
			expect(await stage().letters()).toEqual([]);
		});

		it('not confirmed in the time set: no letter', async () => {
			const execution = await stage().scene.client.finished(unconfirmed);
			expect(execution.status).toBe('success');
			expect(execution.seconds('Was It Confirmed?')).toBeDefined();
			expect(execution.seconds('Send the Letter')).toBeUndefined();
			expect(await stage().letters()).toEqual([]);
		});
	},
});
