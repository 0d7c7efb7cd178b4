/** Feeds the From List choices of Template and Style with what the account really has. */
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { ZodType } from 'zod/v4';

import { stylesResponseSchema, templatesResponseSchema } from '../shared/contract';
import { readList } from './readList';

/** The editor waits for this, so it gives up far sooner than an execution does. */
const EDITOR = { deadlineMs: 15_000, timeoutMs: 10_000, maxInFlight: 2 };

async function read<T>(context: ILoadOptionsFunctions, path: string, schema: ZodType<T>): Promise<T> {
	const list = schema.safeParse(await readList(context, EDITOR, path));
	if (list.success) return list.data;
	throw new NodeOperationError(
		context.getNode(),
		`The answer at ${path} is not the list that the service returns`,
		{
			description:
				'Check that the base URL in the credential ends in the version, for example /v1, and that no other server answers in its place.',
		},
	);
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
		const { templates } = await read(this, '/templates', templatesResponseSchema);
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
		const { styles } = await read(this, '/styles', stylesResponseSchema);
		return choose(styles, filter);
	},
};
