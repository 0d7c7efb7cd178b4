/**
 * n8n's own editor in a real Chromium, used as a person does: by what is written on the screen, and
 * by n8n's test ids where it names a part of the window.
 */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { selectors } from 'playwright-core';

import { launchChromium } from '../chromium';
import type { Workflow } from '../n8n/n8nClient';
import { OWNER } from '../n8n/scenes/newN8n';
import { until } from '../waiting';
import { recordErrors } from './editorErrors';
import { firstPixel } from './picture';

/** A busy machine takes long to load the editor; nothing here waits for a time to pass. */
const PATIENCE_MS = 180_000;

selectors.setTestIdAttribute('data-test-id');

export class Editor {
	/** Errors that the browser has reported of n8n's pages and of what they load from n8n. */
	readonly problems: string[] = [];

	private constructor(
		private readonly url: string,
		private readonly browser: Browser,
		readonly page: Page,
	) {}

	/** Signs in, as the owner of every n8n started here. */
	static async open(url: string, look: BrowserContextOptions = {}): Promise<Editor> {
		const browser = await launchChromium();
		try {
			const context = await browser.newContext({
				viewport: { width: 1440, height: 900 },
				reducedMotion: 'reduce',
				locale: 'en-US',
				timezoneId: 'America/Sao_Paulo',
				...look,
			});
			const page = await context.newPage();
			page.setDefaultTimeout(PATIENCE_MS);
			const editor = new Editor(url, browser, page);
			await editor.signIn();
			recordErrors(page, url, editor.problems);
			return editor;
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	/** While that is done in it. */
	static async use(
		url: string,
		look: BrowserContextOptions,
		work: (editor: Editor) => Promise<void>,
	): Promise<void> {
		const editor = await Editor.open(url, look);
		await work(editor).finally(() => editor.close());
	}

	close(): Promise<void> {
		return this.browser.close();
	}

	/** The window of the node that is open. */
	get panel(): Locator {
		return this.page.getByTestId('ndv');
	}

	/** What the open node has put out. */
	get output(): Locator {
		return this.panel.getByTestId('output-panel');
	}

	get nodes(): Locator {
		return this.page.getByTestId('canvas-node');
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** The file of the icon that a node bears on the canvas, once it is loaded. */
	async iconOf(name: string): Promise<string | undefined> {
		const icon = this.node(name).locator('img');
		await icon.waitFor();
		return (await icon.getAttribute('src'))?.split('/').at(-1);
	}

	/** What stands beside the outputs of a node on the canvas. */
	outputsOf(name: string): Promise<string[]> {
		return firstLines(this.node(name).getByTestId('canvas-node-output-handle'));
	}

	/** The field with its label; a field of the name that n8n does not know is not there. */
	field(name: string): Locator {
		return this.panel.getByTestId(`parameter-input-${name}`);
	}

	async openWorkflow({ id }: Workflow): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.panel.getByTestId('node-parameters').waitFor();
		await this.panel.getByText('Loading fields').first().waitFor({ state: 'hidden' });
	}

	async closeNode(): Promise<void> {
		// The second is n8n 1's.
		await this.page.getByTestId('ndv-close-button').or(this.page.getByTestId('back-to-canvas')).click();
		await this.panel.waitFor({ state: 'hidden' });
	}

	/** The labels of the open node's fields, from top to bottom. */
	async labels(): Promise<string[]> {
		const labels = await this.labelsIn(this.panel.getByTestId('node-parameters'));
		// n8n's own label, and its words before n8n 2.15.
		return labels.map((label) => (label === 'Credential to connect with' ? 'Credential' : label));
	}

	/** The labels of the fields that n8n marks because they are empty and must not be. */
	async missing(): Promise<string[]> {
		const marked = this.panel
			.locator('.parameter-item')
			.filter({ has: this.page.getByTestId('parameter-issues') });
		return this.labelsIn(marked);
	}

	/** Picks an entry of a dropdown. */
	async choose(field: string, option: string): Promise<void> {
		await this.field(field).locator('input').click();
		await this.pick(option);
	}

	/** Turns a switch on or off. */
	async toggle(field: string): Promise<void> {
		await this.field(field).locator('.el-switch').click();
	}

	/** Adds a field to a collection, told by the text of its button. */
	async add(button: string, field: string): Promise<void> {
		await this.panel.getByPlaceholder(button).click();
		await this.pick(field);
	}

	/** Presses "Execute step" in the open node. */
	async execute(): Promise<void> {
		await this.panel.getByTestId('node-execute-button').first().click();
	}

	/** Executes the open node, and waits until it has run. */
	async executeStep(): Promise<void> {
		await this.execute();
		await this.output.getByTestId('node-run-info').waitFor();
	}

	/** Opens a picture that the node has put out, counted from 0, from the list of files. */
	async viewFile(index: number): Promise<Locator> {
		await this.output.getByTestId('ndv-view-binary-data').nth(index).click();
		const image = this.output.locator('.binary-data-window img');
		await image.waitFor();
		return image;
	}

	/** The nodes that n8n offers for a search. */
	async searchNodes(text: string): Promise<Locator> {
		await this.page.getByTestId('node-creator-plus-button').click();
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		return this.page.getByTestId('node-creator-action-item');
	}

	/** Opens the list of a resource locator, for example `template`. */
	async openList(name: string): Promise<Locator> {
		await this.panel.getByTestId(`resource-locator-${name}`).getByTestId('rlc-input').click();
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	/** Types into the search field of the list that is open. */
	async searchList(text: string): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
	}

	/** Opens the dialog of the open node's credential. */
	async openCredential(): Promise<Locator> {
		await this.panel.getByTestId('credential-edit-button').click();
		return this.page.locator('.el-dialog').filter({ has: this.page.getByText('API Key') });
	}

	/** The messages in the corner that report an error. n8n leaves them there until they are closed. */
	errorToasts(): Promise<string[]> {
		return this.page
			.locator('.el-notification')
			.filter({ has: this.page.locator('.el-notification--error') })
			.allInnerTexts();
	}

	/** Puts away the messages in the corner, which would lie over what is below. */
	async dismissToasts(): Promise<void> {
		const close = this.page.locator('.el-notification .el-notification__closeBtn');
		// One may come, or go by itself, while another is closed.
		await until('the messages to be gone', async () => {
			const last = close.last();
			if (await last.isVisible()) await last.click({ timeout: 2_000 }).catch(() => undefined);
			return (await close.count()) === 0;
		});
	}

	/** Told by a point of the canvas, whatever the system asked for. */
	async look(): Promise<'light' | 'dark'> {
		const image = await this.page.screenshot({ clip: { x: 300, y: 120, width: 1, height: 1 } });
		const { red, green, blue } = firstPixel(image);
		return red + green + blue > 384 ? 'light' : 'dark';
	}

	private async signIn(): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[name="emailOrLdapLoginId"]').fill(OWNER.email);
		await this.page.locator('input[name="password"]').fill(OWNER.password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.waitForURL(/home|workflow/);
	}

	private labelsIn(fields: Locator): Promise<string[]> {
		// In older versions of n8n 2, "Fixed" and "Expression" are labels beside a field.
		return firstLines(fields.locator('label:not([role="radio"])').filter({ visible: true }));
	}

	private async pick(option: string): Promise<void> {
		await this.page.getByRole('option', { name: option }).filter({ visible: true }).click();
	}
}

async function firstLines(texts: Locator): Promise<string[]> {
	return (await texts.allInnerTexts()).map((text) => text.trim().split('\n')[0] ?? '');
}
