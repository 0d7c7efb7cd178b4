/** What the fields of a node's panel hold and show, by the names of their parameters. */
import type { Locator } from 'playwright-core';

export async function panelValues(panel: Locator): Promise<Record<string, string>> {
	const fields = panel.locator('[data-test-id^="parameter-input-"]').filter({ visible: true });
	const values: Record<string, string> = {};
	for (const field of await fields.all()) {
		const name = (await field.getAttribute('data-test-id'))?.replace('parameter-input-', '') ?? '';
		const parts = [await field.innerText()];
		for (const input of await field.locator('input, textarea').all()) {
			const isSwitch = (await input.getAttribute('type')) === 'checkbox';
			parts.push(isSwitch ? String(await input.isChecked()) : await input.inputValue());
		}
		values[name] = parts
			.map((part) => part.trim())
			.filter(Boolean)
			.join(' | ');
	}
	// The box inside each field of text.
	delete values.field;
	return values;
}
