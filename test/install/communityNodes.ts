/** n8n's page Settings → Community nodes, used as a person does. */
import type { Locator, Page } from 'playwright-core';

export class CommunityNodesPage {
	constructor(
		private readonly page: Page,
		private readonly url: string,
		private readonly name: string,
	) {}

	async install(version: string): Promise<void> {
		await this.open();
		await this.page.getByRole('button', { name: /install/i }).click();
		const dialog = this.page.getByRole('dialog');
		await dialog.getByRole('textbox').fill(this.name);
		await dialog.getByTestId('user-agreement-checkbox').click();
		await dialog.getByTestId('install-community-package-button').click();
		await this.shows(version);
	}

	/** Presses Update, which n8n offers once npm knows a newer version. */
	async update(version: string): Promise<void> {
		await this.open();
		await this.card.getByRole('button', { name: 'Update' }).click();
		await this.confirm(/update/i);
		await this.shows(version);
	}

	async uninstall(): Promise<void> {
		await this.open();
		await this.card.getByTestId('action-toggle').click();
		await this.page.getByTestId('action-uninstall').click();
		await this.confirm(/uninstall/i);
		await this.card.waitFor({ state: 'hidden' });
	}

	private get card(): Locator {
		return this.page.getByTestId('community-package-card').filter({ hasText: this.name });
	}

	private async open(): Promise<void> {
		await this.page.goto(`${this.url}/settings/community-nodes`);
	}

	private async confirm(button: RegExp): Promise<void> {
		await this.page.getByRole('dialog').getByRole('button', { name: button }).click();
		await this.page.getByRole('dialog').waitFor({ state: 'hidden' });
	}

	private async shows(version: string): Promise<void> {
		await this.card.getByText(`v${version}`, { exact: true }).waitFor();
	}
}
