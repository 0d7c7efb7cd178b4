/** The errors that a browser reports of n8n's pages. */
import type { Page } from 'playwright-core';

import { ACTION } from '../n8n/examples';

/** In n8n's own errors: what it asks for and does not have, whatever nodes are installed. */
const OF_N8N = [
	'/schemas/',
	'/rest/external-secrets/secrets',
	'/executions/last-successful',
	'/rest/ai/sessions/metadata',
	'Plan lacks license',
];

/** Adds to the list each error of the page, and of what it loads from n8n's own address. */
export function recordErrors(page: Page, n8nUrl: string, errors: string[]): void {
	page.on('console', (message) => {
		const error = `${message.text()} ${message.location().url}`;
		const isOfN8n = OF_N8N.some((part) => error.includes(part)) && !error.includes(`/schemas/${ACTION}/`);
		// n8n also asks its maker's servers, which not every machine can reach.
		if (message.type() === 'error' && error.includes(n8nUrl) && !isOfN8n) errors.push(error);
	});
	page.on('pageerror', ({ message }) => void errors.push(message));
}
