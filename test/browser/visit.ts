/**
 * A visit to the console in a real Chromium: a sandbox of its own and a page that is watched. What
 * must never happen on any page (an error in the browser's console, a dialog, a breach of the
 * content security policy, a request to elsewhere) is collected and fails the test at its end.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import type { SandboxOptions } from '../../sandbox/src/createSandbox';
import { launchChromium } from '../../tools/chromium';
import { SandboxClient } from '../../tools/sandboxClient';
import { closeAfterwards, TestSandbox } from '../integration/sandbox/support';

/** A browser on a busy machine takes its time; each wait inside ends far earlier. */
jest.setTimeout(60_000);

let browser: Browser | undefined;
const open: Visit[] = [];

export class Visit {
	readonly problems: string[] = [];
	/** Set by the one test in which the sandbox goes away. */
	isOutageExpected = false;

	private constructor(
		readonly sandbox: TestSandbox,
		readonly page: Page,
	) {}

	static async start(options: SandboxOptions = {}, context: BrowserContextOptions = {}): Promise<Visit> {
		browser ??= await launchChromium();
		const sandbox = await TestSandbox.start(options);
		const ofItsOwn = await browser.newContext(context);
		closeAfterwards(() => ofItsOwn.close());
		const page = await ofItsOwn.newPage();
		page.setDefaultTimeout(120_000);
		const visit = new Visit(sandbox, page);
		visit.watch();
		open.push(visit);
		return visit;
	}

	get origin(): string {
		return this.sandbox.sandbox.origin;
	}

	/** As the programs of the account use it. */
	get client(): SandboxClient {
		return SandboxClient.at(this.origin, this.sandbox.sandbox.close);
	}

	/** Opens a view, for example `#/faults`, and waits until the sandbox is heard. */
	async goTo(hash = ''): Promise<void> {
		await this.page.goto(`${this.origin}/${hash}`);
		await this.page.locator('.clock').waitFor();
	}

	card(name: string) {
		return this.page.locator('[data-letter]', { hasText: name });
	}

	column(status: string) {
		return this.page.locator(`.column-${status}`);
	}

	private watch(): void {
		const note = (problem: string) => void this.problems.push(problem);
		this.page.on('console', (message) => {
			if (message.type() !== 'error') return;
			if (this.isOutageExpected && message.text().includes('net::ERR_')) return;
			note(`console: ${message.text()}`);
		});
		this.page.on('pageerror', ({ message }) => note(`error: ${message}`));
		this.page.on('dialog', (dialog) => {
			note(`dialog: ${dialog.message()}`);
			void dialog.dismiss();
		});
		this.page.on('request', (request) => {
			if (new URL(request.url()).origin !== this.origin) note(`request to ${request.url()}`);
		});
	}
}

// After all is closed: helpers' hooks come before those of the file that imports them.
afterEach(() => {
	expect(open.splice(0).flatMap(({ problems }) => problems)).toEqual([]);
});

afterAll(async () => {
	await browser?.close();
	browser = undefined;
});
