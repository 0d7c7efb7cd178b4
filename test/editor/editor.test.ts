/** The package as its user sees it: n8n's own editor in a real Chromium, against the sandbox. */
import { activationMessage, eventTriggerDescription } from '../../nodes/HandwrittenLettersTrigger/properties';
import type { Scene } from '../../tools/n8n/scenes/scene';
import { Editor } from '../../tools/pictures/editor';
import {
	BATCH,
	createOperations,
	createThankYou,
	createTrigger,
	GET_CARD,
	orders,
	RETURNED,
	SEND,
	STYLES,
	TEMPLATES,
	TOOL,
} from '../../tools/pictures/editorScenery';
import { areaOf } from '../../tools/pictures/picture';
import { sendRaw } from '../../tools/rawRequest';
import { signedDelivery } from '../../tools/signedDelivery';
import { eventually } from '../../tools/waiting';
import { withScene } from '../support/withScene';

let scene: Scene;

withScene((started) => {
	scene = started;
});

/** What n8n shows where a node, a parameter, a list or an expression is broken. */
const BROKEN =
	/unrecognized|install this node|unknown parameter|not found|could not load|no longer supported|undefined|\[object/i;

const NODE = ['Credential', 'Resource', 'Operation'];
const ADDRESS = ['Name', 'Address Line 1', 'Address Line 2', 'City', 'State', 'Postal Code (CEP)', 'Country'];
const CONTENT = ['Message', 'External ID', 'Style', 'Template'];
/** What a person fills in comes first. */
const LETTER = [...ADDRESS, ...CONTENT];
const BELOW = ['Ordering Mode', 'Additional Fields', 'Options'];

/** A screen follows a moment after what was done. */
const shows = (read: () => Promise<unknown>, wanted: unknown): Promise<void> =>
	eventually(async () => expect(await read()).toEqual(wanted), 180_000);

it.each([
	['light', 'handwrittenLetters.svg'],
	['dark', 'handwrittenLetters.dark.svg'],
] as const)(
	'the editor follows the look of the system, in %s with the icon %s',
	async (colorScheme, icon) => {
		await Editor.use(scene.n8n.url, { colorScheme }, async (editor) => {
			await editor.openWorkflow(await createOperations(scene));
			expect(await editor.look()).toBe(colorScheme);
			for (const name of [SEND, RETURNED]) expect(await editor.iconOf(name)).toBe(icon);
		});
	},
);

describe('the editor', () => {
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.open(scene.n8n.url);
	});

	afterAll(async () => {
		await editor.close();
	});

	afterEach(async () => {
		expect(await editor.errorToasts()).toEqual([]);
		expect(editor.problems.splice(0)).toEqual([]);
	});

	/** A new workflow with a node of each operation: the editor saves by itself what a test changes. */
	async function openOperations(credential = scene.credential): Promise<void> {
		await editor.openWorkflow(await createOperations({ client: scene.client, credential }));
	}

	async function inNode(name: string, work: () => Promise<void>): Promise<void> {
		await editor.openNode(name);
		try {
			await work();
		} finally {
			await editor.closeNode();
		}
	}

	/** Of the trigger that is open. */
	async function testUrl(): Promise<string> {
		await editor.panel.getByRole('radio', { name: 'Test URL' }).click();
		return (await editor.panel.getByText(/\/webhook-test\/[-\w]+\/webhook$/).innerText()).trim();
	}

	const expectFields = async (labels: string[]): Promise<void> => {
		await shows(() => editor.labels(), labels);
	};

	describe('that shows every operation', () => {
		beforeAll(async () => {
			await openOperations();
		});

		it('says on the canvas what each node does', async () => {
			const said = async (name: string) => (await editor.node(name).innerText()).split('\n').at(-1);
			expect(await said(SEND)).toBe('Create: Letter');
			expect(await said(GET_CARD)).toBe('Get: Letter');
			expect(await said(BATCH)).toBe('Create: Batch');
			expect(await said(TEMPLATES)).toBe('Get Many: Template');
			expect(await said(STYLES)).toBe('Get Many: Style');
			expect(await editor.node(RETURNED).innerText()).toContain('delivered, returned');
		});

		it.each([
			[SEND, [...NODE, ...LETTER, ...BELOW], [], 'published workflow orders real letters'],
			[GET_CARD, [...NODE, 'Letter ID', 'Options'], ['Letter ID'], ''],
			[
				BATCH,
				[...NODE, ...LETTER, 'Letters per Batch', ...BELOW],
				[],
				'published workflow orders real letters',
			],
			[TEMPLATES, [...NODE, 'Return All', 'Limit', 'Options'], [], ''],
			[STYLES, [...NODE, 'Return All', 'Limit', 'Options'], [], ''],
			[RETURNED, ['Credential', 'Events', 'Options'], [], 'to the support of the letter service'],
		])(
			'opens "%s" with its fields in their order, what must be filled in marked',
			async (node, labels, required, notice) => {
				await inNode(node, async () => {
					await expectFields(labels);
					await shows(() => editor.missing(), required);
					const text = await editor.panel.innerText();
					expect(text).not.toMatch(BROKEN);
					expect(text).toContain(notice);
				});
			},
		);

		it.each([SEND, BATCH])('says in "%s" what each Ordering Mode does', async (node) => {
			await inNode(node, async () => {
				const before = await editor.labels();
				for (const [mode, does] of [
					['Always order', 'Runs order real letters, even "Execute step"'],
					['Never order, only check', 'No run orders anything'],
					['Check in the editor, order when published', 'Runs that you start in the editor only check them'],
				] as const) {
					await editor.choose('orderingMode', mode);
					await editor.panel.getByText(does).waitFor();
					await expectFields(before);
				}
			});
		});

		it.each([
			[SEND, []],
			[TOOL, ['Let AI Agents Order']],
		])('offers in "%s" what an agent needs to a tool alone', async (name, wanted) => {
			await inNode(name, async () => {
				await editor.panel.getByPlaceholder('Add option').click();
				const options = editor.page.getByRole('option').filter({ visible: true });
				await options.filter({ hasText: 'Include Input Fields' }).waitFor();
				const texts = (await options.allInnerTexts()).map((text) => text.trim());
				expect(texts.filter((text) => text.includes('Agents'))).toEqual(wanted);
			});
		});

		it('asks for nothing of a letter that was checked', async () => {
			await inNode(SEND, async () => {
				const before = await editor.labels();
				await editor.choose('operation', 'Create From Check');
				await expectFields([...NODE, 'Ordering Mode', 'Options']);
				await editor.choose('operation', 'Order one physical handwritten letter');
				await expectFields(before);
			});
		});

		it.each([TEMPLATES, STYLES])('asks in "%s" for no limit when all are wanted', async (node) => {
			await inNode(node, async () => {
				await editor.toggle('returnAll');
				await expectFields([...NODE, 'Return All', 'Options']);
			});
		});

		it('offers the fields of a letter that was never ordered', async () => {
			await inNode(STYLES, async () => {
				for (const field of ['id', 'tracking_code', 'estimated_posting_at']) {
					await editor.panel.getByText(field, { exact: true }).first().waitFor();
				}
			});
		});

		it('tests the credential when its dialog opens', async () => {
			await inNode(SEND, async () => {
				const dialog = await editor.openCredential();
				await dialog.getByText('Connection tested successfully').waitFor();
				const labels = [
					'API Key *',
					'Base URL *',
					'Webhook Secret',
					'Previous Webhook Secret',
					'Header Prefix',
				];
				const lines = (await dialog.innerText()).split('\n').map((line) => line.trim());
				expect(lines.filter((line) => labels.includes(line))).toEqual(labels);
				await dialog.locator('.el-dialog__headerbtn').click();
			});
		});

		it('shows both addresses in the panel of the trigger, and what a test event brought', async () => {
			await inNode(RETURNED, async () => {
				await editor.panel.getByText('Receive events of your letters').waitFor();
				await editor.panel.getByText(/The button waits for one event at the Test URL/).waitFor();
				await editor.panel.getByText('When will this node trigger my flow?').click();
				await editor.panel.getByText(/the API has no call to register it/).waitFor();
				await editor.panel.getByText('Webhook URLs', { exact: true }).click();
				await editor.panel.getByRole('radio', { name: 'Production URL' }).click();
				await editor.panel.getByText(/\/webhook\/[-\w]+\/webhook$/).waitFor();
				const url = await testUrl();
				// Events of earlier letters would come first.
				await scene.reset();
				await scene.sandbox.control('PUT', '/receivers/main', { url });
				await editor.execute();
				await editor.panel.getByText('Listening for test event').waitFor();
				await scene.sandbox.control('POST', '/events', { event: 'card.returned' });
				await editor.output.getByText('dedupe_key').first().waitFor();
				expect(await editor.output.innerText()).toContain('card.returned');
			});
		});

		it('gives each event an output of its own on the canvas', async () => {
			await inNode(RETURNED, async () => {
				await editor.add('Add option', 'Output per Event');
				await editor.toggle('outputPerEvent');
			});
			const events = ['Created', 'Written', 'Shipped', 'Delivered', 'Returned'];
			await shows(() => editor.outputsOf(RETURNED), events);
		});

		it('shows the reason of a failure in words', async () => {
			await inNode(GET_CARD, async () => {
				await editor.field('cardId').locator('input').fill('crd_unknown');
				await editor.executeStep();
				await editor.output.getByText(/^Item 1: There is no letter with this ID/).waitFor();
				await editor.output
					.getByText(/Check the ID, and that the credential belongs to the account/)
					.waitFor();
				await shows(async () => (await editor.errorToasts()).length, 1);
				expect(await editor.errorToasts()).toEqual([expect.stringContaining(`Problem in node ‘${GET_CARD}`)]);
				await editor.dismissToasts();
			});
		});

		it('finds the node by a word in another language, and adds an operation', async () => {
			const found = await editor.searchNodes('carta');
			await found.filter({ hasText: 'Handwritten Letters' }).click();
			// Once in the list of newer versions, and once above the actions.
			await editor.page.getByText('Send handwritten letters, and start a workflow').last().waitFor();
			for (const action of [
				'Send a batch of letters',
				'Send a letter',
				'Send a checked letter',
				'Get many styles',
				'Get many templates',
			]) {
				await editor.page.getByText(action, { exact: true }).waitFor();
			}
			await editor.page.getByText('Get a letter', { exact: true }).click();
			await expectFields([...NODE, 'Letter ID', 'Options']);
			await editor.closeNode();
		});
	});

	it('lists what the account has as templates and styles, and searches it', async () => {
		await openOperations();
		await editor.openNode(SEND);
		const warning = editor.panel.getByText(
			'Variables of a template (in brackets after its name) cannot be filled in',
		);
		for (const [field, entries, search, hit] of [
			[
				'template',
				[
					'No template',
					'Thank you (first_name, product)',
					'Welcome (first_name, company)',
					'Birthday (first_name)',
				],
				'welc',
				2,
			],
			['style', ['The service chooses', 'Casual', 'Elegant', 'Classic', 'Playful'], 'sty_e', 2],
		] as const) {
			expect(await warning.isVisible()).toBe(field === 'style');
			const list = await editor.openList(field);
			await shows(() => list.allInnerTexts(), entries);
			await editor.searchList(search);
			const hits = [entries[hit]];
			await shows(() => list.allInnerTexts(), hits);
			await list.first().click();
			await warning.waitFor();
		}
	});

	it('says what is wrong with an API key, and accepts the right one', async () => {
		await openOperations(await scene.credentialWith({ apiKey: 'wrong_key' }));
		await editor.openNode(SEND);
		const dialog = await editor.openCredential();
		await dialog.getByText('More details').click();
		const reason = /The service rejected the API key\. Check that it is complete, not revoked/;
		await dialog.getByText(reason).waitFor();
		await dialog
			.getByTestId('parameter-input-apiKey')
			.locator('input')
			.fill(String(scene.credential.data.apiKey));
		await dialog.getByTestId('credential-save-button').click();
		await dialog.getByText('Connection tested successfully').waitFor();
	});

	it('says where to look while a test waits, also after a rejected event, and what publishing does', async () => {
		await editor.openWorkflow(await createTrigger(scene));
		await editor.openNode(RETURNED);
		await editor.panel.getByText('Webhook URLs', { exact: true }).click();
		const url = await testUrl();
		await editor.execute();
		await editor.panel.getByText('Listening for test event').waitFor();
		expect((await sendRaw(url, signedDelivery({ secret: 'whsec_guessed' }))).status).toBe(401);
		await editor.output
			.getByText(/^Nothing appears\? If the event was rejected, n8n's log says why\./)
			.waitFor();
		await editor.panel.getByText('Listening for test event').waitFor();
		await editor.closeNode();

		// Inside it, n8n repeats the text for screen readers.
		const repeated = editor.page.getByRole('tooltip', { includeHidden: true });
		const said = repeated.filter({ hasText: eventTriggerDescription }).locator('..');
		await said.waitFor();
		const text = await areaOf([said]);
		const canvas = await areaOf([editor.page.getByTestId('canvas')]);
		expect(text.width).toBeGreaterThan(100);
		expect(text.x).toBeGreaterThan(canvas.x);
		expect(text.x + text.width).toBeLessThan(canvas.x + canvas.width);
		await editor.page.getByTestId('stop-execution-waiting-for-webhook-button').click();

		await editor.page.getByTestId('workflow-open-publish-modal-button').click();
		await editor.page.getByTestId('workflow-publish-button').click();
		await editor.page.getByText(activationMessage, { exact: true }).waitFor();
	});

	it('shows the ids of the letters, and above them what was ordered', async () => {
		await scene.reset();
		await editor.openWorkflow(await createThankYou(scene, 'order'));
		await editor.openNode(SEND);
		await editor.executeStep();
		await editor.output
			.getByText(/^3 letters ordered at 127\.0\.0\.1:\d+; estimated posting 2\d{3}-\d\d-\d\d\.$/)
			.waitFor();
		for (const { order } of orders) await editor.output.getByText(order).waitFor();
		expect(await editor.output.getByText(/^crd_[-\w]+$/).count()).toBe(orders.length);
		expect(await scene.sandbox.letters()).toBe(orders.length);
	});
});
