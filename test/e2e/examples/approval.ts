/** The example in which a person sees every letter before it leaves. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import type { Execution } from '../../../tools/n8n/execution';
import { lastPage, nextPage, submitForm } from '../../../tools/n8n/forms';
import type { Item } from '../../../tools/n8n/scene';
import type { ExampleTests, Stage } from './stage';

const form = 'Upload a Spreadsheet';
const header = 'order,name,street,complement,city,state,zip,message,template,style,when';
const when = '2031-03-04T09:30:00-03:00';
const rows = [
	`A-1,Ana <b>Luiza</b>,"Rua da Bahia, 1148",Sala 5,Belo Horizonte,MG,30160-011,"Olá, Ana! R$& <i>10</i>",tpl_thank_you,sty_elegant,${when}`,
	'A-2,Bruno Lima,"Avenida Paulista, 1578",,São Paulo,SP,01310-200,"Olá, Bruno!",,,',
	'A-3,Clara Souza,"Avenida Paulista, 1578",,São Paulo,SP,1310200,"Olá, Clara!",,,',
];
const ALL = 'All that are fine (2)';
const SINGLE = 'Only those I tick below';
const QUESTIONS = ['', 'Which letters may leave?', 'Letters'].map((fieldLabel) => ({ fieldLabel }));

const csv = (): File => new File([[header, ...rows].join('\n')], 'letters.csv', { type: 'text/csv' });

export const approvalExamples = (stage: () => Stage): ExampleTests => ({
	'approve-before-it-leaves': (name) => {
		/** Uploads the rows; gives the page that asks for approval, and its address. */
		const ask = async (workflow: ExampleWorkflow): Promise<{ page: string; waiting: string }> => {
			const waiting = (await workflow.submit(form, { Spreadsheet: csv() })) ?? '';
			return { page: await nextPage(waiting), waiting };
		};
		/** Answers that page; gives the last one and the execution. */
		const approve = async (
			workflow: ExampleWorkflow,
			waiting: string,
			choice: string,
			letters: string[] = [],
		): Promise<{ page: string; execution: Execution }> => {
			const answers = {
				[QUESTIONS[1]?.fieldLabel ?? '']: JSON.stringify([choice]),
				Letters: JSON.stringify(letters),
			};
			await submitForm(waiting, QUESTIONS, answers);
			const page = await lastPage(waiting);
			return { page, execution: await workflow.next() };
		};
		const posts = async (): Promise<number> =>
			(await stage().scene.sandbox.requests()).filter(({ method }) => method === 'POST').length;

		let workflow: ExampleWorkflow;
		let open: ExampleWorkflow[] = [];

		const create = async (changes: Record<string, Item> = {}): Promise<ExampleWorkflow> => {
			const created = await ExampleWorkflow.create(stage().scene, name, { changes });
			open.push(created);
			await created.activate();
			return created;
		};

		beforeEach(async () => {
			workflow = await create();
		});

		afterEach(async () => {
			for (const one of open) await one.deactivate();
			open = [];
		});

		it('the page shows each letter and what is wrong, and nothing has been sent', async () => {
			const { page, waiting } = await ask(workflow);
			expect(page).toContain('Letters that are fine: 2 of 3');
			const shown = [
				'1 · Ana &lt;b&gt;Luiza&lt;/b&gt;',
				'Rua da Bahia, 1148<br />Sala 5<br />30160-011 Belo Horizonte MG<br />BR',
				'Olá, Ana! R$&amp; &lt;i&gt;10&lt;/i&gt;',
				'<b>Template:</b> tpl_thank_you',
				'<b>Style:</b> sty_elegant',
				'<b>When:</b> 2031-03-04 ',
				'Olá, Bruno!',
				'<b>Style:</b> chosen by the service',
				'<b>When:</b> as soon as possible',
				'3 · Clara Souza',
			];
			for (const part of shown) expect(page).toContain(part);
			expect(page).toMatch(/<em>To correct: .*8 digits.*leading zero/);
			expect(await posts()).toBe(0);
			await approve(workflow, waiting, 'None');
		});

		it('all are approved: exactly the letters that are fine, as they were shown', async () => {
			const { waiting } = await ask(workflow);
			const { page, execution } = await approve(workflow, waiting, ALL);
			expect(page).toContain('Letters ordered: 2 of 2 approved');
			const checked = execution.output('Check the Letters').slice(0, 2);
			const letters = await stage().letters();
			expect(letters.map(({ request }) => request)).toEqual(checked.map(({ request }) => request));
			expect(await stage().externalIds()).toEqual(['A-1', 'A-2']);
			expect(letters[0]?.request.message).toBe('Olá, Ana! R$& <i>10</i>');
		});

		it('one is approved: that one leaves; another may follow, and none leaves twice', async () => {
			const first = await ask(workflow);
			await approve(workflow, first.waiting, SINGLE, ['2 · Bruno Lima (A-2)']);
			expect(await stage().externalIds()).toEqual(['A-2']);
			const second = await ask(workflow);
			await approve(workflow, second.waiting, ALL);
			expect(await stage().externalIds()).toEqual(['A-2', 'A-1']);
		});

		it.each([
			['none', 'None', []],
			['single ones, and ticks none', SINGLE, []],
			['the one that is to be corrected', SINGLE, ['3 · Clara Souza (A-3)']],
		])('the person approves %s: no letter', async (_what, choice, letters) => {
			const { waiting } = await ask(workflow);
			const { page, execution } = await approve(workflow, waiting, choice, letters);
			expect(execution.status).toBe('success');
			expect(page).toContain('No letter was ordered');
			expect(await posts()).toBe(0);
		});

		it('with Only check, as in the editor: the last page says that nothing was ordered', async () => {
			const tried = await create({ 'Order the Letters': { orderingMode: 'check' } });
			const { waiting } = await ask(tried);
			const { page } = await approve(tried, waiting, ALL);
			expect(page).toContain('Letters ordered: 0 of 2 approved');
			expect(page).toContain('Only checked. Publish the workflow to order.');
			expect(await posts()).toBe(0);
		});

		it('a node in between changes a letter after it was shown: that letter is refused', async () => {
			const letters =
				"={{ $('Check the Letters').all().filter(({ json }) => json.outcome === 'fine').map(({ json }, index) => index > 0 ? json : { ...json, request: { ...json.request, message: 'Nobody saw this' } }) }}";
			const assignments = {
				assignments: [{ id: 'letters', name: 'letters', value: letters, type: 'array' }],
			};
			const changed = await create({ 'What Was Approved': { assignments } });
			const { waiting } = await ask(changed);
			const { page } = await approve(changed, waiting, ALL);
			expect(page).toContain('Letters ordered: 1 of 2 approved');
			expect(page).toMatch(/changed/);
			expect(await stage().externalIds()).toEqual(['A-2']);
		});
	},
});
