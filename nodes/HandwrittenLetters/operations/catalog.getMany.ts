/** Template > Get Many and Style > Get Many (spec, Endpoints: GET /templates, GET /styles). */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { shareByAccount } from '../../n8n/account';
import type { Found } from '../letter/letters';
import type { Output } from '../report/outputs';
import { OUTPUTS } from '../report/outputs';
import type { Catalogs } from '../service/catalog';
import { listRequest } from '../service/catalog';
import type { Operation } from './operation';
import { optionsField, readNumber } from './options';
import { ask } from './send';

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

const getMany = (catalog: keyof Catalogs, description: string, output: Output): Operation => ({
	value: 'getMany',
	name: 'Get Many',
	action: `Get many ${catalog}`,
	description,
	fields: [returnAllField, limitField, optionsField],
	output,
	execute: async (context) => await readEntries(context, catalog),
});

export const getStyles = getMany(
	'styles',
	'List the handwriting styles enabled for the account',
	OUTPUTS.getStyles,
);
export const getTemplates = getMany(
	'templates',
	'List the templates approved for the account, with the variables each one uses',
	OUTPUTS.getTemplates,
);

/**
 * One request per input item. The service has no paging, so the limit is applied here. An answer that
 * holds no list is passed on as it came.
 */
async function readEntries(
	context: IExecuteFunctions,
	catalog: keyof Catalogs,
): Promise<INodeExecutionData[]> {
	const limits = context.getInputData().map((_item, itemIndex) => readLimit(context, itemIndex));
	const shares = await shareByAccount(context);
	const found = shares.map(({ account, itemIndexes }): Found => {
		const noun = `list of ${catalog}`;
		const requests = itemIndexes.map((itemIndex) => listRequest(catalog, noun, [itemIndex]));
		return { account, requests, problems: [], drafts: [], skipped: [] };
	});
	const answers = await ask(context, found);
	return answers.flatMap((answer, itemIndex) => {
		const entries = answer.json[catalog];
		if (!Array.isArray(entries)) return [answer];
		return (entries as IDataObject[])
			.slice(0, limits[itemIndex])
			.map((json) => ({ json, pairedItem: answer.pairedItem }));
	});
}

/** @throws Refusal when it is no number: each entry of the list would be missing, or one at its end. */
function readLimit(context: IExecuteFunctions, itemIndex: number): number | undefined {
	if (context.getNodeParameter('returnAll', itemIndex, returnAllField.default)) return undefined;
	const given: unknown = context.getNodeParameter('limit', itemIndex, limitField.default);
	return readNumber(given, limitField, 1);
}
