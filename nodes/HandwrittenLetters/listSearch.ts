/** Feeds the From List choices of Template and Style with what the account really has. */
import type { ILoadOptionsFunctions, INodeListSearchResult, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { stylesResponseSchema, templatesResponseSchema } from '../shared/contract';
import { RequestFailure, toNodeApiError } from '../shared/errors';
import { ServiceClient } from '../shared/transport';

/** The editor waits for this, so it gives up far sooner than an execution does. */
const EDITOR = { deadlineMs: 15_000, timeoutMs: 10_000, maxInFlight: 2 };

async function read(context: ILoadOptionsFunctions, path: string): Promise<unknown> {
	const client = await ServiceClient.create(context, EDITOR);
	try {
		return (await client.send({ method: 'GET', path })).body;
	} catch (error) {
		throw error instanceof RequestFailure
			? toNodeApiError(context.getNode(), error, { noun: 'list', orders: false })
			: new NodeApiError(context.getNode(), error as JsonObject);
	}
}

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
		const { templates } = templatesResponseSchema.parse(await read(this, '/templates'));
		return choose(
			templates.map(({ id, name, variables }) => ({
				id,
				// The list shows names alone, and whether a template has variables decides about it.
				name: variables.length > 0 ? `${name} (${variables.join(', ')})` : name,
			})),
			filter,
		);
	},

	async searchStyles(this: ILoadOptionsFunctions, filter?: string) {
		const { styles } = stylesResponseSchema.parse(await read(this, '/styles'));
		return choose(styles, filter);
	},
};
