/** Feeds the From List choices of Template and Style with what the account really has. */
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { readCatalog } from '../service/catalog';

/** The editor waits for this, so it gives up far sooner than an execution does. */
const EDITOR = { deadlineMs: 15_000, timeoutMs: 10_000, maxInFlight: 2 };

/** First in each list, so that a choice can be undone. */
const NO_TEMPLATE = { id: '', name: 'No template' };
const NO_STYLE = { id: '', name: 'The service chooses' };

function choose(
	entries: Array<{ id: string; name: string; description?: string | null }>,
	filter = '',
): INodeListSearchResult {
	const wanted = filter.toLowerCase();
	return {
		results: entries
			.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted))
			.map(({ id, name, description }) => ({
				name,
				value: id,
				...(description ? { description } : {}),
			})),
	};
}

export const listSearch = {
	async searchTemplates(this: ILoadOptionsFunctions, filter?: string) {
		const templates = await readCatalog(this, EDITOR, 'templates');
		return choose(
			[
				NO_TEMPLATE,
				...templates.map(({ id, name, variables }) => ({
					id,
					// The list shows names alone, and whether a template has variables decides about it.
					name: variables.length > 0 ? `${name} (${variables.join(', ')})` : name,
				})),
			],
			filter,
		);
	},

	async searchStyles(this: ILoadOptionsFunctions, filter?: string) {
		return choose([NO_STYLE, ...(await readCatalog(this, EDITOR, 'styles'))], filter);
	},
};
