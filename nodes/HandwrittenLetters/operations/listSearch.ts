/** Feeds the From List choices of Template and Style with what the account really has. */
import type { ILoadOptionsFunctions, INodeListSearchResult, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Account } from '../../n8n/account';
import { readAccount } from '../../n8n/account';
import { Refusal } from '../../words/refusal';
import { toListError } from '../report/listError';
import { toOperationError } from '../report/operationError';
import type { Catalogs } from '../service/catalog';
import { readList } from '../service/catalog';
import { ServiceClient } from '../service/serviceClient';

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
		const templates = await readEntries(this, 'templates');
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
		return choose([NO_STYLE, ...(await readEntries(this, 'styles'))], filter);
	},
};

/** @throws an n8n error that says why there is no list */
async function readEntries<Name extends keyof Catalogs>(
	context: ILoadOptionsFunctions,
	name: Name,
): Promise<Catalogs[Name]> {
	const client = ServiceClient.create(context, await accountOf(context), EDITOR);
	const list = await readList(name, client);
	if ('entries' in list) return list.entries;
	throw toListError(context.getNode(), name, list.unanswered);
}

async function accountOf(context: ILoadOptionsFunctions): Promise<Account> {
	try {
		return await readAccount(context);
	} catch (error) {
		const node = context.getNode();
		throw error instanceof Refusal
			? toOperationError(node, error.message, error.advice)
			: new NodeApiError(node, error as JsonObject);
	}
}
