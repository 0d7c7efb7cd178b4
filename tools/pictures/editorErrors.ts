/** The errors that a browser reports of n8n's pages. */
import type { Page } from 'playwright-core';

import { ACTION } from '../n8n/examples';

/**
 * What n8n asks for and does not always have, whatever packages are installed: the shape of each node's
 * output, and the secrets of a store that takes a licence.
 */
const OF_N8N = ['/schemas/', '/rest/external-secrets/secrets'];

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
