/** Reads a catalog of the account, templates or styles, one output item per entry. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsField } from '../run/requestOptions';
import { runJobs } from '../run/runJobs';

const returnAllField = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} satisfies INodeProperties;

const limitField = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
} satisfies INodeProperties;

export const catalogFields: INodeProperties[] = [returnAllField, limitField, optionsField];

/**
 * One request per input item (spec, Endpoints: GET /templates, GET /styles). The service has no
 * paging, so the limit is applied here. An answer that holds no list is passed on as it came.
 */
export async function readCatalog(
	context: IExecuteFunctions,
	catalog: 'templates' | 'styles',
	matches: (body: unknown) => boolean,
): Promise<INodeExecutionData[]> {
	const jobs = context.getInputData().map((_item, itemIndex) => ({
		itemIndexes: [itemIndex],
		request: { method: 'GET' as const, path: `/${catalog}` },
		subject: { noun: catalog, orders: false },
	}));
	const answers = await runJobs(context, { jobs, problems: [], heldBack: [] }, { matches });
	return answers.flatMap((answer, itemIndex) => {
		const entries = answer.json[catalog];
		if (!Array.isArray(entries)) return [answer];
		const all = context.getNodeParameter('returnAll', itemIndex, returnAllField.default);
		const limit = all ? Infinity : context.getNodeParameter('limit', itemIndex, limitField.default);
		return (entries as IDataObject[])
			.slice(0, limit)
			.map((json) => ({ json, pairedItem: answer.pairedItem }));
	});
}
