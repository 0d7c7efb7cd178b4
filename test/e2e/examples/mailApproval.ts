/** The example in which a person approves letters that came by e-mail. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import type { Execution } from '../../../tools/n8n/execution';
import { openPage, submitForm } from '../../../tools/n8n/forms';
import type { Item } from '../../../tools/n8n/scenes/scene';
import type { Mail } from '../../support/peers/mailbox';
import type { ExampleTests, Stage } from './stage';

const CHOICE = 'What may be ordered?';
const ALL = 'All letters that are fine';
const SOME = 'Only the letters with these numbers';
const QUESTIONS = [CHOICE, 'Numbers'].map((fieldLabel) => ({ fieldLabel }));

const letter = (number: number, changes: Item = {}): Item => ({
	order: `M-${number}`,
	name: `Ana ${number}`,
	street: 'Rua da Bahia, 1148',
	complement: '',
	city: 'Belo Horizonte',
	state: 'MG',
	zip: '30160-011',
	message: `Olá, Ana ${number}! <3`,
	...changes,
});
const letters = [letter(1), letter(2, { zip: '3016011' }), letter(3), letter(4)];

export const mailApprovalExamples = (stage: () => Stage): ExampleTests => ({
	'approve-by-email': (name) => {
		/** Starts it; gives the execution and the mail whose answer it waits for. */
		const ask = async (changes: Record<string, Item> = {}): Promise<{ id: string; mail: Mail }> => {
			const { workflow } = await ExampleWorkflow.create(stage().scene, name, {
				credentials: [stage().smtp],
				changes: { 'The Orders': { jsonOutput: JSON.stringify({ letters }) }, ...changes },
			});
			const id = await stage().scene.client.run(workflow, 'Start');
			return { id, mail: await stage().mailOf(id) };
		};
		/** Once a minute, n8n looks for executions whose time is over: this one waits while the tests run. */
		let unanswered: string;

		beforeAll(async () => {
			const soon = { 'Wait for the Answer': { resumeAmount: 1, resumeUnit: 'seconds' } };
			unanswered = (await ask(soon)).id;
		});

		const linkIn = ({ links }: Mail): string => links['Choose what may be ordered'] ?? '';
		const press = async (
			{ id, mail }: { id: string; mail: Mail },
			choice: string,
			numbers = '',
		): Promise<Execution> => {
			await submitForm(linkIn(mail), QUESTIONS, { [CHOICE]: choice, Numbers: numbers });
			return await stage().scene.client.finished(id);
		};
		const expectNoOrder = async (): Promise<void> => {
			const requests = await stage().scene.sandbox.requests();
			expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		};

		it('the mail shows each letter with its picture, or what to correct', async () => {
			const { id, mail } = await ask();
			expect(mail.to).toBe('approver@example.com');
			expect(mail.subject).toBe('Letters to approve: 4');
			for (const part of [
				'Letters that are fine: 3 of 4',
				'1 · Ana 1',
				'Rua da Bahia, 1148',
				'Olá, Ana 1! <3',
			]) {
				expect(mail.text).toContain(part);
			}
			expect(mail.text).toMatch(/2 · Ana 2.*To correct: .*8 digits.*3 · Ana 3/s);
			expect(mail.files.map((file) => file.name)).toEqual(['letter-1.png', 'letter-3.png', 'letter-4.png']);
			for (const { content } of mail.files) expect(content.subarray(1, 4).toString()).toBe('PNG');
			await press({ id, mail }, 'None');
		});

		it('the link is opened, by a mail scanner and by a person: nothing is ordered', async () => {
			const asked = await ask();
			for (let times = 0; times < 2; times += 1) {
				const { status, text } = await openPage(linkIn(asked.mail));
				expect(status).toBe(200);
				expect(text).toContain('Which letters may be ordered?');
				expect(text).toContain('The e-mail shows the letters.\n1: fine\n2: to correct\n3: fine');
			}
			expect(await stage().scene.client.status(asked.id)).toBe('waiting');
			await expectNoOrder();
			await press(asked, 'None');
			await expectNoOrder();
		});

		it('names that would be links or lines of the page stand only in the mail, as they are written', async () => {
			const names = ['<a href="https://evil.example">Ana</a>', 'Ana\n2: fine'];
			const named = names.map((name, index) => letter(index + 1, { name, zip: '3016011' }));
			const jsonOutput = JSON.stringify({ letters: named });
			const asked = await ask({ 'The Orders': { jsonOutput } });
			expect(asked.mail.text).toContain(`1 · ${String(names[0])}`);
			const { text } = await openPage(linkIn(asked.mail));
			expect(text).toContain('The e-mail shows the letters.\n1: to correct\n2: to correct');
			expect(text).not.toMatch(/evil\.example|2: fine/);
			await press(asked, 'None');
		});

		it.each([
			[ALL, '', ['M-1', 'M-3', 'M-4']],
			[SOME, '3', ['M-3']],
			[SOME, '1, 4', ['M-1', 'M-4']],
			[SOME, '2 – 4', ['M-3', 'M-4']],
			[SOME, '2', []],
			[SOME, '', []],
			[SOME, 'all but 3', []],
			[SOME, '-3', []],
			['None', '1', []],
		])(
			'the button is pressed with "%s" and "%s": exactly these are ordered',
			async (choice, numbers, ordered) => {
				const execution = await press(await ask(), choice, numbers);
				expect(execution.status).toBe('success');
				expect(await stage().externalIds()).toEqual(ordered);
				const checked = execution.output('Check the Letters').map(({ request }) => request);
				for (const { request } of await stage().letters()) expect(checked).toContainEqual(request);
				const result = ordered.length === 0 ? [] : execution.output('Result');
				expect(result.map(({ order, reason }) => [order, reason])).toEqual(
					ordered.map((order) => [order, '']),
				);
			},
		);

		it('nobody answers in the time set: nothing is ordered', async () => {
			const { status } = await stage().scene.client.finished(unanswered);
			expect(status).toBe('success');
			await expectNoOrder();
		});
	},
});
