/** Who has no link and no login: what the examples show him, and what he can order. */
import { fetch, FormData } from 'undici';

import { english } from '../../../examples/campaign/words/english';
import { ExampleWorkflow, LOGIN_HEADER } from '../../../tools/n8n/exampleRun';
import { nodeNamed, pageUrl } from '../../../tools/n8n/examples';
import { lastPage, nextPage, submitForm } from '../../../tools/n8n/forms';
import { traits } from '../../../tools/n8n/scenes/scene';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import { withScene } from '../../support/withScene';
import { address, Stage } from '../examples/stage';

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
/** Of the recipient of every letter here. */
const NAME = 'Ana Luiza';
const NEEDS = 'n8n 2.14 or newer';

let stage: Stage;

withScene(async (scene) => {
	stage = await Stage.start(scene);
});

afterAll(() => stage.stop());

beforeEach(() => stage.clear());

/** Every address at which an execution could wait, without a signature. */
function guesses(execution: string, { file: { nodes } }: ExampleWorkflow): string[] {
	const waiting = nodes.filter(
		({ type, parameters }) =>
			/\.(?:wait|form)$/.test(type) || ['sendAndWait', 'page'].includes(String(parameters.operation)),
	);
	const ends = ['', ...waiting.flatMap(({ id, webhookId }) => [`/${String(id)}`, `/${String(webhookId)}`])];
	const starts = ['form-waiting', 'webhook-waiting'];
	return starts.flatMap((start) => ends.map((end) => `${stage.scene.n8n.url}/${start}/${execution}${end}`));
}

/** A GET and a POST that answers each question with yes. */
async function guess(execution: string, workflow: ExampleWorkflow, answers: string[]): Promise<void> {
	const before = await stage.externalIds();
	for (const url of guesses(execution, workflow)) {
		for (const method of ['GET', 'POST']) {
			const body = new FormData();
			answers.forEach((answer, index) => {
				body.append(`field-${index}`, answer);
			});
			const request = { method, headers: BROWSER, ...(method === 'POST' && { body }) };
			const text = await (await fetch(url, request)).text();
			expect([method, url, text.includes(NAME) || text.includes('R 1, 1')]).toEqual([method, url, false]);
		}
	}
	expect(await stage.externalIds()).toEqual(before);
}

/** That of a run which waits goes on waiting. */
async function guessWaiting(execution: string, workflow: ExampleWorkflow, answers: string[]): Promise<void> {
	await guess(execution, workflow, answers);
	expect(await stage.scene.client.status(execution)).toBe('waiting');
}

const signed = traits.signsResumeUrls ? it : it.skip;
const unsigned = traits.signsResumeUrls ? it.skip : it;

describe('campaign', () => {
	let workflow: ExampleWorkflow;

	beforeAll(async () => {
		workflow = await ExampleWorkflow.create(stage.scene, 'campaign', { credentials: [stage.login] });
		await workflow.activate();
	});

	afterAll(() => workflow.deactivate());

	const sheet = [
		'Order,Name,Street,City,State,Zip,Message,constructor,__proto__',
		`G-1,${NAME} Ferreira,"R 1, 1",São Paulo,SP,01310-100,Oi,c,p`,
		`G-2,${NAME} Lima,"R 1, 2",São Paulo,SP,1310100,Oi \ud83d,kept,too`,
	].join('\n');
	const upload = async (): Promise<string> => {
		const file = new File([new Uint8Array(Buffer.from(`\ufeff${sheet}`, 'utf16le'))], 'a.csv');
		return (await workflow.submit('Upload the Sheet', { [english.sheet.file]: file })) ?? '';
	};
	const order = [JSON.stringify(['The only one without warnings']), ''];

	unsigned('shows no letter where its page could be guessed, and orders none', async () => {
		const waiting = await upload();
		expect(await lastPage(waiting)).toContain(NEEDS);
		const { id } = await workflow.next();
		await guess(id, workflow, order);
	});

	signed('nobody guesses its page; half of a character in a row to correct loses nothing', async () => {
		const waiting = await upload();
		const id = await workflow.started();
		expect(await nextPage(waiting)).toContain(NAME);
		await guessWaiting(id, workflow, order);
		const { choose, except } = english.questions;
		const questions = [choose, except].map((fieldLabel) => ({ fieldLabel }));
		await submitForm(waiting, questions, { [choose]: String(order[0]), [except]: '' });
		const page = await lastPage(waiting);
		expect(page).toContain('1 letter ordered');
		const [, link = ''] = /href="data:[^"]*,([^"]*)"/.exec(page) ?? [];
		const file = Buffer.from(link, 'base64').toString();
		expect(file).toMatch(/>constructor<.*>__proto__<.*>What to correct<.*>kept<.*>too</);
		expect(page.replace(/href="[^"]*"/, '')).not.toContain(NAME);
		expect((await stage.scene.client.finished(id)).status).toBe('success');
		await guess(id, workflow, order);
		expect(await stage.externalIds()).toEqual(['G-1']);

		const url = pageUrl(stage.scene.n8n.url, nodeNamed(workflow.file, 'See the List'));
		const list = await fetch(url, { headers: LOGIN_HEADER });
		expect(list.headers.get('cache-control')).toBe('no-store');
		const text = await list.text();
		for (const id of ['G-1', 'G-2']) expect(text).toContain(`<td>${id}</td>`);
		expect((await fetch(url)).status).toBe(401);
	});
});

describe('approve-by-email', () => {
	const letter = { order: 'G-3', name: NAME, ...{ street: 'R 1, 1', complement: '' } };
	const place = { city: 'São Paulo', state: 'SP', zip: '01310-100', message: 'Oi' };
	const yes = ['All letters that are fine', ''];
	const start = async (): Promise<{ workflow: ExampleWorkflow; id: string }> => {
		const jsonOutput = JSON.stringify({ letters: [{ ...letter, ...place }] });
		const workflow = await ExampleWorkflow.create(stage.scene, 'approve-by-email', {
			credentials: [stage.smtp],
			changes: { 'The Orders': { jsonOutput } },
		});
		return { workflow, id: await stage.scene.client.run(workflow.workflow, 'Start') };
	};

	unsigned('sends no mail where its page could be guessed, and orders nothing', async () => {
		const { workflow, id } = await start();
		const { status, error } = await stage.scene.client.finished(id);
		expect([status, error?.message]).toEqual(['error', expect.stringContaining(NEEDS)]);
		expect(stage.mailbox.mails).toEqual([]);
		await guess(id, workflow, yes);
	});

	signed('nobody guesses its page; 60,000 spaces neither hold n8n nor lose the answer', async () => {
		const { workflow, id } = await start();
		const mail = await stage.mailOf(id);
		await guessWaiting(id, workflow, yes);
		const questions = ['What may be ordered?', 'Numbers'].map((fieldLabel) => ({ fieldLabel }));
		await submitForm(mail.links['Choose what may be ordered'] ?? '', questions, {
			'What may be ordered?': 'Only the letters with these numbers',
			Numbers: `1,${' '.repeat(60_000)}1`,
		});
		expect((await stage.scene.client.finished(id)).status).toBe('success');
		expect(await stage.externalIds()).toEqual([]);
	});
});

it('ai-agent-with-approval: nobody guesses the page of the answer', async () => {
	const credentials = [stage.smtp, stage.openAi, stage.login];
	const workflow = await ExampleWorkflow.create(stage.scene, 'ai-agent-with-approval', { credentials });
	await workflow.activate();
	const place = { city: 'São Paulo', state: 'SP', zip: '01310-100' };
	const output = { name: NAME, street: 'R 1, 1', complement: '', ...place, message: 'Oi' };
	const args = { output: { ...output, style: 'sty_elegant', problem: '' } };
	stage.model.say([{ tool: 'format_final_json_response', args }]);
	const asked = { 'Order number': 'G-4', 'Recipient and address': NAME, 'What to say': 'Oi' };
	await workflow.submit('Ask for a Letter', asked);
	const id = await workflow.started();
	await stage.mailOf(id);
	await guessWaiting(id, workflow, ['Order it']);
	await workflow.deactivate();
});

(traits.createsDataTables ? it : it.skip)('delivered-or-returned: nobody guesses the page', async () => {
	const credentials = [stage.smtp];
	const workflow = await ExampleWorkflow.create(stage.scene, 'delivered-or-returned', { credentials });
	await workflow.run('Start');
	await workflow.listen('Delivered or Returned');
	const [sent] = await stage.letters();
	const data = { id: sent?.id, external_id: sent?.external_id, status: 'returned' };
	const event = { event: 'card.returned', data, occurred_at: '2026-01-02T00:00:00Z' } as const;
	await workflow.deliver('Delivered or Returned', signedDelivery({ body: JSON.stringify(eventBody(event)) }));
	const id = await workflow.started();
	await stage.mailOf(id);
	await guessWaiting(id, workflow, Object.values(address));
	await workflow.deactivate();
});

describe('thank-you-letter-on-a-form', () => {
	let workflow: ExampleWorkflow;
	let url: string;
	const answers = { 'Full name': `${NAME}\u00a0Pague\u00a0R$\u00a0500`, ...address };
	const yes = ['yes'];
	/** As a page of another site sends it, through the browser of a person who has logged in. */
	const send = async (headers: Record<string, string> = {}): Promise<string> => {
		const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
		const answer = await submitForm(url, workflow.fields('Where To'), answers, { ...foreign, ...headers });
		return (JSON.parse(answer) as { formWaitingUrl: string }).formWaitingUrl;
	};

	beforeAll(async () => {
		const credentials = [stage.login];
		workflow = await ExampleWorkflow.create(stage.scene, 'thank-you-letter-on-a-form', { credentials });
		await workflow.activate();
		url = `${stage.scene.n8n.url}/form/${String(nodeNamed(workflow.file, 'Where To').webhookId)}`;
	});

	afterAll(() => workflow.deactivate());

	it('without the login no form and no letter; no other site reads where the form goes on', async () => {
		expect((await fetch(url)).status).toBe(401);
		await expect(send()).rejects.toThrow('HTTP 401');
		expect(await stage.letters()).toEqual([]);
		const page = await fetch(url, { headers: { ...LOGIN_HEADER, origin: 'https://evil.example' } });
		expect([page.status, page.headers.get('access-control-allow-credentials')]).toEqual([200, null]);
	});

	unsigned('shows nothing where its page could be guessed, and orders no letter', async () => {
		const page = await lastPage(await send(LOGIN_HEADER));
		expect(page).toContain(NEEDS);
		const typed = [NAME, address['Street and number'], address.City, address['Postal code']];
		for (const one of typed) expect(page).not.toContain(one);
		const { id, status } = await workflow.next();
		expect(status).toBe('success');
		await guess(id, workflow, yes);
		expect(await stage.letters()).toEqual([]);
	});

	signed('sent by another site, it orders nothing: nobody guesses the page that confirms it', async () => {
		for (let times = 0; times < 3; times += 1) {
			const waiting = await send(LOGIN_HEADER);
			const id = await workflow.started();
			await nextPage(waiting);
			await guessWaiting(id, workflow, yes);
		}
		expect(await stage.letters()).toEqual([]);
	});

	signed(
		'confirmed, it is one letter, in which a name is no sentence; its last page is not guessed either',
		async () => {
			const waiting = await send(LOGIN_HEADER);
			const id = await workflow.started();
			await nextPage(waiting);
			await submitForm(waiting, [{ fieldLabel: 'confirmed' }], { confirmed: 'yes' });
			await nextPage(waiting);
			await guessWaiting(id, workflow, yes);
			expect((await stage.letters()).map(({ request }) => request.message)).toEqual([
				expect.stringContaining('Olá, Ana!'),
			]);
			await lastPage(waiting);
			expect((await stage.scene.client.finished(id)).status).toBe('success');
		},
	);
});
